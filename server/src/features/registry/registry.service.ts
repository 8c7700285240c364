import {
  type CaseValues,
  caseFields,
  type FieldError,
  type Form,
  type Page,
  type RegistryKind,
  type RegistryLinkKey,
  registryLinks,
} from '@portal/contract'
import { invalidInput } from '#platform/app-error.ts'
import { idsOf } from '#platform/audit/audit-recorder.ts'
import type { Clock } from '#platform/clock.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { createLocks } from '#platform/locks.ts'
import type { SealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { fieldsFor, type KindOfRecord, kindsOfRecord } from './registry.kinds.ts'
import { findIdByCode, listExisting, listRecords, type StoredRecord } from './registry.store.ts'
import { createRegistryReading } from './registry-reading.ts'
import { createRegistrySaving } from './registry-saving.ts'

/** What the registry needs. */
export interface RegistryNeeds {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly locks: Readonly<Record<RegistryKind, ReturnType<typeof createLocks>>>
  /** Errors of choices without an item in force. */
  readonly choiceErrors: <V extends object>(form: Pick<Form<V>, 'fields'>, values: V, from: Db) => Promise<FieldError[]>
  /** The number of cases linked to each record, within the user's scope. */
  readonly countLinkedCases: (
    kind: RegistryKind,
    ids: readonly number[],
    user: SessionUser,
  ) => Promise<Map<number, number>>
}

export interface FoundRecord extends StoredRecord {
  readonly cases: number
}

export type Registry = ReturnType<typeof createRegistry>

const linkKeys = Object.keys(registryLinks) as RegistryLinkKey[]

/** The registry (decisions §7): natural and legal persons, one record each, shared by all cases linked to it. */
export function createRegistry(needs: RegistryNeeds) {
  const { db, vault, countLinkedCases } = needs

  function groupsOf(kind: KindOfRecord, words: string) {
    const groups = vault.find(kind.sealed as SealedTable<Record<string, unknown>>, fieldsFor(kind, words), words)
    if (groups.length === 0) throw invalidInput([{ path: 'filtri.parole', message: 'ricerca_troppo_corta' }])
    return groups
  }

  return {
    ...createRegistryReading(needs),
    ...createRegistrySaving(needs),

    async search(
      name: RegistryKind,
      request: PageQuery<{ words: string }>,
      { user, audit }: Caller,
    ): Promise<Page<FoundRecord>> {
      const kind = kindsOfRecord[name]
      const groups = groupsOf(kind, request.filters?.words ?? '')
      const page = await listRecords(db, request, { kind, groups, vault })
      const ids = idsOf(page.rows)
      audit.record(name, ids)
      const caseCounts = await countLinkedCases(name, ids, user)
      const present = (row: StoredRecord): FoundRecord => ({ ...row, cases: caseCounts.get(row.id) ?? 0 })
      return { ...page, rows: page.rows.map(present) }
    },

    /** Whether an organisation with a VAT number or tax code is in the registry. */
    hasOrganisation: async (number: string): Promise<boolean> =>
      (await findIdByCode(db, vault, kindsOfRecord.organisation, number)) !== undefined,

    linkErrors,
  }
}

/** An error for each link of a case that has no record. */
async function linkErrors(values: CaseValues, from: Db): Promise<FieldError[]> {
  const fieldErrors = linkKeys.map(async (key): Promise<FieldError[]> => {
    const id = values[key]
    if (id === undefined || (await listExisting(from, kindsOfRecord[registryLinks[key]], [id])).includes(id)) return []
    return [{ path: caseFields[key].wire, message: 'scelta_non_valida' }]
  })
  return (await Promise.all(fieldErrors)).flat()
}
