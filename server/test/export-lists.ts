import {
  type AssociationValues,
  associationFields,
  associationForm,
  type CaseValues,
  caseFields,
  type exportFiles,
  type Field,
  type Fields,
  organisationFields,
  organisationForm,
  personFields,
  personForm,
  type Role,
  startExports,
  writeWire,
} from '@portal/contract'
import { expect } from 'vitest'
import type { TestApp } from './build-app.ts'
import { operatorOnWire } from './make.ts'
import { makeAssociation, newNumber } from './make-association.ts'
import { makeCase } from './make-case.ts'
import { insertManyCases, type ManyCase } from './many-cases.ts'

/** A value of each kind of field. A province, region and city are those of Rome. */
const samples: Partial<Record<Field['kind'], unknown>> = {
  email: 'ada@voci.example',
  phone: '+390612345678',
  taxCode: 'RSSMRA80A01H501U',
  vatNumber: '12345678903',
  organisationNumber: '01114601006',
  date: '2019-03-01',
  flag: true,
  consent: true,
  either: true,
  count: 1,
  amount: 5000,
  choices: [1, 2],
}
const places: Readonly<Record<string, number>> = { nation: 105, region: 12, province: 58, city: 8501, sub_ground: 101 }

/** Texts differ by field, so that no column can show that of another. */
const sampleOf = (key: string, { kind, list, columns, max = 40 }: Field): unknown => {
  if (kind === 'lines') return [valuesOfEvery(columns as Fields)]
  if (kind === 'choice') return (list && places[list]) ?? 1
  if (/taxCode$/i.test(key)) return samples.taxCode
  return samples[kind] ?? `${key} di prova`.slice(0, max)
}
/** A value in every field of a form but its files. */
const valuesOfEvery = (fields: Fields, but: readonly string[] = []) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([key, { kind }]) => kind !== 'files' && !but.includes(key))
      .map(([key, field]) => [key, sampleOf(key, field)]),
  )

const filledCase = (assignedTo: number, changes: Partial<ManyCase>): Omit<ManyCase, 'id'> => {
  const now = new Date('2026-11-19T09:00:00.000Z')
  return {
    status: 'inWorkTwo',
    assignedTo,
    createdBy: null,
    createdAt: now,
    insertedAt: new Date('2026-11-20T09:00:00.000Z'),
    workedFrom: now,
    statusSince: now,
    closedAt: null,
    unread: 2,
    closingProposedAt: null,
    awaitsLetter: true,
    values: { ...(valuesOfEvery(caseFields, ['reporterPersonId']) as CaseValues), channelId: 3 },
    ...changes,
  }
}

async function fillCases(portal: TestApp, person: number): Promise<readonly number[]> {
  const { pool } = portal.database
  const operator = await portal.idOf('manager')
  const made = await insertManyCases(portal, [
    filledCase(operator, {}),
    filledCase(operator, { status: 'closed', closedAt: new Date('2026-11-20T09:30:00.000Z'), values: {} }),
  ])
  const [full, closed] = made.map(({ id }) => id)
  await pool.query('update cases set reporter_person_id = $2, victim_person_id = $2 where id = $1', [full, person])
  await pool.query("update cases set pseudonymised_at = '2026-11-20T09:40:00Z' where id = $1", [closed])
  return made.map(({ id }) => id)
}

/** An association of this status with a value in every field and date. */
const fillAssociation = async (portal: TestApp, status: 'documentsAsked' | 'enrolled' | 'removed') => {
  const number = newNumber()
  const { id } = await makeAssociation(portal, {
    status,
    wire: writeWire(associationForm, { ...(valuesOfEvery(associationFields) as AssociationValues), number }),
    columns: {
      enrolledOn: '2026-01-10',
      renewedOn: '2026-11-10',
      expiresOn: '2027-01-10',
      documentsDueOn: '2026-11-12',
      closedOn: '2026-11-15',
      enrolmentNumber: Number(number.slice(1, -1)),
      // One of them asked for a renewal: its first request has a day of its own.
      ...(status === 'documentsAsked' && {
        origin: 'renewalAsked',
        requestedAt: new Date('2025-12-01T09:00:00.000Z'),
        renewalRequestedOn: '2026-11-05',
      }),
    },
  })
  return [id]
}

const add = async (portal: TestApp, path: string, wire: object) => {
  const { body } = await (await portal.as('manager')).raw('POST', path, wire)
  expect([path, body.result.errori]).toEqual([path, undefined])
  return Object.values(body.result).find((value) => typeof value === 'number') as number
}

/** An account as its detail shows it; a disabled one has the date on which it was disabled. */
async function fillOperators(portal: TestApp): Promise<readonly number[]> {
  const id = await add(portal, '/v1/admin/add-operatore', operatorOnWire({ telefono: '+390612345678' }))
  await portal.database.pool.query('update users set is_enabled = false, disabled_at = now() where id = $1', [id])
  return [id]
}

/** Records with a value in every field that refer to each other: a person, a body, and cases that name both. */
async function fillConnected(portal: TestApp) {
  const wireOf = (form: typeof personForm | typeof organisationForm, fields: Fields) =>
    writeWire(form as typeof personForm, valuesOfEvery(fields))
  const person = await add(portal, '/v1/anagrafica/add-persona-fisica', wireOf(personForm, personFields))
  const body = await add(portal, '/v1/anagrafica/add-persona-giuridica', wireOf(organisationForm, organisationFields))
  return { people: [person], organisations: [body], cases: await fillCases(portal, person) }
}
const connectedOf = new WeakMap<TestApp, ReturnType<typeof fillConnected>>()
/** The connected records of a portal, which are inserted once: no two people have one tax code. */
function connected(portal: TestApp): ReturnType<typeof fillConnected> {
  const known = connectedOf.get(portal) ?? fillConnected(portal)
  connectedOf.set(portal, known)
  return known
}

type List = keyof typeof exportFiles

interface ExportedList {
  /** The roles that export the whole list (decisions §2). */
  readonly roles: readonly Role[]
  readonly column: string
  /** Creates a record of the list. */
  readonly record: (portal: TestApp) => Promise<number>
  /** Creates records that together have a value in every column. */
  readonly full: (portal: TestApp) => Promise<readonly number[]>
}

const register: readonly Role[] = ['manager', 'registerAdmin', 'registerOperator']
const association = async (portal: TestApp, options: Parameters<typeof makeAssociation>[1]) =>
  (await makeAssociation(portal, options)).id

/** What tests know of each list that can be exported. */
export const exportedLists: Readonly<Record<List, ExportedList>> = {
  cases: {
    roles: ['manager', 'operatorOne', 'operatorTwo'],
    column: 'codice',
    record: makeCase,
    full: async (portal) => (await connected(portal)).cases,
  },
  people: {
    roles: ['manager', 'operatorTwo'],
    column: 'cognome',
    record: (portal) => add(portal, '/v1/anagrafica/add-persona-fisica', { nome: 'Ada', cognome: 'Esportata' }),
    full: async (portal) => (await connected(portal)).people,
  },
  organisations: {
    roles: ['manager', 'operatorTwo'],
    column: 'piva',
    record: (portal) => add(portal, '/v1/anagrafica/add-persona-giuridica', { ragione_sociale: 'Esportata' }),
    full: async (portal) => (await connected(portal)).organisations,
  },
  operators: {
    roles: ['manager'],
    column: 'cognome',
    record: (portal) => portal.idOf('operatorOne'),
    full: fillOperators,
  },
  newRequests: {
    roles: register,
    column: 'piva',
    record: (portal) => association(portal, {}),
    full: (portal) => fillAssociation(portal, 'documentsAsked'),
  },
  enrolled: {
    roles: register,
    column: 'piva',
    record: (portal) => association(portal, { status: 'enrolled', columns: { enrolledOn: '2026-03-01' } }),
    full: (portal) => fillAssociation(portal, 'enrolled'),
  },
  notEnabled: {
    roles: register,
    column: 'piva',
    record: (portal) => association(portal, { status: 'removed', columns: { closedOn: '2026-03-01' } }),
    full: (portal) => fillAssociation(portal, 'removed'),
  },
}
export const exportedNames = Object.keys(exportedLists) as List[]

/** The last segment of the calls for a whole list, without its verb. */
export const pairOf = (list: List) => startExports[list].path.replace('/v1/report/start-', '')
