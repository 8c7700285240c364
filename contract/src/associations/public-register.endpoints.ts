import * as z from 'zod/mini'
import { fileId } from '../attachments/attachment.ts'
import { defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { enumOnWire, onWire, recordIdText } from '../kit/wire.ts'
import { registerEntry, registerEntryDetail, registerFilters, registerSorts } from './public-register.ts'

const register = { ...unauditedRead, allow: 'anyone' } as const
const entryParams = onWire('parametri_registro', { id: [recordIdText, 'id'] })

export const listRegister = defineEndpoint({
  ...register,
  path: '/v1/noauth/registro',
  summary: 'The public register: enrolled associations by name, or those of other statuses that were enrolled once.',
  sorts: registerSorts,
  query: pageQuery(registerFilters),
  reply: pageOf(registerEntry),
})

export const getRegisterEntry = defineEndpoint({
  ...register,
  path: '/v1/noauth/registro/:id',
  summary: 'An entry of the public register with the history of its enrolment; its address stays the same.',
  params: entryParams,
  reply: registerEntryDetail,
})

export const getRegisterEntryJson = defineEndpoint({
  ...register,
  path: '/v1/noauth/registro/:id/json',
  summary:
    'An entry of the public register as the files have it, for other programs; `registro/schema` says what it contains.',
  params: entryParams,
  file: 'application/json',
  reply: z.object({}),
})

export const getRegisterDocument = defineEndpoint({
  ...register,
  path: '/v1/noauth/registro/:id/documento/:file',
  summary: 'A document of an entry that the office publishes; 404 for every other file.',
  params: onWire('parametri_documento_registro', { id: [recordIdText, 'id'], file: [fileId, 'file'] }),
  file: 'application/pdf',
  reply: z.object({}),
})

export const getRegisterSchema = defineEndpoint({
  ...register,
  path: '/v1/noauth/registro/schema',
  summary: 'What the files of the public register contain, as JSON Schema.',
  file: 'application/schema+json',
  reply: z.object({}),
})

export const getRegisterFeed = defineEndpoint({
  ...register,
  path: '/v1/noauth/registro/novita',
  summary: 'The newest enrolments, renewals, changes and ends of the public register, as a feed (Atom).',
  file: 'application/atom+xml',
  reply: z.object({}),
})

export const downloadRegister = defineEndpoint({
  ...register,
  path: '/v1/noauth/registro/scarica',
  summary: 'Everything that is public of the register at this moment, as CSV or JSON.',
  query: onWire('formato_registro', { format: [enumOnWire({ csv: 'csv', json: 'json' }), 'formato'] }),
  file: 'application/octet-stream',
  reply: z.object({}),
})
