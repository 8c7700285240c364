import * as z from 'zod/mini'
import { documentQuery } from '../exports/document-query.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { onWire, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'

export const getAssociationSheet = defineEndpoint({
  method: 'GET',
  path: '/v1/report/pdf-pg/:id',
  summary: 'A whole association for print, as a tagged PDF in Italian: its data, documents and history.',
  allow: rolesOf('register'),
  audit: 'association_sheet_read',
  params: onWire('parametri_scheda_associazione', { id: [recordIdText, 'id'] }),
  query: documentQuery,
  file: 'application/pdf',
  reply: z.object({}),
})
