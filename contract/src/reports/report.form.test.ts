import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defineForm, isRequired, isShown, readDraft, readWire, usesOf, withoutHidden, writeWire } from '../kit/form.ts'
import type { PlainDate } from '../kit/plain-date.ts'
import texts from '../texts/it.json' with { type: 'json' }
import { type Report, reportFields, reportForm } from './report.form.ts'

const today: PlainDate = '2026-11-20'
const text = (max: number) =>
  fc
    .string({ minLength: 1, maxLength: max, unit: 'grapheme' })
    .map((raw) => raw.replace(/[\p{C}\p{Z}]/gu, '') || 'x')
    .filter((raw) => [...raw].length <= max)
const day = fc
  .integer({ min: 0, max: 30_000 })
  .map((days) => new Date(Date.UTC(1940, 0, 1 + days)).toISOString().slice(0, 10) as PlainDate)

const anyOfKind = {
  text: text(10),
  longText: text(400),
  email: fc.constantFrom('a@b.it', 'nome.cognome@example.org'),
  phone: fc.constantFrom('800901010', '+390612345678'),
  vatNumber: fc.constant('12345678903'),
  date: day.filter((date) => date <= today),
  choice: fc.integer({ min: 1, max: 4 }),
  flag: fc.boolean(),
  consent: fc.constant(true),
  files: fc
    .uniqueArray(fc.uuid(), { minLength: 1, maxLength: 5 })
    .map((ids) => ids.map((id, index) => ({ id, name: `file ${index}.pdf` }))),
}
const anyReport = fc.record(
  Object.fromEntries(Object.entries(reportFields).map(([key, { kind }]) => [key, anyOfKind[kind]])),
  { requiredKeys: [] },
) as fc.Arbitrary<Report>

const keysOf = (fieldErrors: readonly { key: string }[]) => fieldErrors.map(({ key }) => key)

describe('the report form', () => {
  test('reads any report from the wire as it wrote it', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        expect(readWire(reportForm, writeWire(reportForm, report), today).values).toEqual(report)
      }),
    )
  })

  test('finds the same faults in a draft as in the same report on the wire', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const { birthDate, eventDate, ...rest } = report
        const onScreen = (date: PlainDate | undefined) => date?.split('-').reverse().join('/')
        const draft = { ...rest, birthDate: onScreen(birthDate), eventDate: onScreen(eventDate) }
        const fromDraft = readDraft(reportForm, draft, today)
        const fromWire = readWire(reportForm, writeWire(reportForm, withoutHidden(reportForm, report)), today)
        expect(keysOf(fromDraft.fieldErrors)).toEqual(keysOf(fromWire.fieldErrors))
      }),
    )
  })

  test('finds no new fault after hidden fields are removed', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const before = keysOf(readWire(reportForm, writeWire(reportForm, report), today).fieldErrors)
        const stripped = withoutHidden(reportForm, report)
        const after = keysOf(readWire(reportForm, writeWire(reportForm, stripped), today).fieldErrors)
        expect(after.filter((key) => !before.includes(key))).toEqual([])
      }),
    )
  })

  test.each([
    ['the telephone of a reporter who then chooses to stay anonymous', { phone: '06 CASA', anonymous: true }],
    [
      'the region of a reporter who then chooses a foreign nation',
      { email: 'a@b.it', region: 12, province: 58, nation: 73 },
    ],
    [
      'an event date that the reporter then declares unknown',
      { email: 'a@b.it', eventDate: '31/02/2026', eventDateUnknown: true },
    ],
  ])('ignores %s', (_what, answers) => {
    const draft = { ...answers, profile: 1, informationRead: true, privacyConsent: true, message: 'Un fatto' }
    const { fieldErrors } = readDraft(reportForm, { eventDate: '03/11/2026', ...draft }, today)
    expect(fieldErrors).toEqual([])
  })

  test('does not send empty and zero values', () => {
    const draft = { profile: 1, language: 0, firstName: '', email: '  ', region: 0, birthDate: '', message: 'Un fatto' }
    const { values } = readDraft(reportForm, draft, today)
    expect(writeWire(reportForm, values)).toEqual({ id_segnalante: 1, resoconto_fatti: 'Un fatto' })
  })

  test('accepts a telephone of 1 to 15 characters, digits with an optional leading +, and an e-mail address or none', () => {
    const fieldErrorOf = (key: 'phone' | 'email', value: string) =>
      readDraft(reportForm, { profile: 1, [key]: value }, today).fieldErrors.find(
        (fieldError) => fieldError.key === key,
      )?.message
    for (const phone of ['1', '+1', '123456789012345', '+12345678901234'])
      expect(fieldErrorOf('phone', phone)).toBeUndefined()
    for (const phone of ['+', '1234567890123456', '+123456789012345', '12+3', 'casa'])
      expect(fieldErrorOf('phone', phone), phone).toBe('telefono_non_valido')
    const contact = readDraft(reportForm, { profile: 1, phone: '1', email: '' }, today).fieldErrors
    expect(contact.map(({ key }) => key)).not.toContain('email')
    for (const email of ['mario', 'mario@', '@b.it', 'a b@c.it'])
      expect(fieldErrorOf('email', email)).toBe('email_non_valida')
  })

  test('reports each fault with the message of the specification', () => {
    const draft = {
      profile: 4,
      organisationVat: '1234',
      phone: 'x',
      email: 'x',
      birthDate: '01/01/2999',
      eventDate: '31/02/2026',
    }
    const { fieldErrors } = readDraft(reportForm, draft, today)
    const messages = Object.fromEntries(
      fieldErrors.map(({ key, message }) => [key, texts.messages[message as keyof typeof texts.messages]]),
    )
    expect(messages).toMatchObject({
      organisationName: 'Campo obbligatorio',
      organisationVat: 'La partita IVA deve avere 11 cifre',
      phone: 'Telefono non valido: solo cifre, con + iniziale facoltativo, al massimo 15 caratteri',
      email: 'Email non valida. Il formato richiesto è: (nome@esempio.it)',
      birthDate: 'Inserire una data valida. La data non può essere nel futuro',
      eventDate: 'Inserire una data valida. Il formato richiesto è: (gg/mm/aaaa)',
    })
    const future = readDraft(reportForm, { ...draft, eventDate: '21/11/2026' }, today).fieldErrors
    expect(future.find(({ key }) => key === 'eventDate')?.message).toBe('data_futura')
  })

  test.each([
    ['20/11/1949', undefined, 'anno_da_confermare'],
    ['20/11/1949', true, undefined],
    ['01/01/1950', undefined, undefined],
  ])('an event long ago has to be confirmed: %s, %s', (eventDate, eventYearConfirmed, message) => {
    const { fieldErrors } = readDraft(reportForm, { eventDate, eventYearConfirmed }, today)
    expect(fieldErrors.find(({ key }) => key === 'eventYearConfirmed')?.message).toBe(message)
  })

  test.each([
    ['31/12/1899', 'anno_di_nascita'],
    ['05/05/1022', 'anno_di_nascita'],
    ['01/01/1900', undefined],
  ])('a birth before 1900 is asked about: %s', (birthDate, message) => {
    const { fieldErrors } = readDraft(reportForm, { birthDate }, today)
    expect(fieldErrors.find(({ key }) => key === 'birthDate')?.message).toBe(message)
  })

  test('a birth before 1900 that was accepted before stays', () => {
    const wire = { personaFisica: { data_nascita: '1890-05-05T00:00:00.000Z' } }
    expect(readWire(reportForm, wire, 'accepted').values.birthDate).toBe('1890-05-05')
  })

  test('never throws on any JSON, and gives a path for each fault', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const { fieldErrors } = readWire(reportForm, body, today)
        expect(fieldErrors.length).toBeGreaterThan(0)
        expect(fieldErrors.every(({ path, message }) => typeof path === 'string' && message.length > 0)).toBe(true)
      }),
    )
  })

  test('has each field in one step, under one wire name', () => {
    const keys = usesOf(reportForm).map(({ key }) => key)
    expect([...keys].sort()).toEqual(Object.keys(reportFields).sort())
    const wires = Object.values(reportFields).map(({ wire }) => wire)
    expect(new Set(wires).size).toBe(wires.length)
  })

  test('does not compile without a step for each field', () => {
    const define = defineForm({ a: { kind: 'text', wire: 'a' }, b: { kind: 'text', wire: 'b' } })
    // @ts-expect-error: no step has `b`
    expect(define([{ id: 'one', fields: [{ key: 'a' }] }], []).steps).toHaveLength(1)
  })

  test('does not require another contact while the given one has a fault', () => {
    const keys = (body: object) => keysOf(readWire(reportForm, body, today).fieldErrors)
    expect(keys({ id_segnalante: 1, personaFisica: { anagrafica: { recapito_pri: 'x' } } })).not.toContain('email')
    expect(keys({ id_segnalante: 4, personaGiuridica: { anagrafica: { recapito_pri: 'x' } } })).not.toContain('email')
    expect(keys({ id_segnalante: 1 })).toContain('email')
  })

  test('requires of each profile the fields of the decisions', () => {
    const requiredKeys = (report: Report) =>
      usesOf(reportForm)
        .filter((use) => isRequired(use, report))
        .map(({ key }) => key)
    const everybody = ['informationRead', 'profile', 'message', 'eventDate', 'privacyConsent']
    expect(requiredKeys({ profile: 1 })).toEqual(everybody)
    expect(requiredKeys({ profile: 2, anonymous: true })).toEqual(everybody)
    expect(requiredKeys({ profile: 3, eventDateUnknown: true })).toEqual(everybody.filter((key) => key !== 'eventDate'))
    expect(requiredKeys({ profile: 4 })).toEqual([
      'informationRead',
      'profile',
      'organisationName',
      'organisationVat',
      'legalRepresentative',
      'contactPerson',
      'organisationPhone',
      'message',
      'eventDate',
      'privacyConsent',
    ])
  })

  test('accepts a mail address from an anonymous reporter, and requires none', () => {
    const whole = { profile: 1, anonymous: true, informationRead: true, privacyConsent: true, message: 'Un fatto' }
    const read = (email?: string) => readDraft(reportForm, { ...whole, eventDate: '03/11/2026', email }, today)
    expect(read().fieldErrors).toEqual([])
    expect(keysOf(read('mario@').fieldErrors)).toEqual(['email'])
    const { values, fieldErrors } = read('nessuno@example.org')
    expect(fieldErrors).toEqual([])
    expect(withoutHidden(reportForm, values).email).toBe('nessuno@example.org')
  })

  test.each([
    ['a telephone', { profile: 1, phone: '061' }, ['doNotCall', 'callHours', 'onlyToReporter']],
    ['a second telephone alone', { profile: 2, otherPhone: '061' }, ['doNotCall', 'callHours', 'onlyToReporter']],
    [
      'the telephone of an association',
      { profile: 4, organisationPhone: '061' },
      ['doNotCall', 'callHours', 'onlyToReporter'],
    ],
    ['a telephone that must not ring', { profile: 1, phone: '061', doNotCall: true }, ['doNotCall']],
    ['no telephone', { profile: 1, email: 'a@example.it' }, []],
    ['the telephone of an anonymous reporter', { profile: 1, anonymous: true, phone: '061' }, []],
    ['the telephone of a person, of an association', { profile: 4, phone: '061' }, []],
  ] as const)('asks beside %s when it is safe to call', (_what, report, keys) => {
    const wishes = { doNotCall: false, callHours: 'la sera', onlyToReporter: true, ...report }
    const kept = Object.keys(withoutHidden(reportForm, wishes as Report))
    expect(kept.filter((key) => ['doNotCall', 'callHours', 'onlyToReporter'].includes(key))).toEqual(keys)
  })

  test.each([
    ['nobody who asks for none', { profile: 1 }, []],
    [
      'everyone who asks for one, without a name too',
      { profile: 1, anonymous: true, needsAccommodation: true },
      ['interpreter', 'signLanguage'],
    ],
    ['an association that asks for one', { profile: 4, needsAccommodation: true }, ['interpreter', 'signLanguage']],
  ] as const)('asks %s which accommodation they need', (_who, report, keys) => {
    const needs = { interpreter: 'wolof', signLanguage: true, ...report }
    const kept = Object.keys(withoutHidden(reportForm, needs as Report))
    expect(kept.filter((key) => key === 'interpreter' || key === 'signLanguage')).toEqual(keys)
  })

  test('shows region, province and city only for Italy, and no personal fields for an anonymous reporter', () => {
    const shown = (report: Report) =>
      new Set(
        usesOf(reportForm)
          .filter((use) => isShown(use, report))
          .map(({ key }) => key),
      )
    expect(shown({ profile: 1 }).has('region')).toBe(true)
    expect(shown({ profile: 1, nation: 105 }).has('city')).toBe(true)
    expect(shown({ profile: 1, nation: 1 }).has('region')).toBe(false)
    expect(shown({ profile: 1, anonymous: true }).has('firstName')).toBe(false)
    expect(shown({ profile: 1, anonymous: true }).has('phone')).toBe(false)
    expect(shown({ profile: 4 }).has('anonymous')).toBe(false)
    expect(shown({ profile: 4, anonymous: true }).has('firstName')).toBe(true)
  })
})
