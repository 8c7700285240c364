import {
  type CaseEvent,
  type CaseEventKind,
  type CaseFieldChange,
  type CaseKey,
  type CaseValues,
  caseValuesOf,
  freeingKinds,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { formatInstant, ShowInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { useListOfPage } from '../record/case-detail-frame.tsx'
import { editableKeys, fieldOf, fixedOf } from '../record/case-draft.ts'
import { labelOf } from '../record/case-field-texts.ts'
import { CaseValue } from '../record/case-value.tsx'

interface Props {
  readonly caseId: number
  readonly event: CaseEvent
}

/** An entry of the history: who did what to a case, when, why, and what changed. */
export function CaseHistoryEntry({ caseId, event }: Props) {
  const { t } = useTranslation()
  const { id, at, kind, by, role, reason, operator } = event
  const { detailPath } = useListOfPage()
  return (
    <>
      <p className="timeline-head">
        <ShowInstant instant={at} /> <strong>{t(`caseEventKinds.${kind}`)}</strong>
        <Passage event={event} />
      </p>
      <p className="timeline-who">
        <bdi>{by ?? t(kind === 'received' ? 'caseHistory.reporter' : 'caseHistory.portal')}</bdi>
        {role && ` · ${t(`roles.${role}`)}`}
      </p>
      {operator && (
        <p>
          {t(concerned(kind))}: <bdi>{operator}</bdi>
        </p>
      )}
      {reason && (
        <p>
          {t('caseHistory.reason')}:{' '}
          <span className="written-text" dir="auto">
            {reason}
          </span>
        </p>
      )}
      {event.changes.length > 0 && <Changes event={event} />}
      <p>
        <NavLink href={siteHref(detailPath, { id: caseId, evento: id })}>
          {t('caseHistory.look')}
          <span className="visually-hidden">: {formatInstant(at)}</span>
        </NavLink>
      </p>
    </>
  )
}

/** The text key that says which operator an entry names. */
function concerned(kind: CaseEvent['kind']) {
  if (kind === 'lockTaken') return 'caseHistory.takenFrom'
  return freeingKinds.includes(kind) ? 'caseHistory.formerOperator' : 'caseHistory.operator'
}

/** The change of status, if any. */
function Passage({ event: { from, to } }: Pick<Props, 'event'>) {
  const { t } = useTranslation()
  if (!to || from === to) return null
  return (
    <span className="passage">
      {from && (
        <>
          {t('caseHistory.from')} <StatusOfCase status={from} />
        </>
      )}{' '}
      {t('caseHistory.to')} <StatusOfCase status={to} />
    </span>
  )
}

/** The first entries of a case: they have no values before. */
const isEntry = (kind: CaseEventKind) => kind === 'entered' || kind === 'received'

/** The fields before and after, collapsed. */
function Changes({ event: { kind, changes } }: Pick<Props, 'event'>) {
  const { t } = useTranslation()
  const { changes: shown, before, after } = shownChanges(changes)
  return (
    <details>
      <summary>{t(isEntry(kind) ? 'caseHistory.filled' : 'caseHistory.fields', { count: shown.length })}</summary>
      <table className="table change-table">
        <thead>
          <tr>
            <th scope="col">{t('caseHistory.columns.field')}</th>
            <th scope="col">{t('caseHistory.columns.before')}</th>
            <th scope="col">{t('caseHistory.columns.after')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((change) => (
            <tr key={change.path}>
              <th scope="row">{change.key ? labelOf(t, change.key) : <bdi dir="ltr">{change.path}</bdi>}</th>
              <td>
                <Side change={change} values={before} />
              </td>
              <td>
                <Side change={change} values={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const Side = ({ change: { key }, values }: { change: ShownChange; values: object }) =>
  key ? <CaseValue fieldKey={key} values={values} /> : '–'

const allKeys = [...editableKeys, ...(Object.keys(fixedOf({})) as CaseKey[])]

/** The field with a path on the wire; undefined if no field of a case has it. */
const keyAt = (path: string) => allKeys.find((key) => fieldOf(key).wire === path)

const nested = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object

/** Merges parts of a body recursively. */
function merged(one: object, other: object): object {
  const entries = Object.entries(other).map(([name, value]) => {
    const old = (one as Record<string, unknown>)[name]
    const areBranches = isBranch(old) && isBranch(value)
    return [name, areBranches ? merged(old, value) : value]
  })
  return { ...one, ...Object.fromEntries(entries) }
}
const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A changed field in an entry of the history; without a key if this program does not know it. */
interface ShownChange {
  readonly path: string
  readonly key: CaseKey | undefined
}

interface ShownChanges {
  readonly changes: readonly ShownChange[]
  readonly before: CaseValues
  readonly after: CaseValues
}

/** The changes of an entry by field, read like the values of a case: a dependent field finds its parent's value. */
export function shownChanges(changes: readonly CaseFieldChange[]): ShownChanges {
  const bodyOf = (side: 'before' | 'after') =>
    changes.reduce((body, change) => merged(body, nested(change.field, change[side])), {})
  return {
    changes: changes.map(({ field }) => ({ path: field, key: keyAt(field) })),
    before: caseValuesOf(bodyOf('before')),
    after: caseValuesOf(bodyOf('after')),
  }
}
