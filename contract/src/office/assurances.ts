import * as z from 'zod/mini'
import { type Language, languages } from '../kit/messages.ts'
import { flag, instant, onWire } from '../kit/wire.ts'
import type { Assurances, Office, OfficeTexts } from './office.ts'
import { officeText } from './office-text.ts'

/**
 * What the office assures reporters of: who else gets a report, and that reporting does not touch a residence permit. Only the
 * office knows whether its texts are true, so pages show them once it has confirmed them.
 */
export const assuranceNames = ['recipients', 'residence'] as const satisfies readonly (keyof OfficeTexts)[]

export const assurancesIn = (office: Office, language: Language): Assurances => ({
  recipients: officeText(office, 'recipients', language),
  residence: officeText(office, 'residence', language),
})

/** The office without its assurances, for pages. */
export const withoutAssurances = (office: Office): Office => ({
  ...office,
  recipients: '',
  residence: '',
  translations: Object.fromEntries(
    Object.entries(office.translations).map(([language, { recipients: _, residence: _own, ...others }]) => [
      language,
      others,
    ]),
  ),
})

const assuranceTexts = onWire('garanzie_in_lingua', {
  language: [z.enum(languages), 'lingua'],
  recipients: [z.string(), 'destinatari'],
  residence: [z.string(), 'permesso_soggiorno'],
})

/** The assurances in every language, and who confirmed them. */
export const assurancesToConfirm = onWire('garanzie', {
  texts: [z.array(assuranceTexts), 'testi'],
  /** Digest of these texts: what is confirmed is what was read. */
  digest: [z.string(), 'impronta'],
  /** Whether pages show the texts: somebody has confirmed exactly these. */
  areShown: [flag, 'flag_in_vigore'],
  confirmedBy: [z.optional(z.string()), 'confermate_da'],
  confirmedAt: [z.optional(instant), 'data_conferma'],
})
export type AssurancesToConfirm = z.output<typeof assurancesToConfirm>
