import { type LetterKind, languages, letterKinds, type PlainDate } from '@portal/contract'
import { describe, expect, test } from 'vitest'
import { readSettings } from '#platform/settings/settings.ts'
import { officeDefaults } from '../../../wiring/office-defaults.ts'
import { linkTo, textOfLetter, valuesOf } from './letters.ts'

const { office } = readSettings({}, officeDefaults)
const needs = { office, publicOrigin: 'https://portale.example' }

const row = {
  name: 'Ponte Verde',
  requestYear: 2026,
  requestPlace: 12,
  enrolmentNumber: 7,
  expiresOn: '2027-11-20' as PlainDate,
}
const missing = 'Manca il bilancio.'
const reason = 'Lo statuto non nomina la parità.'
const until = '2026-12-24' as PlainDate
const secret = 's3cr3t'

const [number, enrolment] = ['R-2026-000012', `${office.productTag}-ASS-00007`]
const [term, expiry] = ['24/12/2026', '20/11/2027']
const login = `https://portale.example/${office.slug}/login`

/** What each letter says: which association it is about, what to do, and until when. */
const says: Readonly<Record<LetterKind, readonly (string | RegExp)[]>> = {
  receipt: [row.name, number, /30/, `#pratica=${secret}`],
  renewal_received: [row.name, enrolment, /30/],
  request_corrected: [row.name, number],
  document_request: [row.name, number, missing, term, `#pratica=${secret}`],
  term_extended: [row.name, number, missing, term],
  returned: [row.name, number, reason],
  welcome: [row.name, enrolment, expiry, login, 'SPID'],
  rejection_warning: [row.name, number, reason, term, /241\/1990/, office.registerMailbox],
  rejection: [row.name, number, reason, 'TAR', /60/, /120/],
  confirmation: [row.name, enrolment, expiry, login, 'SPID'],
  renewal_reminder: [row.name, enrolment, expiry, login, 'SPID'],
  expiry: [row.name, enrolment, expiry, term, login],
  removal: [row.name, reason, 'TAR', /60/, /120/],
  confirm_application: [row.name, /24/, `#codice=${secret}`],
  draft: [/30/, `#bozza=${secret}`],
  proposal_received: [row.name, enrolment, term, login],
  proposal_accepted: [row.name, enrolment, login],
  proposal_refused: [row.name, enrolment, reason, login],
  decree_corrected: [row.name, enrolment, reason, expiry, login],
  renewal_ending: [row.name, enrolment, missing, term, login],
  renewal_ended: [row.name, enrolment, expiry],
  replacement_request: [row.name, number, term, `#codice=${secret}`],
  replaced: [row.name, number],
  replacement_refused: [row.name],
}

const pageOf: Partial<Record<LetterKind, 'confirm' | 'draft' | 'replace'>> = {
  confirm_application: 'confirm',
  draft: 'draft',
  replacement_request: 'replace',
}
/** Letters to somebody who has no record yet: they name the association and the link alone. */
const isWithoutRecord = (kind: LetterKind) => ['confirm_application', 'draft', 'replacement_refused'].includes(kind)

const kinds = Object.keys(letterKinds) as LetterKind[]
const letters = languages.flatMap((language) => kinds.map((kind) => [kind, language] as const))

/** A text without the marks that keep numbers together in Arabic and Urdu. */
const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')

describe('letters', () => {
  test.each(letters)('%s in %s says what to do and until when', (kind, language) => {
    const url = linkTo(needs, pageOf[kind] ?? 'complete', secret, language)
    const values = isWithoutRecord(kind)
      ? { name: row.name, url }
      : valuesOf(office, row, { missing, reason, until, url })
    const { subject, body } = textOfLetter(needs, kind, language, values)
    expect(subject.trim()).not.toBe('')
    expect(subject + body).not.toMatch(/\{\{|\}\}|undefined|registerLetters|\n{3}/)
    expect(subject).not.toContain('\n')
    for (const fact of says[kind])
      expect(plain(subject + body)).toEqual(
        typeof fact === 'string' ? expect.stringContaining(fact) : expect.stringMatching(fact),
      )
    expect(plain(body)).toContain(office.phone)
    expect(plain(body)).toContain(office.registerMailbox)
  })

  test.each(kinds)('%s repeats a name without links and cut to 80 characters', (kind) => {
    const name = `Vinci subito https://evil.example/premio ${'x'.repeat(120)}`
    const { subject, body } = textOfLetter(needs, kind, 'it', valuesOf(office, { ...row, name }, {}))
    expect(subject + body).not.toMatch(/evil|x{80}/)
  })

  test('a removal without a reason leaves no gap', () => {
    const { body } = textOfLetter(needs, 'removal', 'it', valuesOf(office, row, {}))
    expect(body).not.toMatch(/\n{3}/)
  })
})
