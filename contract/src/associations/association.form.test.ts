import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import application from '../../test/examples/application.json' with { type: 'json' }
import type { Field } from '../kit/field.ts'
import { type Fields, isRequired, isShown, readDraft, readWire, usesOf, writeWire } from '../kit/form.ts'
import { formatScreenDate, type PlainDate } from '../kit/plain-date.ts'
import texts from '../texts/it.json' with { type: 'json' }
import register from '../texts/register/it.json' with { type: 'json' }
import {
  type AssociationValues,
  applicationForm,
  associationFields,
  associationForm,
  associationTabs,
  changeAssociationForm,
  documentKeys,
  documentTypes,
  missingSeatOf,
  registerLimits,
  saveAssociationForm,
} from './association.form.ts'

const today: PlainDate = '2026-11-20'
const messages: Readonly<Record<string, string>> = { ...texts.messages, ...register.messages }
const sent = {
  ...application,
  flag_sovrascrivi: 1,
  collegamento: 'wXyZ0123456789abcdefghijklmnopqrstuvwxyzAB',
}
const { values: whole } = readWire(applicationForm, sent, today)
const [project, contact, delegate] = [whole.projects?.[0], whole.contacts?.[0], whole.delegates?.[0]]

/** The errors of the whole application with other values: the path of each, and its sentence. */
function errorsWith(changes: object) {
  const { fieldErrors } = readWire(applicationForm, writeWire(applicationForm, { ...whole, ...changes }), today)
  return Object.fromEntries(fieldErrors.map(({ path, message }) => [path, messages[message]]))
}
const projectList = 'listaPersonaGiuridicaProgetto'
const contactList = 'listaPersonaGiuridicaReferente'
const groundList = 'listaPersonaGiuridicaSottoGround'
const legal = 'personaGiuridicaLegaleRappresentante'
const vatMessage = 'Inserire partita IVA di 11 caratteri numerici o CF di 16 caratteri alfanumerici'
const phoneMessage = 'Telefono non valido: solo cifre, con + iniziale facoltativo, al massimo 15 caratteri'
const emailMessage = 'Email non valida. Il formato richiesto è: (nome@esempio.it)'

test('a whole application has no errors', () => expect(errorsWith({})).toEqual({}))

// biome-ignore format: a table
test.each<[what: string, changes: object, path: string, sentence: string]>([
  ['more than 1,000,000 members', { memberCount: 1_000_001 }, 'numero_iscritti', 'Il numero iscritti non deve superare i 1.000.000'],
  ['fewer than no members', { memberCount: -1 }, 'numero_iscritti', 'Il numero non può essere minore di 0'],
  ['a project without an amount', { projects: [{ ...project, amount: undefined }] }, `${projectList}.0.importo_finanziato`, 'Campo obbligatorio'],
  ['a project of 0 euros', { projects: [project, { ...project, amount: 0 }] }, `${projectList}.1.importo_finanziato`, "L'importo deve essere maggiore di 0"],
  ['a project of less than 0 euros', { projects: [{ ...project, amount: -5 }] }, `${projectList}.0.importo_finanziato`, "L'importo deve essere maggiore di 0"],
  ['a project above the highest amount', { projects: [{ ...project, amount: 1_000_000_001 }] }, `${projectList}.0.importo_finanziato`, 'Raggiunto il massimo importo consentito'],
  ['@ in the name of a project', { projects: [{ ...project, name: 'a@b' }] }, `${projectList}.0.nomeProgetto`, messages.caratteri_vietati ?? ''],
  ['# in the name of a project', { projects: [{ ...project, name: '#1' }] }, `${projectList}.0.nomeProgetto`, messages.caratteri_vietati ?? ''],
  ['" in the name of a project', { projects: [{ ...project, name: '"Ponti"' }] }, `${projectList}.0.nomeProgetto`, messages.caratteri_vietati ?? ''],
  ["' in the name of a project", { projects: [{ ...project, name: "'Ponti'" }] }, `${projectList}.0.nomeProgetto`, messages.caratteri_vietati ?? ''],
  ['a project without a name', { projects: [{ ...project, name: undefined }] }, `${projectList}.0.nomeProgetto`, 'Campo obbligatorio'],
  ['a project without fields', { projects: [{ ...project, fieldIds: [] }] }, `${projectList}.0.listaAmbitoProgetto`, 'Inserire almeno un ambito'],
  ['no project', { projects: [] }, projectList, 'Inserire almeno un progetto'],
  ['no contact', { contacts: undefined }, contactList, 'Inserire almeno un referente'],
  ['no main ground', { mainGroundId: undefined, mainSubGroundId: undefined }, 'groundPrevalente', 'Ground: Inserire almeno un ground'],
  ['a main ground that is also secondary', { secondaryGrounds: [{ groundId: 3 }, { groundId: 1, subGroundId: 101 }] }, groundList, 'Il motivo prevalente non può essere anche tra i secondari'],
  ['a main ground that is also secondary with another sub-ground', { secondaryGrounds: [{ groundId: 1, subGroundId: 102 }] }, groundList, 'Il motivo prevalente non può essere anche tra i secondari'],
  ['a main ground without sub-ground that is also secondary', { mainSubGroundId: undefined, secondaryGrounds: [{ groundId: 1 }] }, groundList, 'Il motivo prevalente non può essere anche tra i secondari'],
  ['a secondary ground twice', { secondaryGrounds: [{ groundId: 3 }, { groundId: 2 }, { groundId: 3 }] }, groundList, 'Lo stesso motivo secondario è indicato due volte: togline uno'],
  ['a secondary ground with its sub-ground twice', { secondaryGrounds: [{ groundId: 2, subGroundId: 201 }, { groundId: 2, subGroundId: 201 }] }, groundList, 'Lo stesso motivo secondario è indicato due volte: togline uno'],
  ['a secondary sub-ground without its ground', { secondaryGrounds: [{ subGroundId: 201 }] }, `${groundList}.0.id_ground`, 'Campo obbligatorio'],
  ['a tax code of two contacts', { contacts: [contact, { ...contact, taxCode: 'bnlcha85m41f205b' }] }, contactList, 'Lo stesso codice fiscale è indicato due volte: togline uno'],
  ['a tax code of two delegates', { delegates: [delegate, delegate] }, 'listaPersonaGiuridicaDelegato', 'Lo stesso codice fiscale è indicato due volte: togline uno'],
  ['a contact without a surname', { contacts: [{ ...contact, lastName: undefined }] }, `${contactList}.0.cognomeReferente`, 'Campo obbligatorio'],
  ['a contact with a wrong tax code', { contacts: [{ ...contact, taxCode: 'X' }] }, `${contactList}.0.cfReferente`, 'Codice fiscale non valido.'],
  ['a contact with a wrong e-mail', { contacts: [{ ...contact, email: 'x' }] }, `${contactList}.0.mailReferente`, emailMessage],
  ['a contact with a telephone of 51 characters', { contacts: [{ ...contact, phone: '1'.repeat(51) }] }, `${contactList}.0.recapitoReferente`, phoneMessage],
  ['a telephone of 21 characters', { phone: '1'.repeat(21) }, 'anagrafica.recapito_pri', phoneMessage],
  ['a telephone with two signs', { thirdPhone: '+06+123' }, 'anagrafica.recapito_ter', phoneMessage],
  ['a wrong e-mail', { email: 'ponti' }, 'anagrafica.email', emailMessage],
  ['a wrong e-mail for contacts', { contactEmail: 'a@' }, 'anagrafica.email_contatto', emailMessage],
  ['a wrong certified e-mail', { pec: '@pec.it' }, 'anagrafica.pec', emailMessage],
  ['a VAT number of ten digits', { number: '1234567890' }, 'piva', vatMessage],
  ['a VAT number with a wrong check digit', { number: '12345678904' }, 'piva', messages.piva_cifra_di_controllo ?? ''],
  ['a wrong tax code of the representative', { representativeTaxCode: 'RSSMRA80A01H501' }, `${legal}.cf`, 'Codice fiscale non valido.'],
  ['a region abroad', { seatNation: 73 }, 'anagrafica.id_regione', "Regione, provincia e comune si indicano solo per l'Italia"],
  ['a region of birth abroad', { representativeBirthNation: 73 }, `${legal}.id_regione_nascita`, "Regione, provincia e comune si indicano solo per l'Italia"],
  ['a region of residence abroad', { representativeNation: 73 }, `${legal}.id_regione_residenza`, "Regione, provincia e comune si indicano solo per l'Italia"],
  ['a birth date in the future', { representativeBirthDate: '2026-11-21' }, `${legal}.data_nascita`, 'Inserire una data valida. La data non può essere nel futuro'],
  ['a date of formation in the future', { formedOn: '2027-01-01' }, 'data_costituzione', 'Inserire una data valida. La data non può essere nel futuro'],
  ['no consent', { consent: false }, 'trattamentoDatiPersonali', 'Campo obbligatorio'],
])('%s is refused, with the sentence for it', (_what, changes, path, sentence) => {
  expect(errorsWith(changes)).toEqual({ [path]: sentence })
})

test.each(documentKeys)('an application without the %s is refused', (key) => {
  const wire = `listaAllegatoPersonaGiuridica${documentTypes[key]}`
  expect(errorsWith({ [key]: undefined })).toEqual({ [wire]: 'Inserire almeno un allegato' })
})

// biome-ignore format: a table
test.each<[what: string, changes: object]>([
  ['no members', { memberCount: 0 }],
  ['an apostrophe between letters in the name of a project', { projects: [{ ...project, name: "L'altro dell'anno" }] }],
  ['1,000,000 members', { memberCount: 1_000_000 }],
  ['a project of one euro', { projects: [{ ...project, amount: 1 }] }],
  ['a project of the highest amount', { projects: [{ ...project, amount: registerLimits.projectAmount }] }],
  ['a project without a funder', { projects: [{ ...project, funderId: undefined }] }],
  ['a telephone of 20 characters', { phone: `+${'1'.repeat(19)}` }],
  ['a contact with a telephone of 50 characters', { contacts: [{ ...contact, phone: '1'.repeat(50) }] }],
  ['a contact without a telephone', { contacts: [{ ...contact, phone: undefined }] }],
  ['a person who is contact and delegate', { delegates: [{ ...delegate, taxCode: contact?.taxCode }] }],
  ['two sub-grounds of one ground', { secondaryGrounds: [{ groundId: 2, subGroundId: 201 }, { groundId: 2, subGroundId: 202 }] }],
  ['no secondary ground and no delegate', { secondaryGrounds: undefined, delegates: undefined }],
  ['a tax code as number', { number: 'rssmra80a01h501u' }],
  ['a seat without a nation, which is in Italy', { seatNation: undefined }],
  ['a seat abroad', { seatNation: 73, seatRegion: undefined, seatProvince: undefined, seatCity: undefined }],
])('%s is accepted', (_what, changes) => expect(errorsWith(changes)).toEqual({}))

test('lines and documents beyond their largest number are refused', () => {
  const files = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      name: 'a.pdf',
    }))
  expect(errorsWith({ budget: files(10) })).toEqual({})
  expect(errorsWith({ budget: files(11) })).toEqual({ listaAllegatoPersonaGiuridica4: messages.troppi_allegati })
  expect(errorsWith({ projects: Array(51).fill(project) })).toEqual({ [projectList]: messages.troppe_righe_elenco })
})

test('dates are typed as DD/MM/YYYY', () => {
  const errors = (formedOn: string) => readDraft(associationForm, { ...draftOf(whole), formedOn }, today).fieldErrors
  expect(errors('02/04/2019')).toEqual([])
  for (const text of ['31/02/2019', '2019-04-02', '02/04/19', 'ieri'])
    expect(errors(text), text).toMatchObject([{ key: 'formedOn', message: 'data_non_valida' }])
  expect(messages.data_non_valida).toBe('Inserire una data valida. Il formato richiesto è: (gg/mm/aaaa)')
})

const text = (max: number) =>
  fc
    .string({ minLength: 1, maxLength: max, unit: 'grapheme' })
    .map((raw) => raw.replace(/[\p{C}\p{Z}@#"']/gu, '') || 'x')
    .filter((raw) => [...raw].length <= max)
const day = fc
  .integer({ min: 0, max: 30_000 })
  .map((days) => new Date(Date.UTC(1940, 0, 1 + days)).toISOString().slice(0, 10) as PlainDate)
  .filter((date) => date <= today)
const choice = fc.integer({ min: 1, max: 9999 })
const taxCode = fc.constantFrom('RSSMRA80A01H501U', 'BNLCHA85M41F205B')

const anyOf = (field: Field): fc.Arbitrary<unknown> => anyOfKind[field.kind]?.(field) ?? fc.constant(undefined)
const recordOf = (fields: Fields, requiredKeys: string[]) =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, anyOf(field)])), { requiredKeys })
const anyOfKind: Partial<Record<Field['kind'], (field: Field) => fc.Arbitrary<unknown>>> = {
  text: () => text(10),
  longText: () => text(400),
  email: () => fc.constantFrom('a@b.it', 'nome.cognome@example.org'),
  phone: () => fc.constantFrom('800901010', '+390612345678'),
  organisationNumber: () => fc.oneof(fc.constantFrom('12345678903', '00743110157'), taxCode),
  taxCode: () => taxCode,
  date: () => day,
  choice: () => choice,
  flag: () => fc.boolean(),
  consent: () => fc.boolean(),
  count: () => fc.nat(1_000_000),
  amount: () => fc.integer({ min: 1, max: registerLimits.projectAmount }),
  choices: () => fc.uniqueArray(choice, { minLength: 1, maxLength: 7 }),
  files: () =>
    fc
      .uniqueArray(fc.uuid(), { minLength: 1, maxLength: registerLimits.documentsOfType })
      .map((ids) => ids.map((id, index) => ({ id, name: `file ${index}.pdf` }))),
  lines: ({ columns = {} }) =>
    fc.array(
      recordOf(
        columns,
        Object.keys(columns).filter((key) => columns[key]?.required),
      ),
      { minLength: 1, maxLength: 5 },
    ),
}
const anyAssociation = recordOf(associationFields, []) as fc.Arbitrary<AssociationValues>

/** The values as they are typed: dates as DD/MM/YYYY. */
const draftOf = (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      (associationFields as Fields)[key]?.kind === 'date' ? formatScreenDate(value) : value,
    ]),
  )

describe('the form of an association', () => {
  test('reads any association from the wire as it wrote it', () => {
    fc.assert(
      fc.property(anyAssociation, (association) => {
        expect(readWire(associationForm, writeWire(associationForm, association), today).values).toEqual(association)
      }),
    )
  })

  test('reads the same values from a draft as from the wire, and finds no other faults in what is shown', () => {
    fc.assert(
      fc.property(anyAssociation, (association) => {
        const fromDraft = readDraft(associationForm, draftOf(association), today)
        const fromWire = readWire(associationForm, writeWire(associationForm, association), today)
        expect(fromDraft.values).toEqual(fromWire.values)
        const shown = new Set<string>(
          usesOf(associationForm).flatMap((use) => (isShown(use, association) ? [use.key] : [])),
        )
        expect(fromDraft.fieldErrors).toEqual(fromWire.fieldErrors.filter(({ key }) => shown.has(key)))
      }),
    )
  })

  test('never throws on any JSON, and gives a path for each fault', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const { fieldErrors } = readWire(applicationForm, body, today)
        expect(fieldErrors.length).toBeGreaterThan(0)
        expect(fieldErrors.every(({ path, message }) => typeof path === 'string' && message.length > 0)).toBe(true)
      }),
    )
  })

  test('has its six tabs, each field in one of them, and a label for each field, column and tab', () => {
    expect(associationForm.steps.map(({ id }) => id)).toEqual(associationTabs)
    const keys = usesOf(associationForm).map(({ key }) => key)
    expect([...keys].sort()).toEqual(Object.keys(associationFields).sort())
    expect(Object.keys(register.registerFields).sort()).toEqual(Object.keys(associationFields).sort())
    expect(Object.keys(register.registerTabs)).toEqual(associationTabs)
    const columns = Object.entries<Field>(associationFields).flatMap(([key, field]) =>
      field.columns ? [[key, Object.keys(field.columns)]] : [],
    )
    const labels = Object.entries(register.registerColumns).map(([key, texts]) => [key, Object.keys(texts)])
    expect(Object.fromEntries(labels)).toEqual(Object.fromEntries(columns))
  })

  test.each([
    ['of the office', saveAssociationForm, ['associationId', 'version']],
    ['of an applicant', applicationForm, [...documentKeys, 'consent']],
    ['of an association', changeAssociationForm, [...documentKeys, 'consent', 'version']],
  ])('requires in the form %s the fields of its tabs, and its own', (_whose, form, own) => {
    const required = usesOf(form)
      .filter((use) => isRequired(use, {}))
      .map(({ key }) => key as string)
    const ofTabs = usesOf(associationForm).filter(({ required }) => required === true)
    expect(required.sort()).toEqual([...ofTabs.map(({ key }) => key as string), ...own].sort())
  })

  test('requires in each tab these fields', () => {
    const required = associationForm.steps.map(({ id, fields }) => [
      id,
      fields.filter((use) => isRequired(use, {})).map(({ key }) => key),
    ])
    expect(Object.fromEntries(required)).toEqual({
      identity: ['name', 'number', 'typeId', 'formedOn', 'memberCount'],
      representative: [
        'representativeLastName',
        'representativeFirstName',
        'representativeTaxCode',
        'representativeBirthDate',
      ],
      activity: ['mainGroundId', 'projects'],
      documents: [],
      contacts: ['contacts'],
      notes: ['email', 'phone'],
    })
  })

  test('has its documents in one list by type, and its main ground last, with priority 0', () => {
    const body = writeWire(applicationForm, whole) as Readonly<Record<string, Readonly<Record<string, unknown>>[]>>
    expect(body).toEqual(sent)
    expect(body.listaAllegatoPersonaGiuridica?.map(({ id_tipo_allegato: type }) => type)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(body[groundList]?.map(({ priorita }) => priorita)).toEqual([1, 0])
    expect(Object.keys(body).filter((member) => /[Pp]revalente|Giuridica\d/.test(member))).toEqual([])
  })

  test('accepts the members of older callers, and keeps nothing of them', () => {
    const { anagrafica, [legal]: person, [groundList]: grounds, ...rest } = sent as object as Record<string, object>
    const older = {
      ...rest,
      operation: 'mod',
      user_modifica: 'Rossi Maria',
      listaStoricoPG: [{ progressivo: 1 }],
      anagrafica: { ...anagrafica, id_anagrafica: 5 },
      [legal]: { ...person, id_persona_giuridica_legale_rappresentante: 6 },
      [groundList]: (grounds as object[]).map((line) => ({ ...line, label_ground: 'x', label_sotto_ground: 'y' })),
    }
    expect(readWire(applicationForm, older, today)).toEqual({ values: whole, fieldErrors: [] })
  })

  test('accepts a project under the names of the form, with its first funder', () => {
    const line = { nomeProgetto: 'P', importoProgetto: 5, listaAmbitoProgetto: [{ id_ambito: 1 }] }
    const body = {
      [projectList]: [
        { ...line, listaFinanziatoreProgetto: [{ id_finanziatore_progetto: 2, label_finanziatore: 'UE' }] },
      ],
    }
    expect(readWire(associationForm, body, today).values.projects).toEqual([
      { name: 'P', amount: 5, fieldIds: [1], funderId: 2 },
    ])
  })

  test('shows region, province and city only for Italy', () => {
    const shown = (values: AssociationValues) =>
      usesOf(associationForm)
        .filter((use) => isShown(use, values))
        .map(({ key }) => key)
    const italian = ['seatRegion', 'seatProvince', 'seatCity']
    expect(shown({})).toEqual(expect.arrayContaining(italian))
    expect(shown({ seatNation: 105 })).toEqual(expect.arrayContaining(italian))
    expect(shown({ seatNation: 73 }).filter((key) => italian.includes(key))).toEqual([])
  })
})

describe('what is missing of the seat', () => {
  test.each<[seat: object, missing: readonly string[]]>([
    [{}, ['seatNation', 'seatRegion', 'seatProvince', 'seatCity', 'seatAddress']],
    [{ seatNation: 105, seatRegion: 12 }, ['seatProvince', 'seatCity', 'seatAddress']],
    [{ seatNation: 105, seatRegion: 12, seatProvince: 58, seatCity: 1, seatAddress: 'Via Roma 1' }, []],
    [{ seatNation: 33, seatAddress: 'Rue de Rivoli 1' }, []],
  ])('of %j is %j', (seat, missing) => expect(missingSeatOf(seat)).toEqual(missing))
})
