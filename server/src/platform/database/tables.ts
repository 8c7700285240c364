import type { OperatorAction, RightsKind, RightsStatus, Role } from '@portal/contract'
import type { Generated, GeneratedAlways } from 'kysely'
import type { AttachmentTables } from '../attachments/attachments.tables.ts'
import type { AuditTables } from '../audit/audit.tables.ts'
import type { FileTables } from '../files/files.tables.ts'
import type { MailTables } from '../mail/mail.tables.ts'
import type { Sealed } from '../protection/sealed.ts'
import type { RunTables } from '../runs/runs.tables.ts'
import type { CaseTables } from './case.tables.ts'
import type { Optional } from './column-types.ts'
import type { IntakeTables } from './intake.tables.ts'
import type { RegistryTables } from './registry.tables.ts'

interface DataKeyTable {
  id: number
  /** Fingerprint of the master key that seals this key. */
  master: string
  sealed: Buffer
  createdAt: Generated<Date>
}

/** Marks a database that was filled with demo cases. */
interface DemoMarkTable {
  onlyOne: Generated<boolean>
  filledAt: Date
}

interface UserTable {
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

/** A change of an account. */
interface UserChangeTable {
  id: number
  keyId: Optional<number>
  userId: number
  changedBy: Optional<number>
  changedAt: Date
  action: OperatorAction
  details: Optional<Sealed>
}

interface AssociationTable {
  id: GeneratedAlways<number>
  name: string
  isDemo: Generated<boolean>
}

interface AssociationPersonTable {
  associationId: number
  userId: number
  position: 'legalRepresentative' | 'contact' | 'delegate'
}

interface UserRoleTable {
  userId: number
  role: Role
  place: number
}

interface SessionTable {
  /** Id that the owner sees. */
  id: GeneratedAlways<number>
  keyId: Optional<number>
  signIn: 'spid' | 'demo'
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

/** A pending request to an identity provider. */
interface SpidRequestTable {
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

interface SpidAssertionTable {
  idHash: string
  until: Date
}

interface SpidLogTable {
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

/** Search tokens of a row of another table: keyed, each a signed 64-bit number in text. */
interface TokenTable {
  id: number
  tokens: string[]
}

interface RightsRequestTable {
  id: number
  keyId: Optional<number>
  kind: RightsKind
  status: Generated<RightsStatus>
  taxCode: Optional<Sealed>
  reportCode: Optional<Sealed>
  reason: Optional<Sealed>
  decisionReason: Optional<Sealed>
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

interface RightsRequestCaseTable {
  requestId: number
  caseId: number
}

interface FollowUpSessionTable {
  idHash: string
  keyId: Optional<number>
  claims: Sealed
  caseId: number
  createdAt: Date
  expiresAt: Date
}

interface PinTryTable {
  subject: string
  tries: number
  lockedUntil: Optional<Date>
  endsAt: Date
}

/** The tables of the database, for Kysely: column names in camelCase. */
export interface Tables
  extends AttachmentTables,
    AuditTables,
    CaseTables,
    FileTables,
    IntakeTables,
    MailTables,
    RegistryTables,
    RunTables {
  demoMarks: DemoMarkTable
  dataKeys: DataKeyTable
  users: UserTable
  userRoles: UserRoleTable
  userTokens: TokenTable
  userChanges: UserChangeTable
  associations: AssociationTable
  associationPeople: AssociationPersonTable
  spidRequests: SpidRequestTable
  spidAssertions: SpidAssertionTable
  spidLog: SpidLogTable
  sessions: SessionTable
  reportTokens: TokenTable
  rightsRequests: RightsRequestTable
  rightsRequestCases: RightsRequestCaseTable
  followUpSessions: FollowUpSessionTable
  pinTries: PinTryTable
}
