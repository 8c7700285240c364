import { type Field, type Report, type ReportStep, reportFields } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Definition, SummaryBlock } from '#ui/layout/summary-block.tsx'
import { labelOf, type ReportKey, shownFields } from './report-fields.ts'
import { ValueText } from './value-text.tsx'

interface Props {
  readonly values: Report
  /** Where a step can be changed; absent in the office, which reads under headings of its own. */
  readonly editHref?: (step: ReportStep) => string
}

/** Steps with answers of the reporter; the only field of the summary is the consent. */
const answerSteps = ['intro', 'profile', 'details', 'facts'] as const satisfies ReportStep[]

/** A report in the order of its steps: the wizard's summary and the office's detail alike. */
export function ReportAnswers({ values, editHref }: Props) {
  const { t } = useTranslation()
  return answerSteps.map((step) => (
    <SummaryBlock
      key={step}
      title={t(editHref ? `report.steps.${step}` : `report.sections.${step}`)}
      items={shownFields(step, values)
        .map(({ key }) => key as ReportKey)
        .filter((key) => isAnswered(values[key]))
        .map((key) => definitionOf(t, key, values))}
      edit={editHref && { text: t('report.edit'), href: editHref(step) }}
    />
  ))
}

/** What was left empty says nothing, and neither does a box that was not ticked. */
const isAnswered = (value: Report[ReportKey]) => value !== undefined && value !== '' && value !== false

function definitionOf(t: TFunction, key: ReportKey, values: Report): Definition {
  const field: Field = reportFields[key]
  const parentValue = field.parent ? (values[field.parent as ReportKey] as number | undefined) : undefined
  return {
    term: labelOf(t, key),
    value: <ValueText field={field} value={values[key]} parentValue={parentValue} />,
    isWide: field.kind === 'longText',
  }
}
