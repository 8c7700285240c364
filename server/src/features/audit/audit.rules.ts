import { type AuditWord, accessTo, auditWords, type Role } from '@portal/contract'

/** The entries of the audit log that a role may see. */
export type AuditScope = { readonly kind: 'all' } | { readonly kind: 'actions'; readonly actions: readonly AuditWord[] }

/** Actions on the register of associations. */
const registerActions: readonly AuditWord[] = (Object.keys(auditWords) as (keyof typeof auditWords)[]).filter(
  (word) => auditWords[word] === 'association',
)

/** The scope of the audit log for a role; undefined if the role may not open the log. */
export function scopeOf(role: Role): AuditScope | undefined {
  const access = accessTo('auditLog', role)
  if (access === 'all') return { kind: 'all' }
  return access === 'register_part' ? { kind: 'actions', actions: registerActions } : undefined
}
