import type { ReferenceList } from '@portal/contract'
import { useWholeList } from '#form/choices.ts'
import { Select, type SelectOption, type SelectProps } from '#ui/field/select.tsx'
import { choicesIn } from './filter.ts'

interface ReferenceSelectProps extends Omit<SelectProps, 'options'> {
  readonly list: ReferenceList
  /** Of a list that stands below another: what is chosen there, ids with commas between them. */
  readonly under?: string
}

/** A choice from a reference list. An address may name several entries: these are an option of their own. */
export function ReferenceSelect({ list, under, ...select }: ReferenceSelectProps) {
  const parents = choicesIn(under ?? '')
  const whole = useWholeList(list, parents.map(Number))
  const items = under === undefined ? whole : whole.filter(({ parentId }) => parents.includes(String(parentId)))
  const chosen = choicesIn(select.value)
  const several: SelectOption[] =
    chosen.length > 1
      ? [
          {
            value: select.value,
            label: chosen.map((id) => items.find((item) => String(item.id) === id)?.label ?? id).join(', '),
          },
        ]
      : []
  return (
    <Select
      {...select}
      disabled={under === ''}
      options={[...several, ...items.map(({ id, label }) => ({ value: String(id), label }))]}
    />
  )
}
