import {
  type CaseValues,
  caseFields,
  type FieldError,
  type Form,
  type MatchWeights,
  type RegistryKind,
  type RegistryLinkKey,
  registryLinks,
} from '@portal/contract'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { createLocks } from '#platform/locks.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { createDuplicates } from './duplicates/duplicates.service.ts'
import { createMerging } from './duplicates/merge.service.ts'
import { kindsOfRecord } from './registry.kinds.ts'
import { findIdByCode, listExisting } from './registry.store.ts'
import { createRegistryReading } from './registry-reading.ts'
import { createRegistrySaving } from './registry-saving.ts'
import type { MovedLink } from './sealed-persons.ts'
import { type CountLinkedCases, createRegistrySearch } from './search/search.service.ts'

/** What the registry needs. */
export interface RegistryNeeds {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly locks: Readonly<Record<RegistryKind, ReturnType<typeof createLocks>>>
  /** Errors of choices without an item in force. */
  readonly choiceErrors: <V extends object>(
    form: Pick<Form<V>, 'fields'>,
    values: V,
    from: Db,
    stored?: V,
  ) => Promise<FieldError[]>
  readonly countLinkedCases: CountLinkedCases
  /** Moves the links of cases from a record to another one, all of them or `only` those; returns what it moved. */
  readonly moveLinks: (
    tx: Db,
    kind: RegistryKind,
    links: { readonly from: number; readonly to: number; readonly only?: readonly MovedLink[] },
  ) => Promise<MovedLink[]>
  /** How two records are compared, and the least weight of a possible duplicate. */
  readonly matching: { readonly weights: Readonly<Record<RegistryKind, MatchWeights>>; readonly least: number }
}

export type Registry = ReturnType<typeof createRegistry>

const linkKeys = Object.keys(registryLinks) as RegistryLinkKey[]

/** The registry (decisions §7): natural and legal persons, one record each, shared by all cases linked to it. */
export function createRegistry(needs: RegistryNeeds) {
  const { db, vault, countLinkedCases } = needs
  return {
    ...createRegistryReading(needs),
    ...createRegistrySaving(needs),
    duplicates: createDuplicates(needs),
    merging: createMerging(needs),
    search: createRegistrySearch({ db, vault, countLinkedCases }),

    /** The id of the organisation with a VAT number or tax code; undefined if it is not in the registry. */
    findOrganisation: (number: string, from: Db = db): Promise<number | undefined> =>
      findIdByCode(from, vault, kindsOfRecord.organisation, number),

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
