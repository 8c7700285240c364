import type { FieldKind } from '@portal/contract'
import type { ReactNode } from 'react'
import { ChoicesView } from './choices-view.tsx'
import { CodeView } from './code-view.tsx'
import { DayField } from './day-field.tsx'
import type { DeskFieldProps } from './desk-field-props.ts'
import { FetchedChoice } from './fetched-choice.tsx'
import { FieldView } from './field-view.tsx'
import { NumberView } from './number-view.tsx'

/** The public types a date in three boxes, people of the office in one field. */
function DateView(props: DeskFieldProps) {
  const { id, field, label, hint, error, required, value, isPublic, onChange } = props
  if (isPublic) return <FieldView {...props} />
  return (
    <DayField
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={required}
      value={typeof value === 'string' ? value : ''}
      isPast={field.past}
      onChange={onChange}
    />
  )
}

/** Kinds that the report's form has not, or has otherwise. What fetches lists is at hand here: whatever has the focus is not replaced by it. */
const viewOf: Partial<Record<FieldKind, (props: DeskFieldProps) => ReactNode>> = {
  choice: (props) => <FetchedChoice {...props} />,
  choices: (props) => <ChoicesView {...props} />,
  organisationNumber: CodeView,
  taxCode: CodeView,
  count: NumberView,
  amount: NumberView,
  date: DateView,
}

/** A field that has no lines. */
export function DeskLeafView(props: DeskFieldProps) {
  const View = viewOf[props.field.kind]
  return View ? <View {...props} /> : <FieldView {...props} />
}
