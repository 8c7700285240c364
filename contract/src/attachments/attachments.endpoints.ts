import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { enumOnWire, flag, onWire } from '../kit/wire.ts'
import { fileId, scanOutcome } from './attachment.ts'

const scanBase = {
  method: 'POST',
  audit: 'file_scanned',
  silent: true,
  headers: {
    'Idempotency-Key':
      'Chosen by the sender, new for each chosen file: a repeat with the same content gets the answer of the first. Without it the server refuses the same content as `allegato_ripetuto`.',
  },
  upload: true,
  reply: scanOutcome,
} as const

export const scanReportFile = defineEndpoint({
  ...scanBase,
  path: '/v1/noauth/scansione',
  summary: 'Uploads a file for a report: the server checks it and stores it for 24 hours, until a report claims it.',
  allow: 'anyone',
})

export const scanCaseFile = defineEndpoint({
  ...scanBase,
  path: '/v1/noauth/scansione/ext',
  summary: 'Uploads a file for signed-in users, with the wider list of extensions.',
  allow: 'signed_in',
})

export const scanAssistanceFile = defineEndpoint({
  ...scanBase,
  path: '/v1/noauth/scansione/assistenza',
  summary: 'Uploads a file for a request for assistance: its own types, at most 2 MB.',
  allow: 'anyone',
})

const chosenFile = onWire('allegato_scelto', { id: [fileId, 'cmis_id'] })

const deletionBase = {
  method: 'POST',
  allow: 'anyone',
  audit: 'file_deleted',
  silent: true,
  reply: onWire('allegati_cancellati', { count: [z.int(), 'cancellati'] }),
} as const

export const deleteAttachment = defineEndpoint({
  ...deletionBase,
  path: '/v1/noauth/allegato/delete-allegato',
  summary: 'Deletes an unclaimed file that the same session uploaded.',
  body: chosenFile,
})

export const deleteAttachments = defineEndpoint({
  ...deletionBase,
  path: '/v1/noauth/allegati',
  listMember: 'allegati',
  summary:
    'Deletes several unclaimed files, also as a bare list; missing ones are ignored. With `flag_uscita` the call also ends the anonymous session: the cookies are deleted after the files, whose deletion needs them.',
  body: onWire('allegati_scelti', {
    files: [z.array(chosenFile).check(z.minLength(1), z.maxLength(50)), 'allegati'],
    isLeaving: [z.optional(flag), 'flag_uscita'],
  }),
})

export const getTemplate = defineEndpoint({
  method: 'POST',
  path: '/v1/noauth/modello',
  summary: 'A template to fill in; its name is in Content-Disposition.',
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
  params: onWire('parametri_allegato', { id: [fileId, 'cmisId'] }),
  file: 'application/octet-stream',
  reply: z.object({}),
} as const

export const getAttachment = defineEndpoint({
  ...filePart,
  path: '/v1/segnalazioni/allegato/:cmisId',
  summary:
    'A claimed file, for users who may read the case and, unless the office added it, for the reporter signed in with code and pin. With `anteprima=1` it is shown in a sandbox: images, PDF, text, audio and video; of HEIC photos a picture in JPEG.',
  query: onWire('richiesta_allegato', { isPreview: [z.optional(enumOnWire({ yes: '1' })), 'anteprima'] }),
})

export const getOrganisationAttachment = defineEndpoint({
  ...filePart,
  path: '/v1/segnalazioni/allegato-pg/:cmisId',
  summary:
    'The same file for the screens of legal entities: found by its id, readable by everyone who may read its record.',
})
