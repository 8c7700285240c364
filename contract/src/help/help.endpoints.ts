import * as z from 'zod/mini'
import { backgroundRead, defineEndpoint } from '../kit/endpoint.ts'
import { onWire } from '../kit/wire.ts'

/** What the site offers once to a person: `giro-` with a role, or `novita-` with the day of the news. */
const helpItem = z.string().check(z.regex(/^(?:giro|novita)-[A-Za-z0-9-]{1,40}$/, 'valore_non_valido'))

export const listSeenHelp = defineEndpoint({
  ...backgroundRead,
  path: '/v1/aiuto/visti',
  summary: 'Which tours and news the caller has seen or put aside.',
  allow: 'signed_in',
  reply: onWire('aiuto_visto', { items: [z.array(z.string()), 'voci'] }),
})

export const markHelpSeen = defineEndpoint({
  method: 'POST',
  path: '/v1/aiuto/visti',
  summary: 'Marks a tour or news as seen: they are not offered to the caller again.',
  allow: 'signed_in',
  audit: 'none',
  silent: true,
  body: onWire('aiuto_da_segnare', { item: [helpItem, 'voce'] }),
  reply: onWire('aiuto_segnato', { items: [z.array(z.string()), 'voci'] }),
})
