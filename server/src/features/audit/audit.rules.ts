import { type AuditWord, accessTo, type Role } from '@portal/contract'

/** Which entries a person may see. */
export type AuditScope = { readonly kind: 'all' } | { readonly kind: 'actions'; readonly actions: readonly AuditWord[] }

/** What is done to the register of associations; nothing so far. */
const registerActions: readonly AuditWord[] = []

/** The scope of the audit log for a role; undefined where the room is shut. */
export function scopeOf(role: Role): AuditScope | undefined {
  const access = accessTo('auditLog', role)
  if (access === 'all') return { kind: 'all' }
  return access === 'register_part' ? { kind: 'actions', actions: registerActions } : undefined
}
