import {
  type AuditEntry,
  auditJobWords,
  auditWords,
  listNames,
  type RecordKind,
  referenceLists,
} from '@portal/contract'
import i18next, { type TFunction } from 'i18next'

export type AuditAction = keyof typeof auditWords | (typeof auditJobWords)[number]

/** What may be filtered by: every call and every job that leaves an entry. */
export const auditActions = [...Object.keys(auditWords), ...auditJobWords] as AuditAction[]

/** What somebody did, in plain words; a word that this page does not know stays as it is. */
export const actionText = (t: TFunction, action: string): string =>
  i18next.exists(`audit.actions.${action}`) ? t(`audit.actions.${action as AuditAction}`) : action

/** Who did it: a person, the public, or a job of the server. */
export function actorText(t: TFunction, { userId, userName, requestId }: AuditEntry): string {
  if (userName) return userName
  if (userId !== undefined) return t('auditPage.goneUser', { id: userId })
  return t(requestId === undefined ? 'auditPage.server' : 'auditPage.visitor')
}

export const recordText = (t: TFunction, kind: RecordKind, id: number): string =>
  t('auditPage.record', { kind: t(`audit.recordKinds.${kind}`), id })

/** The name of a changed field, or of a rule of retention, as the screens have it; one of no screen keeps its own. */
export function fieldText(t: TFunction, field: string): string {
  const ofEntry = entryFieldText(t, field)
  if (ofEntry !== undefined) return ofEntry
  if (i18next.exists(`fields.${field}`)) return t(`fields.${field}` as 'fields.email')
  const rule = `retention.rules.${field}.what`
  return i18next.exists(rule) ? t(rule as 'retention.rules.closedCases.what') : field
}

/** What the fields of an entry are: those that a change set, those that a list opened, or the filters of statistics. */
export const fieldsKindOf = (entry: AuditEntry) => {
  if (entry.action.endsWith('_statistics_read')) return 'filters'
  return hasOpenedFields(entry) ? 'openedFields' : 'fields'
}

/** Whether the fields of an entry are those that a list opened, and not those that a change set. */
export const hasOpenedFields = ({ action }: AuditEntry) => action.endsWith('_list_read')

/** A field of an entry of a reference list, such as `canale.it`; undefined for any other field. */
function entryFieldText(t: TFunction, field: string): string | undefined {
  const [path, what] = field.split('.')
  const list = listNames.find((one) => referenceLists[one].path === path)
  const key = `referenceLists.changed.${what}`
  if (!list || !i18next.exists(key)) return undefined
  return t('referenceLists.changedOf', {
    list: t(`referenceLists.names.${list}`),
    what: t(key as 'referenceLists.changed.it'),
  })
}
