import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { enumOnWire, flag, onWire } from '../kit/wire.ts'
import { fileId, scanOutcome } from './attachment.ts'

const scanHeaders = {
  'Idempotency-Key':
    'A text of the sender’s own, new for each file that is chosen: a repeat with the same content is answered as the first was. Without it the same content brought again is refused as `allegato_ripetuto`.',
}

export const scanReportFile = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/scansione',
  summary: 'Takes a file for a report: checks it and keeps it until a report claims it, at most 24 hours.',
  allow: 'anyone',
  audit: 'file_scanned',
  silent: true,
  headers: scanHeaders,
  upload: true,
  reply: scanOutcome,
})

export const scanCaseFile = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/scansione/ext',
  summary: 'The same for whoever is signed in, with the wider list of extensions.',
  allow: 'signed_in',
  audit: 'file_scanned',
  silent: true,
  headers: scanHeaders,
  upload: true,
  reply: scanOutcome,
})

export const scanAssistanceFile = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/scansione/assistenza',
  summary: 'The same for a request for assistance: its own types, at most 2 MB.',
  allow: 'anyone',
  audit: 'file_scanned',
  silent: true,
  headers: scanHeaders,
  upload: true,
  reply: scanOutcome,
})

const chosenFile = onWire('allegato_scelto', { id: fileId }, { id: 'cmis_id' })
const deleted = onWire('allegati_cancellati', { count: z.int() }, { count: 'cancellati' })

export const deleteAttachment = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/allegato/delete-allegato',
  summary: 'Deletes a file that nothing has claimed yet; only where the same session brought it.',
  allow: 'anyone',
  audit: 'file_deleted',
  silent: true,
  body: chosenFile,
  reply: deleted,
})

export const deleteAttachments = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/allegati',
  summary:
    'Deletes several of them at once; what is not there any more is no fault. Whoever leaves at once says so here: the cookies go after the files that they open, which two calls side by side could not warrant.',
  allow: 'anyone',
  audit: 'file_deleted',
  silent: true,
  body: onWire(
    'allegati_scelti',
    { files: z.array(chosenFile).check(z.minLength(1), z.maxLength(50)), isLeaving: z.optional(flag) },
    { files: 'allegati', isLeaving: 'flag_uscita' },
  ),
  reply: deleted,
})

export const getTemplate = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/modello',
  summary: 'A template to fill in, under the name that stands in Content-Disposition.',
  allow: 'anyone',
  audit: 'none',
  file: 'application/octet-stream',
  reply: z.object({}),
})

const filePart = {
  method: 'GET',
  allow: 'anyone',
  audit: 'file_read',
  silent: true,
  params: onWire('parametri_allegato', { id: fileId }, { id: 'cmisId' }),
  file: 'application/octet-stream',
  reply: z.object({}),
} as const

export const getAttachment = defineEndpoint({
  ...filePart,
  path: '/v1/segnalazioni/allegato/:cmisId',
  summary:
    'A claimed file, for whoever may read the case, and, unless it is the office’s, for its reporter who came by code and pin. With `anteprima=1` to be shown, sandboxed: images, PDF, text, audio and video.',
  query: onWire('richiesta_allegato', { isPreview: z.optional(enumOnWire({ yes: '1' })) }, { isPreview: 'anteprima' }),
})

export const getOrganisationAttachment = defineEndpoint({
  ...filePart,
  path: '/v1/segnalazioni/allegato-pg/:cmisId',
  summary:
    'The same to be shown, as the screens of legal entities ask for it: a file is found by its id, and who may read it is told by the record that has it.',
})
