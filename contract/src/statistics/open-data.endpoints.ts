import * as z from 'zod/mini'
import { defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { enumOnWire, onWire } from '../kit/wire.ts'
import { openData } from './open-data.ts'

const ofAnyone = { ...unauditedRead, allow: 'anyone' } as const

export const getOpenData = defineEndpoint({
  ...ofAnyone,
  path: '/v1/noauth/dati-aperti',
  summary: 'Yearly numbers of cases by ground, ambito and region; null where a number is not published.',
  reply: openData,
})

export const downloadOpenData = defineEndpoint({
  ...ofAnyone,
  path: '/v1/noauth/dati-aperti/scarica',
  summary: 'The open data as CSV or JSON, in Italian.',
  query: onWire('formato_dati_aperti', { format: [enumOnWire({ csv: 'csv', json: 'json' }), 'formato'] }),
  file: 'application/octet-stream',
  reply: z.object({}),
})

export const getOpenDataCatalogue = defineEndpoint({
  ...ofAnyone,
  path: '/v1/noauth/dati-aperti/catalogo',
  summary: 'The description of the open data for catalogues: DCAT-AP_IT as JSON-LD.',
  file: 'application/ld+json',
  reply: z.object({}),
})
