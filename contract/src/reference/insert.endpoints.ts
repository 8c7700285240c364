import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { onWire, recordId } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'

const label = z.string().check(z.minLength(2), z.maxLength(100))

/** Inserts a discrimination mode (specification 1 §7). */
export const insertDiscriminationMode = defineEndpoint({
  method: 'POST',
  path: '/v1/tipologiche/modalita-discriminazione',
  summary: 'Adds a discrimination mode. Returns the existing one where only case and accents differ.',
  allow: rolesOf('administration'),
  audit: 'reference_inserted',
  body: onWire('nuova_modalita', { label: [label, 'modalita_discriminazione'] }),
  reply: onWire('modalita_inserita', {
    id: [recordId, 'id_modalita_discriminazione'],
    label: [z.string(), 'modalita_discriminazione'],
  }),
})

/** Inserts a hashtag while an operator edits a case. */
export const insertHashtag = defineEndpoint({
  method: 'POST',
  path: '/v1/tipologiche/hashtag',
  summary: 'Adds a hashtag, with its `#`; returns the existing one if there is one.',
  allow: rolesOf('editCase'),
  audit: 'reference_inserted',
  body: onWire('nuovo_hashtag', { label: [label, 'hashtag'] }),
  reply: onWire('hashtag_inserito', { id: [recordId, 'id_hashtag'], label: [z.string(), 'hashtag'] }),
})
