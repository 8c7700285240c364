import { type Field, isRequired, type Report, type ReportDraft, reportFields, type Use } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { FieldView } from '#form/fields/field-view.tsx'
import type { FieldViewProps } from '#form/fields/field-view-props.ts'
import type { ReportKey } from '#form/report-fields.ts'
import { useDraft } from './draft.tsx'
import { askedLabelOf, autoCompleteOf, errorText, hintOf, reportDisplay } from './report-texts.ts'
import { grouped, valuesOf } from './steps.ts'

/** The control that carries a field; the error summary links to it. */
export const fieldId = (key: string) => `field-${key}`

interface Props {
  readonly uses: readonly Use<Report>[]
  /** Errors are shown once the user has tried to continue. */
  readonly showsErrors: boolean
  readonly renderFiles?: FieldViewProps['renderFiles']
}

/** The fields of a step, in their groups. */
export function StepFields({ uses, ...shared }: Props) {
  const { t } = useTranslation()
  return grouped(uses).map(({ group, uses: members }, index) =>
    group ? (
      <section key={group} className="field-group" aria-labelledby={`group-${group}`}>
        <h2 id={`group-${group}`}>{reportDisplay.headingOf(t, group)}</h2>
        {members.map((use) => (
          <StepField key={use.key} use={use} {...shared} />
        ))}
      </section>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: groups of one form never move
      <div key={index}>
        {members.map((use) => (
          <StepField key={use.key} use={use} {...shared} />
        ))}
      </div>
    ),
  )
}

function StepField({ use, showsErrors, renderFiles }: Omit<Props, 'uses'> & { use: Use<Report> }) {
  const { t } = useTranslation()
  const { draft, fieldErrors, set } = useDraft()
  const key = use.key as ReportKey
  const field: Field = reportFields[key]
  const fieldError = showsErrors ? fieldErrors.find((found) => found.key === key) : undefined
  const values = valuesOf(draft)
  const required = isRequired(use, values)
  return (
    <FieldView
      id={fieldId(key)}
      field={field}
      label={askedLabelOf(t, key)}
      hint={hintOf(t, key, values)}
      error={fieldError && errorText(t, fieldError)}
      required={required}
      value={draft[key]}
      parentValue={field.parent ? (draft[field.parent as ReportKey] as number | undefined) : undefined}
      autoComplete={autoCompleteOf[key]}
      renderFiles={renderFiles}
      onChange={(value) => set(key, value as ReportDraft[ReportKey])}
    />
  )
}
