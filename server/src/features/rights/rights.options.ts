import type { NoticeKind, Role } from '@portal/contract'
import type { ListItems } from '#features/case-sheet/index.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { Files } from '#platform/files/files.ts'
import type { ActiveRun } from '#platform/runs/run-definition.ts'
import type { Runs } from '#platform/runs/runs.ts'
import type { AttachedFiles } from './dossier.ts'
import type { StoredRequest } from './requests.store.ts'
import type { Search } from './subject.ts'

/** A notice about a request, without any name. */
export interface RightsNews {
  readonly kind: NoticeKind
  readonly requestId: number
  readonly userIds: readonly number[]
}

/** An attempt to carry out an approved request; `P` is the position of its run. */
export interface RequestRun<P> {
  readonly run: ActiveRun<P, never>
  readonly request: StoredRequest
  readonly audit: AuditRecorder
}

/** The services that the rights of data subjects need. */
export interface RightsOptions extends Search {
  readonly inTransaction: InTransaction
  readonly clock: Clock
  readonly runs: Runs
  readonly files: Files
  readonly attachments: AttachedFiles
  readonly outboxFolder: string
  /** The active operators with their roles. */
  readonly workers: (from: Db) => Promise<readonly { readonly id: number; readonly roles: readonly Role[] }[]>
  /** Notifies users, in the transaction of the event. */
  readonly notify: (tx: Db, news: RightsNews) => Promise<void>
  /** The Italian entries of a reference list. */
  readonly listItems: ListItems
}
