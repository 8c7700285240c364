import * as z from 'zod/mini'
import { defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { onWire } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { assurancesToConfirm } from './assurances.ts'

export const getAssurances = defineEndpoint({
  ...unauditedRead,
  path: '/v1/garanzie',
  summary:
    'What the office assures reporters of, in every language: who else gets a report, and that reporting does not touch a residence permit. Pages show it once the head of the office has confirmed it.',
  allow: rolesOf('administration'),
  reply: assurancesToConfirm,
})

export const confirmAssurances = defineEndpoint({
  method: 'POST',
  path: '/v1/garanzie/conferma',
  summary: 'Confirms the texts with this digest, so that pages show them; 409 once the texts are others.',
  allow: rolesOf('administration'),
  audit: 'assurances_confirmed',
  body: onWire('conferma_garanzie', { digest: [z.string(), 'impronta'] }),
  reply: assurancesToConfirm,
})

export const withdrawAssurances = defineEndpoint({
  method: 'POST',
  path: '/v1/garanzie/ritiro',
  summary: 'Takes the texts off the pages.',
  allow: rolesOf('administration'),
  audit: 'assurances_withdrawn',
  reply: assurancesToConfirm,
})
