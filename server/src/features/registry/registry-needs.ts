import type { MatchWeights, RegistryKind, SuggestionSource } from '@portal/contract'
import type { RawBuilder } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import type { AnySealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Authorship, RecordNeeds } from '#platform/record/record.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { IdentityFields } from './duplicates/candidates.store.ts'
import type { MovedLink } from './sealed-persons.ts'
import type { CountLinkedCases } from './search/search.service.ts'

/** A person or body without a record, under the field names of one. */
export interface UnlinkedPerson {
  readonly source: SuggestionSource
  readonly kind: RegistryKind
  readonly values: Readonly<Record<string, unknown>>
}

/** Another feature whose people may have records. */
export interface ComparisonSource {
  /** The people of a row who have no record; locks the row until the transaction ends. None where it or its data were deleted. */
  readonly listUnlinked: (tx: Db, vault: Vault, id: number) => Promise<readonly UnlinkedPerson[]>
  /** Whether the same code links a row to a record, as the number of an association does. */
  readonly isLinkedByCode: boolean
  readonly sealed: AnySealedTable
  /** The fields by which its people are recognised, by kind of record. */
  readonly identityFields: Readonly<Partial<Record<RegistryKind, IdentityFields>>>
}

/** What the registry needs. */
export interface RegistryNeeds extends RecordNeeds {
  /** Where the records of files are read. */
  readonly readsDb: Db
  /** Cases and associations, which are compared with the records. */
  readonly sources: Readonly<Record<'case' | 'association', ComparisonSource>>
  /** SQL conditions for the cases that a user may read; undefined where they may read none. */
  readonly readableCases: (user: SessionUser) => readonly RawBuilder<boolean>[] | undefined
  /** Prefix of the codes of cases. */
  readonly productTag: string
  readonly countLinkedCases: CountLinkedCases
  /** Locks the cases that refer to a record, or have one of `only` these links, before the record is locked. */
  readonly holdLinks: (
    tx: Db,
    kind: RegistryKind,
    links: { readonly from: number; readonly only?: readonly MovedLink[] },
  ) => Promise<void>
  /** Moves the links of cases from a record to another one, all of them or `only` those; returns what it moved. */
  readonly moveLinks: (
    tx: Db,
    vault: Vault,
    kind: RegistryKind,
    links: {
      readonly from: number
      readonly to: number
      readonly only?: readonly MovedLink[]
      readonly by: Authorship
    },
  ) => Promise<MovedLink[]>
  /** How two records are compared, and the least weight of a possible duplicate. */
  readonly matching: { readonly weights: Readonly<Record<RegistryKind, MatchWeights>>; readonly least: number }
}
