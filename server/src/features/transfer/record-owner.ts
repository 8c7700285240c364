import type { RecordKind, TransferKindName } from '@portal/contract'
import type { OwnerColumn } from '#platform/record/source-keys.store.ts'
import type { Links } from './transfer-kind-io.ts'

/** The record with which another one ends, and which its audit entries name. */
export interface RecordOwner {
  readonly column: OwnerColumn
  readonly kind: RecordKind
  readonly id: number
}

const own: Readonly<Partial<Record<TransferKindName, readonly [OwnerColumn, RecordKind]>>> = {
  operator: ['userId', 'user'],
  person: ['personId', 'person'],
  organisation: ['organisationId', 'organisation'],
  case: ['caseId', 'case'],
  association: ['associationId', 'association'],
}

/** The links to owners, by the names of the members of the head. */
const byLink = {
  caseKey: ['caseId', 'case'],
  associationKey: ['associationId', 'association'],
  person: ['personId', 'person'],
  organisation: ['organisationId', 'organisation'],
  keptPerson: ['personId', 'person'],
  keptOrganisation: ['organisationId', 'organisation'],
} as const satisfies Readonly<Record<string, readonly [OwnerColumn, RecordKind]>>

/** The owner of a record: itself, or the one that its links name. */
export function ownerOfRecord(kind: TransferKindName, id: number, links: Links): RecordOwner {
  const itself = own[kind]
  if (itself) return { column: itself[0], kind: itself[1], id }
  for (const [name, [column, of]] of Object.entries(byLink)) {
    const link = links[name]
    if (typeof link === 'number') return { column, kind: of, id: link }
  }
  throw new Error(`A record of the transfer, ${kind}, belongs to nothing.`)
}
