import * as z from 'zod/mini'
import { documentQuery } from '../../exports/document-query.ts'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { languages } from '../../kit/messages.ts'
import { onWire, recordIdText } from '../../kit/wire.ts'
import { rolesOf } from '../../session/roles.ts'
import { complainantLetters, newLetter } from './complainant-letters.ts'
import { letterTexts, newLetterText } from './letter-texts.ts'

const path = '/v1/segnalazioni/comunicazioni-esito'
const params = onWire('parametri_comunicazioni', { id: [recordIdText, 'id'] })

export const getComplainantLetters = defineEndpoint({
  method: 'GET',
  path: `${path}/:id`,
  summary:
    "The letters to the complainant of a case about whether it goes on, and the draft of the next one in the complainant's language (or `lingua`) and in Italian.",
  allow: rolesOf('cases'),
  audit: 'complainant_letters_read',
  params,
  query: onWire('richiesta_comunicazioni', { language: [z.optional(z.enum(languages)), 'lingua'] }),
  reply: complainantLetters,
})

export const sendComplainantLetter = defineEndpoint({
  method: 'POST',
  path: `${path}/:id`,
  summary:
    'Sends a letter to the complainant of a case, or records that it is printed; 409 where the status of the case has changed its decision.',
  allow: rolesOf('cases'),
  audit: 'complainant_informed',
  params,
  body: newLetter,
  reply: complainantLetters,
})

export const getComplainantLetterDocument = defineEndpoint({
  method: 'GET',
  path: `${path}/:id/documento/:letterId`,
  summary: 'A letter to the complainant of a case for print, as a tagged PDF in its language.',
  allow: rolesOf('cases'),
  audit: 'complainant_letters_read',
  params: onWire('parametri_documento_comunicazione', {
    id: [recordIdText, 'id'],
    letterId: [recordIdText, 'letterId'],
  }),
  query: documentQuery,
  file: 'application/pdf',
  reply: z.object({}),
})

const texts = '/v1/segnalazioni/testi-comunicazioni'

export const listLetterTexts = defineEndpoint({
  method: 'GET',
  path: texts,
  summary: 'The texts that letters to complainants are drafted from, retired ones too, with the source of each.',
  allow: rolesOf('administration'),
  audit: 'none',
  silent: true,
  reply: letterTexts,
})

export const saveLetterText = defineEndpoint({
  method: 'POST',
  path: texts,
  summary: 'Saves a text of letters to complainants, or changes or retires one. Returns all of them.',
  allow: rolesOf('administration'),
  audit: 'letter_text_changed',
  body: newLetterText,
  reply: letterTexts,
})
