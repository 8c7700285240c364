import type * as z from 'zod/mini'
import type { RecordKind } from '../audit/record-kinds.ts'
import type { Role } from '../session/roles.ts'
import type { Form } from './form.ts'

/**
 * What the audit log calls a call of the API (decisions §10), with the kind of record that it reads or changes: its handler
 * must tell which ones (`touched`).
 */
export const auditWords = {
  report_submitted: 'case',
  follow_up_opened: 'case',
  follow_up_read: 'case',
  follow_up_answered: 'case',
  follow_up_receipt_read: 'case',
  case_messages_read: 'case',
  case_message_sent: 'case',
  assistance_requested: 'file',
  file_scanned: 'file',
  file_deleted: 'file',
  file_read: 'file',
  suspect_list_read: 'case',
  suspect_cleared: 'case',
  case_list_read: 'case',
  case_read: 'case',
  case_sheet_read: 'case',
  case_history_read: 'case',
  case_entered: 'case',
  case_changed: 'case',
  case_status_changed: 'case',
  case_locked: 'case',
  calendar_changed: 'user',
  calendar_read: 'case',
  reference_inserted: 'reference',
  case_documents_read: 'case',
  case_documents_changed: 'case',
  registry_list_read: 'person',
  registry_read: 'person',
  registry_inserted: 'person',
  organisation_list_read: 'organisation',
  organisation_read: 'organisation',
  organisation_inserted: 'organisation',
  signed_in: 'user',
  signed_out: 'user',
  role_changed: 'user',
  sessions_read: 'user',
  sessions_ended: 'user',
  operator_list_read: 'user',
  operator_read: 'user',
  operator_inserted: 'user',
  operator_modified: 'user',
  operator_deleted: 'user',
  cases_reassigned: 'case',
  users_uploaded: 'batch',
  audit_read: 'audit',
  audit_verified: 'audit',
  encryption_started: 'batch',
  key_retired: 'key',
  rights_requested: 'rights',
  rights_list_read: 'rights',
  rights_read: 'rights',
  rights_approved: 'rights',
  rights_refused: 'rights',
  rights_archive_read: 'rights',
} as const satisfies Record<string, RecordKind>

/** `none` for what touches no record: lists of reference, polls. */
export type AuditWord = 'none' | keyof typeof auditWords

/** Who may call: anyone (the public portal), whoever is signed in, or the roles named. There is no default. */
export type Allow = 'anyone' | 'signed_in' | readonly Role[]

/** Media types of the files that calls answer; of none in particular where the caller chooses. */
export type FileType =
  | 'application/zip'
  | 'application/pdf'
  | 'application/octet-stream'
  | 'text/calendar; charset=utf-8'

/** A call of the API as a value: the server serves it, the screen calls it, the docs print it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: `/v1/${string}`
  /** One sentence for the readable page of the API. */
  readonly summary: string
  readonly allow: Allow
  readonly audit: AuditWord
  /** False for polls, heartbeats and autosaves: they do not prolong the session (decisions §1). */
  readonly prolongs?: false
  /** True for a GET that changes something, as the specification wants it: refused from other sites as unsafe methods are. */
  readonly changesState?: true
  /** True where the screen shows no spinner while the call runs. */
  readonly silent?: true
  /** Headers with a meaning of their own. */
  readonly headers?: Readonly<Record<string, string>>
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** Largest body in bytes, where it may be larger than those of other calls. */
  readonly bodyBytes?: number
  /** A body of `multipart/form-data` with one file, in the part `file`. Excludes `body`. */
  readonly upload?: true
  /** A body declared as a form: all of its faults are told at once. Excludes `body`. */
  readonly form?: Form
  /** Media type of a call that answers a file, to be saved, in place of JSON; `reply` is then empty. */
  readonly file?: FileType
  readonly reply: z.ZodMiniType
  /** What refuses a body with faults, where that is not `invalid_input`. */
  readonly faultsAs?: 'form_has_errors'
  /** Another name of `result` under which its callers look for the sentence of a 500 (specification 2 §8). */
  readonly failureAlsoAs?: 'error_msg'
  /** True where a 409 may carry the whole record as well: `result` then holds what `reply` says. */
  readonly conflictReply?: true
}

export const defineEndpoint = <const E extends Endpoint>(endpoint: E) => endpoint
