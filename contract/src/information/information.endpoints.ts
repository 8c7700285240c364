import * as z from 'zod/mini'
import { defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { onWire } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'

export const getInformation = defineEndpoint({
  ...unauditedRead,
  path: '/v1/informazioni',
  summary: 'The version that is running, and the deadlines in days for taking and closing a case.',
  allow: rolesOf('office'),
  reply: onWire('informazioni', {
    version: [z.string(), 'versione'],
    takeDays: [z.int(), 'giorni_presa_in_carico'],
    closeDays: [z.int(), 'giorni_chiusura'],
  }),
})
