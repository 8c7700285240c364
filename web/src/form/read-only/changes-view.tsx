import { type Fields, formatScreenDate, parseWireDate } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { FieldText } from './field-text.tsx'
import type { FormDisplay } from './form-display.ts'

/** A field that changed, by its path on the wire, before and after as on the wire. */
interface FieldChange {
  readonly field: string
  readonly before?: unknown
  readonly after?: unknown
}

/** A changed field of a record; without a key if this program does not know it. */
export interface ShownChange<K extends string> {
  readonly path: string
  readonly key: K | undefined
}

const nested = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges parts of a body recursively. */
function merged(one: object, other: object): object {
  const entries = Object.entries(other).map(([name, value]) => {
    const old = (one as Record<string, unknown>)[name]
    const areBranches = isBranch(old) && isBranch(value)
    return [name, areBranches ? merged(old, value) : value]
  })
  return { ...one, ...Object.fromEntries(entries) }
}

/** The changes of an entry by field, read like the values of a record: a dependent field finds its parent's value. */
export function readChanges<V, K extends string>(
  fields: Fields,
  valuesOf: (body: object) => V,
  changes: readonly FieldChange[],
): { readonly changes: readonly ShownChange<K>[]; readonly before: V; readonly after: V } {
  const keyAt = (path: string) => Object.keys(fields).find((key) => fields[key]?.wire === path) as K | undefined
  const bodyOf = (side: 'before' | 'after') =>
    changes.reduce((body, change) => merged(body, nested(change.field, change[side])), {})
  return {
    changes: changes.map(({ field }) => ({ path: field, key: keyAt(field) })),
    before: valuesOf(bodyOf('before')),
    after: valuesOf(bodyOf('after')),
  }
}

interface Props<V extends object, K extends string> {
  readonly summary: string
  readonly display: FormDisplay<K>
  /** Reads the values of a body. */
  readonly valuesOf: (body: object) => V
  readonly changes: readonly FieldChange[]
  /** Shows the fields from the start. */
  readonly isOpen?: boolean
  /** The name of a field that the form does not have. */
  readonly labelOfOther?: ((path: string) => string | undefined) | undefined
}

interface OtherProps {
  readonly path: string
  readonly side: 'before' | 'after'
  readonly changes: readonly FieldChange[]
}

/** The value of a field that the form does not have, where it is a text or a date. */
function OtherText({ path, side, changes }: OtherProps) {
  const value = changes.find(({ field }) => field === path)?.[side]
  if (typeof value !== 'string') return <span>–</span>
  const day = parseWireDate(value)
  return <bdi>{day ? formatScreenDate(day) : value}</bdi>
}

/** Fields before and after a change, collapsed unless `isOpen`. */
export function ChangesView<V extends object, K extends string>(props: Props<V, K>) {
  const { t } = useTranslation()
  const { summary, display, valuesOf } = props
  const { changes, before, after } = readChanges<V, K>(display.form.fields, valuesOf, props.changes)
  return (
    <details open={props.isOpen}>
      <summary>{summary}</summary>
      <table className="table change-table">
        <thead>
          <tr>
            <th scope="col">{t('caseHistory.columns.field')}</th>
            <th scope="col">{t('caseHistory.columns.before')}</th>
            <th scope="col">{t('caseHistory.columns.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, key }) => (
            <tr key={path}>
              <th scope="row">
                {key ? display.texts.labelOf(t, key) : (props.labelOfOther?.(path) ?? <bdi dir="ltr">{path}</bdi>)}
              </th>
              <td>
                {key ? (
                  <FieldText display={display} name={key} values={before} />
                ) : (
                  <OtherText path={path} side="before" changes={props.changes} />
                )}
              </td>
              <td>
                {key ? (
                  <FieldText display={display} name={key} values={after} />
                ) : (
                  <OtherText path={path} side="after" changes={props.changes} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
