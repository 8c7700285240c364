import type { Field } from '@portal/contract'
import type { ReactNode } from 'react'
import type { FieldTexts } from '#ui/field/field-frame.tsx'

export interface FieldViewProps {
  readonly id: string
  readonly field: Field
  readonly label: string
  readonly hint?: string | undefined
  readonly error: string | undefined
  readonly required: boolean
  readonly value: unknown
  /** Choice of the field that narrows this one's list. */
  readonly parentValue?: number | undefined
  /** What a choice is called that its list has no more. */
  readonly removedLabel?: string | undefined
  readonly autoComplete?: string | undefined
  /** Draws a field of files, whose value is no single answer but a queue of uploads. */
  readonly renderFiles?: ((texts: FieldTexts) => ReactNode) | undefined
  readonly onChange: (value: string | number | boolean | undefined) => void
}
