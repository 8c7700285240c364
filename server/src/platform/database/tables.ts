import type { OperatorAction, RightsKind, RightsStatus, Role } from '@portal/contract'
import type { Generated, GeneratedAlways, Kysely } from 'kysely'
import type { AttachmentTables } from '../attachments/attachments.tables.ts'
import type { AuditTables } from '../audit/audit.tables.ts'
import type { FileTables } from '../files/files.tables.ts'
import type { MailTables } from '../mail/mail.tables.ts'
import type { Sealed } from '../protection/sealed.ts'
import type { RunTables } from '../runs/runs.tables.ts'
import type { Optional } from './column-types.ts'
import type { AssociationTables } from './tables/association.tables.ts'
import type { CaseTables } from './tables/case.tables.ts'
import type { DeskTables } from './tables/desk.tables.ts'
import type { ExportTables } from './tables/export.tables.ts'
import type { IntakeTables } from './tables/intake.tables.ts'
import type { MailboxTables } from './tables/mailbox.tables.ts'
import type { RegistryTables } from './tables/registry.tables.ts'
import type { TransferTables } from './tables/transfer.tables.ts'

/** Search tokens of a row of another table: keyed, each a signed 64-bit number in text. */
interface TokenTable {
  id: number
  tokens: string[]
}

/** The tables of the database, for Kysely: column names in camelCase. */
export interface Tables
  extends AssociationTables,
    AttachmentTables,
    AuditTables,
    CaseTables,
    DeskTables,
    ExportTables,
    FileTables,
    IntakeTables,
    MailboxTables,
    MailTables,
    RegistryTables,
    RunTables,
    TransferTables {
  /** Marks a database that was filled with demo cases. */
  demoMarks: {
    onlyOne: Generated<boolean>
    filledAt: Date
  }
  dataKeys: {
    id: number
    /** Fingerprint of the master key that seals this key. */
    master: string
    sealed: Buffer
    createdAt: Generated<Date>
  }
  users: {
    id: number
    /** Data key that seals the row; null while the row is plain and waits for the encryption batch. */
    keyId: Optional<number>
    taxCode: Sealed
    taxCodeToken: Optional<string>
    firstName: Sealed
    lastName: Sealed
    mail: Optional<Sealed>
    phone: Optional<Sealed>
    isEnabled: Generated<boolean>
    mailToken: Optional<string>
    enabledAt: Generated<Date>
    disabledAt: Optional<Date>
    deletedAt: Optional<Date>
    isDemo: Generated<boolean>
    version: Generated<number>
    /** The run that wrote the row: until that is finished it is no account (`isAccount`). */
    uploadId: Optional<number>
    authority: Optional<Sealed>
  }
  userRoles: {
    userId: number
    role: Role
    place: number
  }
  userTokens: TokenTable
  /** A change of an account. */
  userChanges: {
    id: number
    keyId: Optional<number>
    userId: number
    changedBy: Optional<number>
    changedAt: Date
    action: OperatorAction
    details: Optional<Sealed>
  }
  /** A pending request to an identity provider. */
  spidRequests: {
    id: string
    kind: 'login' | 'logout'
    idp: string
    issuedAt: Date
    expiresAt: Date
    level: 1 | 2 | 3
    relayState: string
    browserHash: string
    sessionHash: Optional<string>
    returnTo: Optional<string>
    usedAt: Optional<Date>
  }
  spidAssertions: {
    idHash: string
    until: Date
  }
  spidLog: {
    id: number
    keyId: Optional<number>
    requestId: string
    idp: string
    requestedAt: Date
    answeredAt: Optional<Date>
    outcome: Optional<string>
    responseId: Optional<Sealed>
    responseIssuedAt: Optional<Sealed>
    responseIssuer: Optional<Sealed>
    assertionId: Optional<Sealed>
    subject: Optional<Sealed>
    requestXml: Optional<Sealed>
    responseXml: Optional<Sealed>
  }
  sessions: {
    /** Id that the owner sees. */
    id: GeneratedAlways<number>
    keyId: Optional<number>
    signIn: 'spid' | 'cie' | 'demo'
    /** Such as 'Chrome su Windows'. */
    browser: string
    /** Truncated network address. */
    network: string
    spidSubject: Optional<Sealed>
    spidToken: Optional<string>
    spidIndex: Optional<Sealed>
    claims: Sealed
    idHash: string
    userId: number
    selectedRole: Role
    createdAt: Date
    expiresAt: Date
  }
  reportTokens: TokenTable
  rightsRequests: {
    id: number
    keyId: Optional<number>
    kind: RightsKind
    status: Generated<RightsStatus>
    taxCode: Optional<Sealed>
    reportCode: Optional<Sealed>
    reason: Optional<Sealed>
    decisionReason: Optional<Sealed>
    claims: Optional<Sealed>
    requestedBy: number
    requestedAt: Date
    decidedBy: Optional<number>
    decidedAt: Optional<Date>
    finishedAt: Optional<Date>
    reports: Generated<number>
    users: Generated<number>
    mails: Generated<number>
    auditEntries: Generated<number>
  }
  rightsRequestCases: {
    requestId: number
    caseId: number
  }
  followUpSessions: {
    idHash: string
    keyId: Optional<number>
    claims: Sealed
    caseId: number
    createdAt: Date
    expiresAt: Date
  }
  visitMemories: {
    visitHash: string
    slot: string
    content: Buffer
    expiresAt: Date
  }
  pinTries: {
    subject: string
    tries: number
    lockedUntil: Optional<Date>
    endsAt: Date
  }
}

/** Rows of a table that is known when the program runs, not when it is compiled. */
export type AnyRow = Readonly<Record<string, unknown>>

export type AnyTables = Readonly<Record<string, Record<string, unknown>>>

/** The same database for statements whose table and columns are values, such as those of a declared sealed table. */
// Kysely checks names of tables and columns against its type parameter alone.
export const anyTable = (db: Kysely<Tables>) => db as unknown as Kysely<AnyTables>
