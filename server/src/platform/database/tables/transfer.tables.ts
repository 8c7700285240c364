import type { TransferKindName } from '@portal/contract'
import type { Sealed } from '../../protection/sealed.ts'
import type { Optional } from '../column-types.ts'

/** The tables of what comes from another system: the keys that records had, and the correspondences of its lists. */
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
  transferTables: {
    id: number
    keyId: Optional<number>
    folder: string
    written: Optional<Sealed>
    filled: Optional<Sealed>
    uploadedAt: Optional<Date>
  }
}
