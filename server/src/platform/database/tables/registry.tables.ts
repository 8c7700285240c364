import type {
  Organisation,
  Person,
  PlainDate,
  RegistryEventKind,
  RegistryKind,
  Role,
  SealedOrganisationKey,
  SealedPersonKey,
  SuggestionSource,
} from '@portal/contract'
import type { Generated } from 'kysely'
import type { Sealed } from '../../protection/sealed.ts'
import type { Optional } from '../column-types.ts'

/** A column for each field of a form, sealed or plain. */
type FieldColumns<V, S extends keyof V> = {
  [K in keyof V]-?: Optional<K extends S ? Sealed : Exclude<V[K], undefined | PlainDate>>
}

interface RecordColumns {
  id: number
  keyId: Optional<number>
  version: Generated<number>
  mergedInto: Optional<number>
  mergedAt: Optional<Date>
  comparedAt: Optional<Date>
  createdBy: number
  changedAt: Date
}

export interface RegistryTables {
  naturalPersons: RecordColumns & FieldColumns<Person, SealedPersonKey> & { taxCodeToken: Optional<string> }
  naturalPersonTokens: { id: number; tokens: string[] }
  legalPersons: RecordColumns & FieldColumns<Organisation, SealedOrganisationKey> & { vatToken: Optional<string> }
  legalPersonTokens: { id: number; tokens: string[] }
  registryEvents: {
    id: number
    keyId: Optional<number>
    personId: Optional<number>
    organisationId: Optional<number>
    kind: RegistryEventKind
    at: Date
    byUser: Optional<number>
    role: Optional<Role>
    changes: Optional<Sealed>
    mergeId: Optional<number>
  }
  registryPairs: {
    id: Generated<number>
    kind: RegistryKind
    firstId: number
    secondId: number
    weight: number
    foundAt: Date
    status: 'open' | 'different'
    decidedBy: Optional<number>
    decidedAt: Optional<Date>
  }
  /** What the job compares next. */
  registryComparisons: {
    kind: 'case' | 'association' | RegistryKind
    id: number
  }
  registrySuggestions: {
    id: Generated<number>
    source: SuggestionSource
    caseId: Optional<number>
    associationId: Optional<number>
    personId: Optional<number>
    organisationId: Optional<number>
    weight: number
    foundAt: Date
    status: 'open' | 'different'
    decidedBy: Optional<number>
    decidedAt: Optional<Date>
  }
  registryMerges: {
    id: number
    keyId: Optional<number>
    kind: RegistryKind
    keptId: number
    mergedId: number
    at: Date
    byUser: number
    before: Optional<Sealed>
    undoneAt: Optional<Date>
  }
}
