import type { FieldKind } from '@portal/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RadioRow } from '#ui/field/radio-row.tsx'
import type { DeskFieldProps } from './desk-field-props.ts'
import { DeskLeafView } from './desk-leaf-view.tsx'
import { LinesView } from './lines-view.tsx'

/** 'Not set' comes last: most who open the field know which of the two it is. */
function EitherView({ id, label, hint, error, required, value, words, onChange }: DeskFieldProps) {
  const { t } = useTranslation()
  const [first, second] = words ?? [t('report.yes'), t('report.no')]
  const values: Readonly<Record<string, boolean>> = { first: true, second: false }
  return (
    <RadioRow
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={required}
      options={[
        { value: 'first', label: first },
        { value: 'second', label: second },
        { value: 'unset', label: t('desk.notGiven') },
      ]}
      value={value === undefined ? 'unset' : value ? 'first' : 'second'}
      onChange={(chosen) => onChange(values[chosen])}
    />
  )
}

/** Kinds that the forms of the office have; who reports loads none of this. */
const viewOf: Partial<Record<FieldKind, (props: DeskFieldProps) => ReactNode>> = {
  either: EitherView,
  lines: (props) => props.lines && <LinesView {...props} lines={props.lines} />,
}

/** One field of a form of the office. */
export function DeskFieldView(props: DeskFieldProps) {
  const View = viewOf[props.field.kind]
  const { words: _words, lines: _lines, ...common } = props
  return View ? <View {...props} /> : <DeskLeafView autoComplete="off" {...common} />
}
