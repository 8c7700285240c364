import type * as z from 'zod/mini'
import type { RecordKind } from '../audit/record-kinds.ts'
import type { Role } from '../session/roles.ts'
import type { Form } from './form.ts'

/**
 * The action that the audit log records for a call (decisions §10), with the kind of record that the call reads or changes.
 * The handler names the records (`audit.record`).
 */
export const auditWords = {
  report_submitted: 'case',
  follow_up_opened: 'case',
  follow_up_read: 'case',
  follow_up_answered: 'case',
  follow_up_receipt_read: 'case',
  follow_up_call_requested: 'case',
  case_messages_read: 'case',
  case_message_sent: 'case',
  case_call_noted: 'case',
  case_commented: 'case',
  case_reminder_changed: 'case',
  saved_reply_changed: 'savedReply',
  complainant_letters_read: 'case',
  complainant_informed: 'case',
  assessment_read: 'case',
  assessment_changed: 'case',
  letter_text_changed: 'letterText',
  closing_macro_changed: 'closingMacro',
  closing_macro_deleted: 'closingMacro',
  assistance_requested: 'file',
  file_scanned: 'file',
  file_deleted: 'file',
  file_read: 'file',
  suspect_list_read: 'case',
  suspect_cleared: 'case',
  case_list_read: 'case',
  notice_list_read: 'case',
  case_read: 'case',
  case_sheet_read: 'case',
  case_sheet_redacted: 'case',
  case_history_read: 'case',
  case_entered: 'case',
  case_changed: 'case',
  case_status_changed: 'case',
  case_locked: 'case',
  calendar_changed: 'user',
  calendar_read: 'case',
  reference_inserted: 'reference',
  reference_changed: 'reference',
  reference_retired: 'reference',
  reference_moved: 'reference',
  reference_deleted: 'reference',
  case_documents_read: 'case',
  case_documents_changed: 'case',
  registry_list_read: 'person',
  registry_read: 'person',
  registry_inserted: 'person',
  registry_changed: 'person',
  registry_locked: 'person',
  registry_history_read: 'person',
  registry_merged: 'person',
  registry_unmerged: 'person',
  organisation_list_read: 'organisation',
  organisation_read: 'organisation',
  organisation_inserted: 'organisation',
  organisation_changed: 'organisation',
  organisation_locked: 'organisation',
  organisation_history_read: 'organisation',
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
  attachment_migration_started: 'batch',
  attachment_migration_cancelled: 'batch',
  transfer_check_started: 'batch',
  transfer_import_started: 'batch',
  transfer_cancelled: 'batch',
  transfer_file_read: 'batch',
  transfer_table_uploaded: 'batch',
  key_retired: 'key',
  mail_list_read: 'mail',
  mail_read: 'mail',
  mail_decided: 'mail',
  rights_requested: 'rights',
  rights_list_read: 'rights',
  rights_read: 'rights',
  rights_approved: 'rights',
  rights_refused: 'rights',
  rights_archive_read: 'rights',
  association_applied: 'association',
  association_list_read: 'association',
  association_read: 'association',
  association_history_read: 'association',
  association_changed: 'association',
  association_status_changed: 'association',
  association_locked: 'association',
  cases_exported: 'case',
  people_exported: 'person',
  organisations_exported: 'organisation',
  operators_exported: 'user',
  associations_exported: 'association',
  export_started: 'export',
  export_read: 'export',
  export_cancelled: 'export',
  export_retried: 'export',
  case_statistics_read: 'case',
  register_statistics_read: 'association',
  statistics_exported: 'export',
  association_sheet_read: 'association',
  assurances_confirmed: 'officeText',
  assurances_withdrawn: 'officeText',
} as const satisfies Record<string, RecordKind>

/** `none` for calls that read or change no record, such as reference lists and polls. */
export type AuditWord = 'none' | keyof typeof auditWords

/** Who may call: anyone (the public portal), signed-in users, or the named roles. There is no default. */
export type Allow = 'anyone' | 'signed_in' | readonly Role[]

/** Media types of calls that return a file; the generic one where the type depends on the file. */
export type FileType =
  | 'application/zip'
  | 'application/pdf'
  | 'application/octet-stream'
  | 'application/json'
  | 'application/ld+json'
  | 'application/schema+json'
  | 'application/atom+xml'
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  | 'text/calendar; charset=utf-8'

/** An endpoint of the API as a value: the server serves it, the web client calls it, the documentation prints it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: `/v1/${string}`
  /** One sentence for the API page of the documentation. */
  readonly summary: string
  readonly allow: Allow
  readonly audit: AuditWord
  /** False for polls, heartbeats and autosaves: they do not prolong the session (decisions §1). */
  readonly prolongs?: false
  /** True for a GET that changes state because the specification requires GET; refused from other sites like unsafe methods. */
  readonly changesState?: true
  /** True where the screen shows no spinner while the call runs. */
  readonly silent?: true
  /** Request headers that the endpoint reads, with their meaning. */
  readonly headers?: Readonly<Record<string, string>>
  /** Of a list: the columns that it can be sorted by, with their names on the wire. */
  readonly sorts?: Readonly<Record<string, string>>
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** The member that a body which is a bare list stands for (specification 1 §7). */
  readonly listMember?: string
  /** Largest body in bytes, where it exceeds the general limit. */
  readonly bodyBytes?: number
  /** A body of `multipart/form-data` with one file, in the part `file`. Excludes `body`. */
  readonly upload?: true
  /** A body declared as a form: the answer reports all of its errors at once. Excludes `body`. */
  readonly form?: Form
  /** Media type of a reply that is a file to save and not JSON; `reply` is then empty. */
  readonly file?: FileType
  /** Headers of its answer, with their meaning. */
  readonly replyHeaders?: Readonly<Record<string, string>>
  /** True where the file may not be there yet: the answer is then empty. */
  readonly isEmptyUntilReady?: true
  readonly reply: z.ZodMiniType
  /** Error code for a body with errors, where it is not `invalid_input`. */
  readonly errorsAs?: 'form_has_errors'
  /** A second name of `result` under which callers expect the sentence of a 500 (specification 2 §8). */
  readonly failureAlsoAs?: 'error_msg'
  /** True where a 409 may return the whole record: `result` then has the form of `reply`. */
  readonly conflictReply?: true
}

export const defineEndpoint = <const E extends Endpoint>(endpoint: E) => endpoint

/** A call that reads no record of a person and shows no spinner. */
export const unauditedRead = { method: 'GET', audit: 'none', silent: true } as const

/** The same for a call that nobody causes by hand, such as a poll: it does not prolong the session (decisions §1). */
export const backgroundRead = { ...unauditedRead, prolongs: false } as const
