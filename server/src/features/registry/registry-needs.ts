import type { FieldError, Form, MatchWeights, RegistryKind } from '@portal/contract'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { createLocks } from '#platform/locks.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { MovedLink } from './sealed-persons.ts'
import type { CountLinkedCases } from './search/search.service.ts'

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
