import type { Use } from '@portal/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '#ui/layout/panel.tsx'
import { FieldTexts } from './field-text.tsx'
import { type FormDisplay, type KeyOf, sectionsOf } from './form-display.ts'

interface Props<V extends object> {
  readonly display: FormDisplay<KeyOf<V>>
  readonly stepIds: readonly string[]
  /** Decides which fields are shown. */
  readonly values: V
  /** The values to show, if other than `values`: those of the record, or the raw draft, valid or not. */
  readonly shown?: object
  /** The fields that the user edits; the others are text. */
  readonly isWritable?: (name: KeyOf<V>) => boolean
  readonly renderField?: (use: Use<V>) => ReactNode
  /** What stands above the fields of a group. */
  readonly renderNote?: ((group: string | undefined) => ReactNode) | undefined
}

/** Steps of a form: one card for each group, read-only or with the controls of the fields that the user edits. */
export function FormSections<V extends object>(props: Props<V>) {
  const { display, stepIds, values, shown = values, isWritable = () => false, renderField, renderNote } = props
  const { t } = useTranslation()
  return sectionsOf<V>(display.form, values, stepIds).map(({ group, uses }) => {
    const written = uses.filter(({ key }) => isWritable(key))
    const read = uses.filter((use) => !written.includes(use)).map(({ key }) => key)
    return (
      <Panel key={group} title={display.headingOf(t, group)}>
        {renderNote?.(group)}
        {read.length > 0 && <FieldTexts display={display} names={read} values={shown} />}
        {written.length > 0 && <div className="case-fields">{written.map((use) => renderField?.(use))}</div>}
      </Panel>
    )
  })
}
