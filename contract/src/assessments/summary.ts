import * as z from 'zod/mini'
import { limits } from '../kit/limits.ts'
import { cleanText } from '../kit/values/characters.ts'
import { enumOnWire, flag, onWire } from '../kit/wire.ts'

/** What personal data is of, where a text has some. */
export const personalKinds = {
  reporter: 'segnalante',
  victim: 'persona_interessata',
  offender: 'soggetto_segnalato',
  body: 'ente',
  address: 'indirizzo',
  place: 'luogo',
  phone: 'telefono',
  mail: 'email',
  web: 'sito',
  taxCode: 'codice_fiscale',
  account: 'conto',
  caseCode: 'codice_caso',
  protocol: 'protocollo',
  date: 'data',
  /** Words that look like a name. */
  name: 'nome',
} as const
export type PersonalKind = keyof typeof personalKinds

/** A passage of a text with personal data, and what replaced it; without that it is still there. */
export const personalPassage = onWire('passo_personale', {
  kind: [enumOnWire(personalKinds), 'tipo'],
  text: [z.string(), 'testo'],
  replacement: [z.optional(z.string()), 'sostituito_con'],
})
export type PersonalPassage = z.output<typeof personalPassage>

const textOf = (max: number) =>
  z.optional(
    z.string().check(
      z.overwrite((text) => cleanText(text).text),
      z.trim(),
      z.maxLength(max),
    ),
  )
const { partLength, titleLength } = limits.assessments

/** The texts of a summary that people write; the conclusion is that of the assessment. */
export const summaryTexts = onWire('testi_sintesi', {
  title: [textOf(titleLength), 'titolo'],
  facts: [textOf(partLength), 'fatti'],
  reasoning: [textOf(partLength), 'motivazione'],
  measures: [textOf(partLength), 'misure'],
})
export type SummaryTexts = z.output<typeof summaryTexts>

/** What the actions on a summary send. */
export const summaryInputFields = {
  /** Why it is sent back or withdrawn. */
  note: [textOf(partLength), 'nota'],
  /** RUP read the text for personal data. */
  isChecked: [z.optional(flag), 'flag_riletta'],
} as const
const input = onWire('dati_azione_sintesi', summaryInputFields)
export type SummaryInput = z.output<typeof input>
