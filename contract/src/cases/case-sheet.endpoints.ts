import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { onWire, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'

export const getCaseSheet = defineEndpoint({
  method: 'GET',
  path: '/v1/report/pdf/:id',
  summary: 'The whole case for print, as a tagged PDF in Italian: its data, messages, documents and history.',
  allow: rolesOf('cases'),
  audit: 'case_sheet_read',
  params: onWire('parametri_scheda_caso', { id: [recordIdText, 'id'] }),
  file: 'application/pdf',
  reply: z.object({}),
})
