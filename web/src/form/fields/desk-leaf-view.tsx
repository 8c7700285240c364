import type { FieldKind } from '@portal/contract'
import type { ReactNode } from 'react'
import { ChoicesView } from './choices-view.tsx'
import { CodeView } from './code-view.tsx'
import type { DeskFieldProps } from './desk-field-props.ts'
import { FetchedChoice } from './fetched-choice.tsx'
import { FieldView } from './field-view.tsx'
import { NumberView } from './number-view.tsx'

/** Kinds that the report's form has not. What fetches lists is at hand here: whatever has the focus is not replaced by it. */
const viewOf: Partial<Record<FieldKind, (props: DeskFieldProps) => ReactNode>> = {
  choice: (props) => <FetchedChoice {...props} />,
  choices: (props) => <ChoicesView {...props} />,
  organisationNumber: CodeView,
  taxCode: CodeView,
  count: NumberView,
  amount: NumberView,
}

/** A field that has no lines. */
export function DeskLeafView(props: DeskFieldProps) {
  const View = viewOf[props.field.kind]
  return View ? <View {...props} /> : <FieldView {...props} />
}
