import type { ChangeEvent } from 'react'

interface Props<Row> {
  label: string
  rows: readonly Row[]
  isSelected: (row: Row) => boolean
  /** `isRange`: with the Shift key held. */
  onChange: (rows: readonly Row[], isSelected: boolean, isRange: boolean) => void
}

/** Chooses some rows together; half ticked where only some of them are. */
export function SelectionBox<Row>({ label, rows, isSelected, onChange }: Props<Row>) {
  const count = rows.filter(isSelected).length
  const isAll = rows.length > 0 && count === rows.length
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isAll}
      disabled={rows.length === 0}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll
      }}
      onChange={({ nativeEvent }: ChangeEvent<HTMLInputElement>) =>
        onChange(rows, !isAll, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
      }
    />
  )
}
