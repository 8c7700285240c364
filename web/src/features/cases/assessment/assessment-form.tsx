import {
  type Assessment,
  type AssessmentParts,
  type CaseDetail,
  type Conclusion,
  conclusions,
  limits,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { handleSubmitBy, useFormSession } from '#form/use-form-session.ts'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { Select } from '#ui/field/select.tsx'
import { TextArea } from '#ui/field/text-area.tsx'
import { useAssessmentAct } from './assessment.queries.ts'

interface Props {
  readonly record: CaseDetail
  readonly assessment: Assessment
}

type PartName = keyof AssessmentParts
type Draft = Readonly<Record<PartName, string>>

const partWires = {
  facts: 'parti.fatti',
  reasoning: 'parti.motivazione',
  conclusion: 'parti.conclusione',
  measures: 'parti.misure',
  addressees: 'parti.destinatari',
} as const satisfies Record<PartName, string>

/** The parts without which RUP gets no assessment. */
const needed = ['facts', 'reasoning', 'conclusion', 'addressees'] as const

const draftOf = (parts: AssessmentParts): Draft => ({
  facts: parts.facts ?? '',
  reasoning: parts.reasoning ?? '',
  conclusion: parts.conclusion ?? '',
  measures: parts.measures ?? '',
  addressees: parts.addressees ?? '',
})

const conclusionNames = Object.keys(conclusions) as Conclusion[]
const partsOf = ({ conclusion, ...texts }: Draft): AssessmentParts => ({
  ...texts,
  conclusion: conclusionNames.find((one) => one === conclusion),
})

/** Where an assessment is written: saved as it is, or saved and submitted once it is whole. */
export function AssessmentForm({ record, assessment: { parts, version, status, actions } }: Props) {
  const { t } = useTranslation()
  const acting = useAssessmentAct(record.id, (action) =>
    notify({ kind: 'success', body: t(`assessmentTab.done.${action}`) }),
  )
  const session = useFormSession({
    id: 'assessment',
    start: (): Draft => draftOf(parts),
    fields: partWires,
    labelOf: (key) => t(`assessment.parts.${key}`),
    check: (draft) =>
      Object.fromEntries(
        needed.filter((key) => !draft[key].trim()).map((key) => [key, t('messages.campo_obbligatorio')]),
      ),
    sending: acting,
    send: (draft) => acting.mutate({ action: 'submit', version, parts: partsOf(draft) }),
  })
  const save = () => {
    if (!acting.isPending) acting.mutate({ action: 'write', version, parts: partsOf(session.draft) })
  }
  const textField = (key: Exclude<PartName, 'conclusion'>, rows: number) => {
    const { onChange, ...field } = session.field(key)
    return (
      <TextArea {...field} rows={rows} onChange={(text) => onChange(text.slice(0, limits.assessments.partLength))} />
    )
  }
  const isPending = (action: 'write' | 'submit') => acting.isPending && acting.variables.action === action
  return (
    <form noValidate onSubmit={handleSubmitBy(save)}>
      <ErrorSummary {...session.summary} />
      <CallErrorAlert error={session.callError} />
      {!status && <p>{t('assessmentTab.drafted')}</p>}
      {textField('facts', 8)}
      {textField('reasoning', 8)}
      <Select
        {...session.field('conclusion')}
        emptyLabel={t('assessmentTab.choose')}
        options={conclusionNames.map((value) => ({ value, label: t(`assessment.conclusions.${value}`) }))}
      />
      {textField('measures', 4)}
      {textField('addressees', 2)}
      <div className="cluster">
        <Button {...shortcut('save')} type="submit" pending={isPending('write')} pendingText={t('site.wait')}>
          {t('assessmentTab.actions.write')}
        </Button>
        {status === 'draft' && actions.submit === null && (
          <Button
            variant="secondary"
            pending={isPending('submit')}
            pendingText={t('site.wait')}
            onClick={() => session.submit()}
          >
            {t('assessmentTab.actions.submit')}
          </Button>
        )}
      </div>
      <UnsavedChanges hasChanges={session.hasChanges} />
    </form>
  )
}
