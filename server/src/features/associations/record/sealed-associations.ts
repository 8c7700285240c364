import type { AssociationFieldChange, AssociationValues } from '@portal/contract'
import type { ClaimsTable } from '#platform/protection/claims.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'

/** The sealed values of an association. */
export interface SealedAssociation {
  /** VAT number or tax code. */
  readonly number?: string | undefined
  /** Name of the legal representative. */
  readonly representative?: string | undefined
  readonly email?: string | undefined
  /** The name again, so that re-encryption can renew the tokens of its search. */
  readonly searchedName?: string | undefined
  /** Every value of the form but the documents. */
  readonly content?: AssociationValues | undefined
  readonly missingItems?: string | undefined
  /** The changes of what the decree rests on that wait for the register. */
  readonly proposal?: readonly AssociationFieldChange[] | undefined
  readonly decreeNumber?: string | undefined
}

const keptForTheRegister = 'the register keeps every enrolment with its history'

export const sealedAssociations = sealedTable<SealedAssociation>()({
  table: 'associations',
  key: 'id',
  sealed: ['number', 'searchedName', 'representative', 'email', 'content', 'missingItems', 'proposal', 'decreeNumber'],
  ends: { stay: keptForTheRegister },
  unique: { number: 'numberToken' },
  tokens: {
    table: 'associationTokens',
    of: { searchedName: 'name', number: 'code', representative: 'name', email: 'email' },
  },
})

interface SealedEvent {
  readonly reason?: string | undefined
  /** The fields before and after, as JSON. */
  readonly changes?: string | undefined
}

export const sealedAssociationEvents = sealedTable<SealedEvent>()({
  table: 'associationEvents',
  key: 'id',
  sealed: ['reason', 'changes'],
  ends: { stay: keptForTheRegister },
})

interface SealedLetter {
  readonly recipient?: string | undefined
}

export const sealedAssociationLetters = sealedTable<SealedLetter>()({
  table: 'associationLetters',
  key: 'id',
  sealed: ['recipient'],
  ends: { stay: keptForTheRegister },
})

/** What a draft grants, in JSON: its secret as a digest in hexadecimal, instants in ISO 8601. */
export interface DraftClaims {
  readonly secretHash: string
  readonly isApplication: boolean
  readonly until: string
  readonly replacesId: number | null
  readonly replaceAt: string | null
}

export interface SealedDraft {
  content?: unknown
  claims: DraftClaims | null
}

export const sealedDrafts = sealedTable<SealedDraft>()({
  table: 'enrolmentDrafts',
  key: 'id',
  sealed: ['content', 'claims'],
  decisive: ['claims'],
  ends: { byRule: 'enrolmentDrafts' },
})

interface Draft {
  readonly secretHash: Buffer
  readonly isApplication: boolean
  readonly until: Date
  readonly replacesId: number | null
  readonly replaceAt: Date | null
}

export const enrolmentDrafts: ClaimsTable<SealedDraft, Draft> = {
  sealed: sealedDrafts,
  claimsOf: ({ secretHash, isApplication, until, replacesId, replaceAt }) => ({
    secretHash: secretHash.toString('hex'),
    isApplication,
    until: until.toISOString(),
    replacesId,
    replaceAt: replaceAt?.toISOString() ?? null,
  }),
}
