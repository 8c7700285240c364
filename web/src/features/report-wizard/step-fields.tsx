import {
  type Field,
  isRequired,
  type Report,
  type ReportDraft,
  type ReportStep,
  reportFields,
  type Use,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { FieldView } from '#form/fields/field-view.tsx'
import type { FieldViewProps } from '#form/fields/field-view-props.ts'
import { type ReportKey, shownFields } from '#form/report-fields.ts'
import { fieldId, useReport } from './report-session.tsx'
import { askedLabelOf, autoCompleteOf, hintOf, reportDisplay } from './report-texts.ts'
import { grouped } from './steps.ts'

interface Props {
  readonly step: ReportStep
  readonly renderFiles?: FieldViewProps['renderFiles']
}

/** The fields of a step, in their groups. */
export function StepFields({ step, renderFiles }: Props) {
  const { t } = useTranslation()
  const { values } = useReport()
  return grouped(shownFields(step, values)).map(({ group, uses: members }, index) =>
    group ? (
      <section key={group} className="field-group" aria-labelledby={`group-${group}`}>
        <h2 id={`group-${group}`}>{reportDisplay.headingOf(t, group)}</h2>
        {members.map((use) => (
          <StepField key={use.key} use={use} renderFiles={renderFiles} />
        ))}
      </section>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: groups of one form never move
      <div key={index}>
        {members.map((use) => (
          <StepField key={use.key} use={use} renderFiles={renderFiles} />
        ))}
      </div>
    ),
  )
}

function StepField({ use, renderFiles }: Omit<Props, 'step'> & { use: Use<Report> }) {
  const { t } = useTranslation()
  const { draft, values, errorOf, set } = useReport()
  const key = use.key as ReportKey
  const field: Field = reportFields[key]
  return (
    <FieldView
      id={fieldId(key)}
      field={field}
      label={askedLabelOf(t, key)}
      hint={hintOf(t, key, values)}
      error={errorOf(key)}
      required={isRequired(use, values)}
      value={draft[key]}
      parentValue={field.parent ? (draft[field.parent as ReportKey] as number | undefined) : undefined}
      autoComplete={autoCompleteOf[key]}
      renderFiles={renderFiles}
      onChange={(value) => set(key, value as ReportDraft[ReportKey])}
    />
  )
}
