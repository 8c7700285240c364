import type {
  AssessmentAnswer,
  AssessmentStatus,
  CaseEventKind,
  CaseStatus,
  CaseValues,
  ClearOfficeKey,
  Conclusion,
  DeliveryReason,
  DeliveryState,
  Language,
  LetterDecision,
  LetterTextKind,
  LetterWay,
  LockKind,
  PlainDate,
  Report,
  Role,
  SealedOfficeKey,
  SealedReportField,
  StatisticsSubject,
  StoredReportKey,
  SummaryStatus,
  SuspectReason,
} from '@portal/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Sealed } from '../../protection/sealed.ts'
import type { Optional } from '../column-types.ts'

/** A day is text in both directions. */
type DayOrSame<T> = T extends PlainDate ? PlainDate : T

/** Lines: an array when read, JSON text when written. */
type ClearValue<T> = T extends readonly unknown[]
  ? ColumnType<T | null, string | null | undefined, string | null>
  : Optional<DayOrSame<T>>

/** The unsealed values that the office records for a case: one column for each field of its form. */
type ClearCaseColumns = {
  [K in Exclude<ClearOfficeKey, 'channelId'>]: ClearValue<NonNullable<CaseValues[K]>>
}

export interface CaseTable extends ClearCaseColumns {
  id: GeneratedAlways<number>
  protocolYear: number
  protocolNumber: number
  status: Generated<CaseStatus>
  listRank: GeneratedAlways<number>
  isOutOfRemit: GeneratedAlways<boolean>
  groundId: GeneratedAlways<number | null>
  subGroundId: GeneratedAlways<number | null>
  createdAt: Date
  insertedAt: Generated<Date>
  workedFrom: Generated<Date>
  statusSince: Generated<Date>
  createdBy: Optional<number>
  assignedTo: Optional<number>
  reporterTypeId: number
  languageId: number
  isAccommodationAsked: Optional<boolean>
  channelId: number
  /** Unread messages of the reporter, which triggers count. */
  unread: Generated<number>
  version: Generated<number>
  closedAt: Optional<Date>
  closingProposedAt: Optional<Date>
  /** Null for cases from before complainants were informed by letter. */
  awaitsLetter: ColumnType<boolean | null, boolean | undefined, false>
  pseudonymisedAt: Optional<Date>
  suspectReasons: Generated<SuspectReason[]>
  reviewedBy: Optional<number>
  reviewedAt: Optional<Date>
}

/** A column for each field of the report and for the sealed fields of the office. */
type ReportTable = {
  [K in keyof Pick<Report, StoredReportKey>]-?: Optional<
    K extends SealedReportField ? Sealed : DayOrSame<NonNullable<Report[K]>>
  >
} & { [K in SealedOfficeKey]: Optional<Sealed> } & {
  caseId: number
  receivedAt: Date
  keyId: Optional<number>
  listing: Optional<Sealed>
  pinHash: Optional<Sealed>
  ageBand: Optional<string>
  pageLanguage: Generated<Language>
}

/** Tables of cases and of the records that belong to them. */
export interface CaseTables {
  cases: CaseTable
  caseCountEntries: {
    status: CaseStatus
    isOutOfRemit: Generated<boolean>
    assignedTo: Optional<number>
    unread: Generated<number>
    delta: number
  }
  /** The narrow row of each case that statistics count; a trigger writes it. */
  caseStatistics: {
    caseId: number
    status: CaseStatus
    outcomeId: number | null
    relevanceId: number | null
    channelId: number
    reporterTypeId: number
    fieldId: number | null
    modeId: number | null
    victimAgeBandId: number | null
    isVirtual: boolean | null
    virtualPlaceId: number | null
    placeRegion: number | null
    placeProvince: number | null
    assignedTo: number | null
    month: PlainDate
    takeDays: number | null
    closeDays: number | null
    /** The ids of the lines as JSON. */
    grounds: string | null
    subGrounds: string | null
    contexts: string | null
    citizenships: string | null
  }
  statisticsResults: {
    id: Generated<number>
    userId: number
    subject: StatisticsSubject
    madeAt: Date
    /** JSON. */
    result: ColumnType<unknown, string, never>
  }
  /** The published open data of each year. */
  openDataYears: {
    year: number
    publishedAt: Date
    /** JSON. */
    numbers: ColumnType<unknown, string, never>
  }
  reports: ReportTable
  /** Cities of a case, which the next start seals in the report. */
  plainCities: {
    caseId: number
    placeCity: number | null
    organisationCity: number | null
  }
  /** A message between the office and the reporter of a case. */
  caseMessages: {
    id: number
    caseId: number
    keyId: Optional<number>
    text: Optional<Sealed>
    phone: Optional<Sealed>
    callHours: Optional<Sealed>
    onlyToReporter: Optional<Sealed>
    calledAt: Optional<Date>
    calledBy: Optional<number>
    writtenBy: Optional<number>
    sentAt: Date
    readAt: Optional<Date>
    /** The mail that carries the text of the message to its reporter, or did. */
    mailId: Optional<number>
    /** Whether its text went by mail, or came by it. */
    byMail: Generated<boolean>
    /** Number of the mail that it came by. */
    receivedMail: Optional<number>
    mailedAt: Optional<Date>
    deliveryState: Optional<DeliveryState>
    deliveryReason: Optional<DeliveryReason>
    deliveryAt: Optional<Date>
    mailIdentity: Optional<Sealed>
    mailToken: Optional<string>
  }
  /** What the office writes about a case for itself. */
  caseComments: {
    id: number
    caseId: number
    keyId: Optional<number>
    text: Optional<Sealed>
    mentions: Optional<Sealed>
    writtenBy: number
    writtenAt: Date
  }
  /** A day on which somebody of the office wants to come back to a case. */
  caseReminders: {
    id: number
    caseId: number
    keyId: Optional<number>
    text: Optional<Sealed>
    dueOn: PlainDate
    writtenBy: number
    writtenAt: Date
    doneAt: Optional<Date>
    doneBy: Optional<number>
    notifiedAt: Optional<Date>
  }
  /** A letter to the complainant about whether the case goes on. */
  complainantLetters: {
    id: number
    caseId: number
    keyId: Optional<number>
    text: Optional<Sealed>
    at: Date
    writtenBy: number
    way: LetterWay
    decision: LetterDecision
    language: Language
    /** The mail that carries it, or did. */
    mailId: Optional<number>
    mailedAt: Optional<Date>
    deliveryState: Optional<DeliveryState>
    deliveryReason: Optional<DeliveryReason>
    deliveryAt: Optional<Date>
    mailIdentity: Optional<Sealed>
    mailToken: Optional<string>
  }
  /** Texts of the office that such letters are drafted from. */
  letterTexts: {
    id: GeneratedAlways<number>
    kind: LetterTextKind
    name: string
    /** By language. */
    texts: ColumnType<Partial<Record<Language, string>>, string, string>
    source: Optional<string>
    isRetired: Generated<boolean>
    groundId: Optional<number>
    fieldId: Optional<number>
    modeId: Optional<number>
  }
  assessments: {
    id: number
    caseId: number
    keyId: Optional<number>
    status: AssessmentStatus
    version: number
    content: Optional<Sealed>
    writtenBy: number
    changedAt: Date
    sentOn: Optional<PlainDate>
    answerBy: Optional<PlainDate>
    answer: Optional<AssessmentAnswer>
  }
  assessmentSummaries: {
    id: number
    caseId: number
    keyId: Optional<number>
    status: SummaryStatus
    version: number
    content: Optional<Sealed>
    writtenBy: number
    changedAt: Date
  }
  publishedAssessments: {
    id: number
    title: string
    facts: string
    reasoning: string
    measures: Optional<string>
    conclusion: Optional<Conclusion>
    groundId: Optional<number>
    fieldId: Optional<number>
    year: number
    publishedAt: Date
  }
  caseEvents: {
    id: number
    caseId: number
    keyId: Optional<number>
    kind: CaseEventKind
    at: Date
    byUser: Optional<number>
    role: Optional<Role>
    statusFrom: Optional<CaseStatus>
    statusTo: Optional<CaseStatus>
    operatorId: Optional<number>
    reason: Optional<Sealed>
    /** Who did it in another system, without an account here. */
    author: Optional<Sealed>
    changes: Optional<Sealed>
    /** The entry of the action that this one took back. */
    undoes: Optional<number>
  }
  /** Actions that can still be undone, and whose notices wait until then. */
  heldActions: {
    eventId: number
    caseId: number
    /** Of the case after the action. */
    version: number
    until: Date
    keyId: Optional<number>
    action: Optional<Sealed>
  }
  recordLocks: {
    kind: LockKind
    recordId: number
    userId: number
    since: Date
    until: Date
  }
}
