import type {
  AssociationEventKind,
  AssociationStatus,
  DeliveryReason,
  DeliveryState,
  Language,
  LetterKind,
  MemberPosition,
  PlainDate,
  Role,
} from '@portal/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Sealed } from '../../protection/sealed.ts'
import type { Optional } from '../column-types.ts'

/** What a certificate says of an association that the register does not say for ever. */
export interface CertificateFacts {
  readonly name: string
  readonly regionId: number | null
  readonly enrolledOn: PlainDate | null
  readonly renewedOn: PlainDate | null
  readonly expiresOn: PlainDate | null
}

/** The tables of the register of associations. */
export interface AssociationTables {
  associations: {
    id: Generated<number>
    keyId: Optional<number>
    name: string
    isDemo: Generated<boolean>
    status: Generated<AssociationStatus>
    origin: Optional<'submitted' | 'renewalAsked'>
    version: Generated<number>
    requestYear: Generated<number>
    requestPlace: Generated<number>
    enrolmentNumber: Optional<number>
    language: Generated<Language>
    requestedAt: Generated<Date>
    /** When the request was made that waits now: the renewal's where there is one, else the first. */
    currentRequestAt: GeneratedAlways<Date>
    statusSince: Generated<Date>
    approvedOn: Optional<PlainDate>
    enrolledOn: Optional<PlainDate>
    renewedOn: Optional<PlainDate>
    expiresOn: Optional<PlainDate>
    closedOn: Optional<PlainDate>
    decreeDate: Optional<PlainDate>
    documentsDueOn: Optional<PlainDate>
    isTermExtended: Generated<boolean>
    rejectionWarnedOn: Optional<PlainDate>
    remindedOn: Optional<PlainDate>
    /** When the association requested its removal. */
    removalRequestedOn: Optional<PlainDate>
    renewalRequestedOn: Optional<PlainDate>
    /** The expiry that the newest renewal prolonged. */
    renewedFrom: Optional<PlainDate>
    renewalWarnedOn: Optional<PlainDate>
    proposedAt: Optional<Date>
    proposedBy: Optional<number>
    checkedDocuments: Generated<number[]>
    previousId: Optional<number>
    regionId: Optional<number>
    mainGroundId: Optional<number>
    groundIds: Generated<number[]>
    /** The municipality of the seat. */
    cityId: Optional<number>
    /** Null in rows from before that the nightly run has not read yet. */
    subGroundIds: Optional<number[]>
    certificateCode: Optional<string>
    certificateAt: Optional<Date>
    number: Optional<Sealed>
    searchedName: Optional<Sealed>
    representative: Optional<Sealed>
    email: Optional<Sealed>
    content: Optional<Sealed>
    missingItems: Optional<Sealed>
    proposal: Optional<Sealed>
    decreeNumber: Optional<Sealed>
    numberToken: Optional<string>
  }
  associationTokens: { id: number; tokens: string[] }
  associationRequestNumbers: { year: number; lastPlace: number }
  associationPeople: {
    associationId: number
    userId: number
    position: MemberPosition
    id: Generated<number>
    keyId: Optional<number>
    claims: Optional<Sealed>
  }
  associationEvents: {
    id: number
    keyId: Optional<number>
    associationId: number
    place: number
    kind: AssociationEventKind
    at: Date
    byUser: Optional<number>
    role: Optional<Role>
    statusFrom: Optional<AssociationStatus>
    statusTo: Optional<AssociationStatus>
    reason: Optional<Sealed>
    changes: Optional<Sealed>
  }
  associationLetters: {
    id: number
    keyId: Optional<number>
    associationId: number
    kind: LetterKind
    at: Date
    recipient: Optional<Sealed>
    isCertified: boolean
    mailId: Optional<number>
    sentAt: Optional<Date>
    failedAt: Optional<Date>
    deliveryState: Optional<DeliveryState>
    deliveryReason: Optional<DeliveryReason>
    deliveryAt: Optional<Date>
  }
  associationInvitations: {
    id: number
    keyId: Optional<number>
    associationId: number
    codeToken: string
    taxCode: Optional<Sealed>
    person: Optional<Sealed>
    madeAt: Date
    userId: Optional<number>
  }
  associationCertificates: {
    code: string
    associationId: number
    issuedAt: Date
    /** What it said, once another took its place. */
    facts: ColumnType<CertificateFacts | null, string | undefined, string>
  }
  associationLinks: {
    secretHash: Buffer
    associationId: number
    madeAt: Date
    until: Date
    usedAt: Optional<Date>
    id: Generated<number>
    keyId: Optional<number>
    claims: Optional<Sealed>
  }
  enrolmentDrafts: {
    id: number
    keyId: Optional<number>
    secretHash: Buffer
    isApplication: boolean
    language: Language
    content: Optional<Sealed>
    until: Date
    /** The pending request that the application replaces, and when, unless its applicant answers before. */
    replacesId: Optional<number>
    replaceAt: Optional<Date>
    claims: Optional<Sealed>
  }
}
