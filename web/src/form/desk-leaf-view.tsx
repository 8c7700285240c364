import { FetchedChoice } from './fetched-choice.tsx'
import { FieldView } from './field-view.tsx'
import type { FieldViewProps } from './field-view-props.ts'

/** A field of one of the common kinds. What fetches lists is at hand here: whatever has the focus is not replaced by it. */
export const DeskLeafView = (props: FieldViewProps) =>
  props.field.kind === 'choice' ? <FetchedChoice {...props} /> : <FieldView {...props} />
