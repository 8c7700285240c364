import {
  type DocumentKind,
  type FileFormat,
  type FileKind,
  isDocument,
  mayExport,
  type Role,
  startDocuments,
} from '@portal/contract'
import * as z from 'zod/mini'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Reader } from '#platform/session/caller.ts'
import { fileNameOf } from './export-lists.ts'
import type { StoredExport } from './exports.store.ts'

/** What the run of a document offers to its source. */
interface DocumentWork {
  readonly user: Reader
  readonly audit: AuditRecorder
  /** Notes that tables of the document are finished. */
  readonly count: (tables: number) => Promise<void>
}

/** A document that a run writes for its owner; `B` is the body of its start. */
export interface DocumentSource<B> {
  readonly format: FileFormat
  /** The name of its file, without tag and ending. */
  readonly nameOf: (body: B) => string
  /** How many tables it has for a role. */
  readonly sizeFor: (role: Role) => number
  /** Throws 400 where there is no such document. */
  readonly check: (body: B) => void
  readonly make: (body: B, work: DocumentWork) => Promise<Uint8Array>
}

export type DocumentBody<K extends DocumentKind> = z.output<(typeof startDocuments)[K]['body']>
export type DocumentSources = { readonly [K in DocumentKind]: DocumentSource<DocumentBody<K>> }

/** The source of a document, and what it is asked for. */
export function documentOf(documents: DocumentSources, kind: DocumentKind, query: string) {
  const body = z.decode(startDocuments[kind].body, JSON.parse(query))
  return { body, source: documents[kind] }
}

/** The name of the file of an export; those of documents begin with the tag of the office, as those of cases. */
export function storedFileName({ kind, format, query }: StoredExport, tag: string, documents: DocumentSources): string {
  if (!isDocument(kind)) return fileNameOf(kind, format, tag)
  const { source, body } = documentOf(documents, kind, query)
  return `${tag} - ${source.nameOf(body)}.${format}`
}

/** What a call fetches: both exports of cases have the same. */
export type FetchedKind = Exclude<FileKind, 'myCases'>

/**
 * Whether a call in this role fetches this file. What a document contains depends on the role in which it was started, so that no
 * other role gets it.
 */
export function isFetchedBy({ kind, role }: StoredExport, fetched: FetchedKind, selectedRole: Role): boolean {
  const isOfCall = (kind === 'myCases' ? 'cases' : kind) === fetched
  return isOfCall && mayExport(kind, selectedRole) && (!isDocument(kind) || role === selectedRole)
}
