import { limits, type Summary, type SummaryTexts } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { handleSubmitBy, useFormSession } from '#form/use-form-session.ts'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { TextArea } from '#ui/field/text-area.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { useSummaryAct } from './summary.queries.ts'

interface Props {
  readonly caseId: number
  readonly summary: Summary
}

type Draft = Readonly<Record<keyof SummaryTexts, string>>

const wires = {
  title: 'testi.titolo',
  facts: 'testi.fatti',
  reasoning: 'testi.motivazione',
  measures: 'testi.misure',
} as const satisfies Record<keyof SummaryTexts, string>

/** The texts without which RUP gets no summary. */
const needed = ['title', 'facts', 'reasoning'] as const

const draftOf = ({ title = '', facts = '', reasoning = '', measures = '' }: SummaryTexts): Draft => ({
  title,
  facts,
  reasoning,
  measures,
})

/** Where the summary of an assessment is written: saved as it is, which looks for personal data again, or submitted once it is whole. */
export function SummaryForm({ caseId, summary: { texts, version, status } }: Props) {
  const { t } = useTranslation()
  const acting = useSummaryAct(caseId, (action) => notify({ kind: 'success', body: t(`summaryTab.done.${action}`) }))
  const session = useFormSession({
    id: 'assessment-summary',
    start: () => draftOf(texts),
    fields: wires,
    labelOf: (key) => t(`summaryTab.fields.${key}`),
    check: (draft) =>
      Object.fromEntries(
        needed.filter((key) => !draft[key].trim()).map((key) => [key, t('messages.campo_obbligatorio')]),
      ),
    sending: acting,
    send: (draft) => acting.mutate({ action: 'submit', version, texts: draft }),
  })
  const save = () => {
    if (!acting.isPending) acting.mutate({ action: 'write', version, texts: session.draft })
  }
  const { partLength, titleLength } = limits.assessments
  const cut = ({ onChange, ...field }: ReturnType<typeof session.field<keyof Draft>>, length: number) => ({
    ...field,
    onChange: (text: string) => onChange(text.slice(0, length)),
  })
  const isPending = (action: 'write' | 'submit') => acting.isPending && acting.variables.action === action
  return (
    <form noValidate onSubmit={handleSubmitBy(save)}>
      <ErrorSummary {...session.summary} />
      <CallErrorAlert error={session.callError} />
      <TextInput {...cut(session.field('title'), titleLength)} />
      <TextArea {...cut(session.field('facts'), partLength)} rows={8} />
      <TextArea {...cut(session.field('reasoning'), partLength)} rows={8} />
      <TextArea {...cut(session.field('measures'), partLength)} rows={4} />
      <div className="cluster">
        <Button type="submit" pending={isPending('write')} pendingText={t('site.wait')}>
          {t('summaryTab.actions.write')}
        </Button>
        {status === 'draft' && (
          <Button
            variant="secondary"
            pending={isPending('submit')}
            pendingText={t('site.wait')}
            onClick={() => session.submit()}
          >
            {t('summaryTab.actions.submit')}
          </Button>
        )}
      </div>
      <UnsavedChanges hasChanges={session.hasChanges} />
    </form>
  )
}
