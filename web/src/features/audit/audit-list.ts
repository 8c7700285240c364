import {
  type AuditEntry,
  type AuditFilters,
  auditFilters,
  auditOutcomes,
  listAudit,
  paths,
  type RecordKind,
  type Role,
  recordKinds,
  roleCodes,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useColleagueOptions } from '#lib/backoffice/colleagues.ts'
import type { Filter, FilterOption } from '#list/filters/filter.ts'
import { fromEndpoint } from '#list/from-endpoint.ts'
import type { ListSource } from '#list/list.ts'
import { type AuditAction, auditActions } from './audit-texts.ts'

const choice = { kind: 'choice', noneOf: (t) => t('auditPage.all') } as const satisfies Omit<Filter, 'wire'>

/** Where the audit log is, and how it is read: period, person, role, action, record and outcome. */
export const auditSource: ListSource<AuditEntry, AuditFilters> = {
  ...fromEndpoint(listAudit),
  path: paths.auditLog,
  schema: auditFilters,
  filters: {
    from: { kind: 'day', wire: 'dal' },
    to: { kind: 'day', wire: 'al', notBefore: 'from' },
    userId: { ...choice, wire: 'id_utente', useOptions: usePeople },
    role: { ...choice, wire: 'ruolo', names: roleCodes, nameOf: (t, name) => t(`roles.${name as Role}`) },
    action: {
      ...choice,
      wire: 'azione',
      isSorted: true,
      names: Object.fromEntries(auditActions.map((action) => [action, action])),
      nameOf: (t, name) => t(`audit.actions.${name as AuditAction}`),
    },
    recordKind: {
      ...choice,
      wire: 'tipo_record',
      isSorted: true,
      names: recordKinds,
      nameOf: (t, name) => t(`audit.recordKinds.${name as RecordKind}`),
    },
    recordId: { kind: 'number', wire: 'id_record', least: 1, maxLength: 15 },
    outcome: {
      ...choice,
      wire: 'esito',
      names: auditOutcomes,
      nameOf: (t, name) => t(`auditPage.outcomes.${name as AuditEntry['outcome']}`),
    },
  },
}

/** The current operators, and the operator in the filter, even if no longer active. */
function usePeople(chosen: readonly string[]): readonly FilterOption[] {
  const { t } = useTranslation()
  const options = useColleagueOptions()
  const gone = chosen.filter((id) => !options.some((option) => option.id === id))
  return [...options, ...gone.map((id) => ({ id, label: t('auditPage.goneUser', { id }) }))]
}
