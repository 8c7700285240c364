import * as z from 'zod/mini'
import { documentQuery } from '../exports/document-query.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { enumOnWire, onWire, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { sheetPartNames, sheetParts } from './case-sheet-parts.ts'

const params = onWire('parametri_scheda_caso', { id: [recordIdText, 'id'] })

export const getCaseSheet = defineEndpoint({
  method: 'GET',
  path: '/v1/report/pdf/:id',
  summary: 'The whole case for print, as a tagged PDF in Italian: its data, messages, documents and history.',
  allow: rolesOf('cases'),
  audit: 'case_sheet_read',
  params,
  query: documentQuery,
  file: 'application/pdf',
  reply: z.object({}),
})

export const getInPersonRecord = defineEndpoint({
  method: 'GET',
  path: '/v1/report/verbale/:id',
  summary:
    'The record of a report made in person, as a tagged PDF to sign, in Italian and the language of the reporter where the site has it; 404 for a case of another channel.',
  allow: rolesOf('cases'),
  audit: 'case_sheet_read',
  params,
  query: documentQuery,
  file: 'application/pdf',
  reply: z.object({}),
})

export const getInPersonRecordWord = defineEndpoint({
  method: 'GET',
  path: '/v1/report/verbale/:id/word',
  summary: 'The record of a report made in person as a document to complete; 404 for a case of another channel.',
  allow: rolesOf('cases'),
  audit: 'case_sheet_read',
  params,
  file: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  reply: z.object({}),
})

export const getRedactedCaseSheet = defineEndpoint({
  method: 'POST',
  path: '/v1/report/pdf-omissis/:id',
  summary: 'The case as PDF for another authority, with the chosen parts blacked out: the file does not contain them.',
  allow: rolesOf('cases'),
  audit: 'case_sheet_redacted',
  params,
  query: documentQuery,
  body: onWire('parti_da_oscurare', {
    parts: [
      z.array(enumOnWire(sheetParts)).check(z.minLength(1), z.maxLength(sheetPartNames.length)),
      'parti_oscurate',
    ],
  }),
  file: 'application/pdf',
  reply: z.object({}),
})
