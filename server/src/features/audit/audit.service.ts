import {
  type AuditEntry,
  type AuditFilters,
  type AuditVerification,
  limits,
  type Ordering,
  type Page,
  type PlainDate,
  rangeOf,
} from '@portal/contract'
import { type AnchorFile, knownFrom } from '#platform/audit/anchor.ts'
import { touched } from '#platform/audit/audit-act.ts'
import { verifyAudit } from '#platform/audit/verify.ts'
import type { Db } from '#platform/database/transaction.ts'
import { invalidInput, Problem } from '#platform/problem.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { scopeOf } from './audit.rules.ts'
import { type AuditKey, type AuditPage, countEntries, listEntries } from './audit.store.ts'

export type AuditLog = ReturnType<typeof createAuditLog>

export interface AuditRequest {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly filters?: AuditFilters | undefined
  readonly orderings?: readonly Ordering[] | undefined
}

type StoredEntry = Awaited<ReturnType<typeof listEntries>>[number]

const keyText = ({ at, id }: StoredEntry) => `${at.getTime()}-${id}`

function readKey(path: string, text: string | undefined): AuditKey | undefined {
  if (text === undefined) return undefined
  const [, at, id] = /^([0-9]{1,15})-([0-9]{1,15})$/.exec(text) ?? []
  if (at === undefined || id === undefined) throw invalidInput([{ path, message: 'valore_non_valido' }])
  return { at: new Date(Number(at)), id: Number(id) }
}

/** The rows asked for; the log is newest first and in no other order, jumps end at row 10,000. */
function pageOf(request: AuditRequest): AuditPage {
  const range = rangeOf(request)
  const after = readKey('dopo', request.after)
  const before = readKey('prima', request.before)
  if (request.orderings?.length) throw invalidInput([{ path: 'ordinamenti', message: 'ordinamento_non_previsto' }])
  if (!after && !before && range.from > limits.page.exactCount)
    throw invalidInput([{ path: 'da', message: 'pagina_troppo_lontana' }])
  return { range, after, before }
}

const present = (row: StoredEntry): AuditEntry => ({
  id: row.id,
  at: row.at,
  userId: row.userId ?? undefined,
  userName: row.userName,
  role: row.role ?? undefined,
  action: row.action,
  outcome: row.outcome,
  recordKind: row.recordKind ?? undefined,
  recordIds: row.recordIds.map(Number),
  network: row.network ?? undefined,
  requestId: row.requestId ?? undefined,
  changedFields: row.changedFields,
  isChained: row.isChained,
})

/** The audit log as the office reads it. */
export function createAuditLog({ db, vault, anchor }: { db: Db; vault: Vault; anchor: AnchorFile }) {
  return {
    async list(request: AuditRequest, user: SessionUser): Promise<Page<AuditEntry>> {
      const scope = scopeOf(user.selectedRole)
      if (!scope) throw new Problem('not_allowed')
      const { filters = {} } = request
      const page = pageOf(request)
      const [rows, count] = await Promise.all([
        listEntries(db, vault, scope, filters, page),
        countEntries(db, scope, filters),
      ])
      touched(
        'audit',
        rows.map(({ id }) => id),
      )
      const [first] = rows
      const last = rows.at(-1)
      const isMore = count > limits.page.exactCount
      return {
        rows: rows.map(present),
        count: isMore ? limits.page.exactCount : count,
        ...(isMore && { countIsMore: true }),
        ...page.range,
        ...(first && last && { firstKey: keyText(first), lastKey: keyText(last) }),
      }
    },

    /** Verifies the chain, of one day or all, against the keys in the database and the place kept outside it. */
    async verify(day: PlainDate | undefined): Promise<AuditVerification> {
      touched('audit', [])
      return verifyAudit(db, { day, ...knownFrom(anchor) })
    },
  }
}
