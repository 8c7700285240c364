import type { CaseValues, Colleague, FieldError, Office, OperatorFilter, ReferenceList, Role } from '@portal/contract'
import type { Logger } from 'pino'
import type { Attachments } from '#platform/attachments/attachments.ts'
import type { createDocuments } from '#platform/attachments/documents.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { RecordNeeds } from '#platform/record/record.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { CaseNews } from './actions/case-act.rules.ts'
import type { CaseTerms } from './case-terms.rules.ts'
import type { ExpiringMap } from './expiring-map.ts'

/** A file of a case. */
export interface CaseFile {
  readonly id: string
  readonly name: string
  /** The message that the file came with; null for files of the report and of the office. */
  readonly messageId: number | null
  /** The type of a document of the office; null for other files. */
  readonly documentTypeId: number | null
}

/** An active operator. */
export interface Worker {
  readonly id: number
  readonly roles: readonly Role[]
}

/** The services that reading and changing cases needs. */
export interface CaseNeeds extends RecordNeeds {
  readonly log: Logger
  readonly office: Office
  readonly terms: CaseTerms
  /** The files of a case, in their order. */
  readonly filesOf: (from: Db, caseId: number) => Promise<readonly CaseFile[]>
  /** Attaches to a case the files that its user uploaded; throws 400 at `wirePath` for the files of others. */
  readonly claimFiles: Attachments['claim']
  /** Binds the received mail to the case that is made from it. */
  readonly takeMail: (tx: Db, mail: { readonly id: number; readonly caseId: number }, caller: Caller) => Promise<void>
  readonly documents: ReturnType<typeof createDocuments>
  /** Ids of the types of documents. */
  readonly documentTypes: (from: Db) => Promise<readonly number[]>
  /** Ids of a reference list in the order of their labels. */
  readonly idsInOrder: (list: ReferenceList) => Promise<readonly number[]>
  /** The active operators, or those among `ids`. */
  readonly workers: (from: Db, ids?: readonly number[]) => Promise<readonly Worker[]>
  /** The active operators, sorted by name. */
  readonly colleagues: (from: Db) => Promise<readonly Colleague[]>
  /** An active operator, whose account is locked until the transaction ends; undefined for another account. */
  readonly holdWorker: (tx: Db, id: number) => Promise<Worker | undefined>
  /** Ids of the accounts, deleted ones included, that a filter selects; undefined for a filter without conditions. */
  readonly operatorsLike: (filter: OperatorFilter) => Promise<readonly number[] | undefined>
  /** How the lists above the cap of exact counts are read, for at most a minute each. */
  readonly largeLists: ExpiringMap<'window' | 'apart' | 'sorted'>
  /** Counts of the home page that hold until a case changes. */
  readonly queueCounts: ExpiringMap<{ readonly mark: string; readonly uncounted: readonly number[] }>
  /** Notifies operators; `staff` are all active ones, where they were read. */
  readonly notify: (tx: Db, news: CaseNews, staff?: readonly Worker[]) => Promise<void>
  /** An error for each link to a record of the registry that is not there. */
  readonly linkErrors: (values: CaseValues, from: Db) => Promise<readonly FieldError[]>
}
