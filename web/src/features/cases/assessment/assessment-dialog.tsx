import {
  type AssessmentActionWord,
  assessmentAnswers,
  assessmentWays,
  formatScreenDate,
  parseScreenDate,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { today } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { Select } from '#ui/field/select.tsx'
import { TextArea } from '#ui/field/text-area.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { useAssessmentAct } from './assessment.queries.ts'

/** The actions that ask for something. */
export type AskedAction = Extract<AssessmentActionWord, 'sendBack' | 'send' | 'answer'>
export const asks = (word: AssessmentActionWord): word is AskedAction =>
  word === 'sendBack' || word === 'send' || word === 'answer'

type Way = keyof typeof assessmentWays
type Answer = keyof typeof assessmentAnswers
const ways = Object.keys(assessmentWays) as Way[]
const answers = Object.keys(assessmentAnswers) as Answer[]

/** What each action cannot do without, beside the day. */
const needed = { sendBack: ['note'], send: ['way'], answer: ['answer'] } as const

interface Props {
  readonly action: AskedAction
  readonly caseId: number
  readonly version: number
  readonly onClose: () => void
}

/** What an action on an assessment asks: why it is sent back, when and how it was sent, what was answered. */
export function AssessmentDialog({ action, caseId, version, onClose }: Props) {
  const { t } = useTranslation()
  const acting = useAssessmentAct(caseId, () => {
    notify({ kind: 'success', body: t(`assessmentTab.done.${action}`) })
    onClose()
  })
  const isAnswer = action === 'answer'
  const session = useFormSession({
    id: 'assessment-act',
    start: () => ({ note: '', day: formatScreenDate(today()), way: '', answer: '', answerText: '' }),
    fields: {
      note: 'nota',
      day: isAnswer ? 'data_risposta' : 'data_invio',
      way: 'modo',
      answer: 'risposta',
      answerText: 'testo_risposta',
    },
    labelOf: (key) => t(`assessmentTab.fields.${key === 'day' && isAnswer ? 'answeredOn' : key}`),
    check: (draft) => ({
      ...Object.fromEntries(
        needed[action].filter((key) => !draft[key].trim()).map((key) => [key, t('messages.campo_obbligatorio')]),
      ),
      day: action === 'sendBack' || parseScreenDate(draft.day.trim()) ? undefined : t('messages.data_non_valida'),
    }),
    sending: acting,
    send: ({ note, day, way, answer, answerText }) => {
      const on = parseScreenDate(day.trim())
      if (action === 'sendBack') acting.mutate({ action, version, note })
      if (action === 'send') acting.mutate({ action, version, sentOn: on, way: ways.find((one) => one === way) })
      if (isAnswer)
        acting.mutate({
          action,
          version,
          answer: answers.find((one) => one === answer),
          answeredOn: on,
          answerText: answerText.trim() || undefined,
        })
    },
  })
  return (
    <FormDialog
      {...session.dialog}
      title={t(`assessmentTab.actions.${action}`)}
      submitText={t(`assessmentTab.confirm.${action}`)}
      cancelText={t('caseActions.dismiss')}
      onClose={onClose}
    >
      {action === 'sendBack' ? (
        <TextArea {...session.field('note')} required rows={4} />
      ) : (
        <>
          {isAnswer ? (
            <Select
              {...session.field('answer')}
              required
              emptyLabel={t('assessmentTab.choose')}
              options={answers.map((value) => ({ value, label: t(`assessment.answers.${value}`) }))}
            />
          ) : (
            <Select
              {...session.field('way')}
              required
              emptyLabel={t('assessmentTab.choose')}
              options={ways.map((value) => ({ value, label: t(`assessment.ways.${value}`) }))}
            />
          )}
          <TextInput {...session.field('day')} required isShort dir="ltr" inputMode="numeric" />
          {isAnswer && <TextArea {...session.field('answerText')} rows={4} />}
        </>
      )}
    </FormDialog>
  )
}
