import * as z from 'zod/mini'
import { attachment, fileId } from '../attachments/attachment.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { filtersOnWire } from '../kit/filter-schemas.ts'
import { limits } from '../kit/limits.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { enumOnWire, flag, instant, onWire, recordId, recordIdText } from '../kit/wire.ts'
import { registryKinds } from '../registry/registry.form.ts'
import { rolesOf } from '../session/roles.ts'
import { caseReference } from './case.ts'

/** The source of a file of a case. The reporter never sees documents of the office. */
export const documentSources = { report: 'segnalazione', message: 'messaggio', office: 'ufficio' } as const

export const caseDocument = onWire('documento_caso', {
  file: [attachment, 'allegato'],
  source: [enumOnWire(documentSources), 'provenienza'],
  /** Id of the list of attachment types; only documents of the office have one. */
  typeId: [z.optional(recordId), 'id_tipo_allegato'],
  addedAt: [instant, 'data'],
  addedBy: [z.optional(z.string()), 'utente'],
  /** Whether the caller may remove it now. */
  mayRemove: [flag, 'flag_eliminabile'],
  /** Whether a browser can show it. */
  hasPreview: [flag, 'flag_anteprima'],
})
export type CaseDocument = z.output<typeof caseDocument>

/** A file of a case that refers to a record of the registry. */
const documentOfRecord = onWire('documento_di_scheda', {
  document: [caseDocument, 'documento'],
  caseId: caseReference.id,
  code: caseReference.code,
})
export type DocumentOfRecord = z.output<typeof documentOfRecord>

export const listDocumentsOfRecord = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/documenti-scheda',
  summary: 'The files of the cases that refer to a registry record and that the caller may read, newest first.',
  allow: rolesOf('cases'),
  audit: 'case_documents_read',
  silent: true,
  query: pageQuery(
    filtersOnWire('filtri_documenti_scheda', {
      kind: [enumOnWire(registryKinds), 'tipo'],
      recordId: [recordId, 'id_scheda'],
    }),
  ),
  reply: pageOf(documentOfRecord),
})

const params = onWire('parametri_documenti', { id: [recordIdText, 'id'] })
const documents = onWire('documenti_caso', {
  documents: [z.array(caseDocument), 'documenti'],
  mayAdd: [flag, 'flag_aggiungibili'],
})
export type CaseDocuments = z.output<typeof documents>

export const listCaseDocuments = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/documenti/:id',
  summary: 'All files of a case, oldest first: at most 50.',
  allow: rolesOf('cases'),
  audit: 'case_documents_read',
  silent: true,
  params,
  reply: documents,
})

export const addCaseDocuments = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/documenti/:id',
  summary: 'Adds files that the caller has uploaded (`/scansione/ext`) to a case as documents, each with its type.',
  allow: rolesOf('editCase'),
  audit: 'case_documents_changed',
  params,
  body: onWire('documenti_da_aggiungere', {
    files: [
      z
        .array(onWire('documento_da_aggiungere', { id: [fileId, 'cmis_id'], typeId: [recordId, 'id_tipo_allegato'] }))
        .check(z.minLength(1), z.maxLength(limits.caseAttachments.files)),
      'allegati',
    ],
  }),
  reply: documents,
})

export const removeCaseDocument = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/documenti/:id/elimina',
  summary: 'Deletes a document that the office added. What a reporter sent stays as evidence.',
  allow: rolesOf('editCase'),
  audit: 'case_documents_changed',
  params,
  body: onWire('documento_da_eliminare', { id: [fileId, 'cmis_id'] }),
  reply: documents,
})
