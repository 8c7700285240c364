import type { TransferKindName } from '@portal/contract'
import type { Sealed } from '../../protection/sealed.ts'
import type { Optional } from '../column-types.ts'

/** The table of the keys that records had in another system. */
export interface TransferTables {
  transferKeys: {
    id: number
    keyId: Optional<number>
    kind: TransferKindName
    recordId: number
    sourceKey: Optional<Sealed>
    token: Optional<string>
    caseId: Optional<number>
    personId: Optional<number>
    organisationId: Optional<number>
    userId: Optional<number>
    associationId: Optional<number>
  }
}
