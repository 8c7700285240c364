import {
  type AssociationValues,
  associationFields,
  associationForm,
  type CaseValues,
  caseFields,
  type Endpoint,
  type ExportColumn,
  type ExportKind,
  exportColumnsOf,
  exportFiles,
  exportKinds,
  type Field,
  type Fields,
  getAssociation,
  getCase,
  getOperator,
  getOrganisation,
  getPerson,
  organisationFields,
  organisationForm,
  personFields,
  personForm,
  writeWire,
} from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsv } from '#platform/csv.ts'
import { writeCsv } from '#platform/sheets/csv-file.ts'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { operatorOnWire } from '../../../test/make.ts'
import { makeAssociation, newNumber } from '../../../test/make-association.ts'
import { insertManyCases, type ManyCase } from '../../../test/many-cases.ts'
import { cellsWith, sheetColumnsOf } from './cells.ts'

let portal: TestApp
let manager: Caller

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

const sampleOf = (key: string, { kind, list, columns }: Field): unknown => {
  if (kind === 'lines') return [valuesOfEvery(columns as Fields)]
  if (kind === 'choice') return (list && places[list]) ?? 1
  if (/taxCode$/i.test(key)) return samples.taxCode
  return samples[kind] ?? `Testo di ${key}`.slice(0, 10)
}
/** A value in every field of a form but its files. */
const valuesOfEvery = (fields: Fields, but: readonly string[] = []) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([key, { kind }]) => kind !== 'files' && !but.includes(key))
      .map(([key, field]) => [key, sampleOf(key, field)]),
  )

/** The ids of records that together have a value in every column. */
const filled = {} as Record<ExportKind, readonly number[]>

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
    values: { ...(valuesOfEvery(caseFields, ['reporterPersonId']) as CaseValues), channelId: 3 },
    ...changes,
  }
}

async function fillCases(): Promise<readonly number[]> {
  const { pool } = portal.database
  const operator = await portal.idOf('manager')
  const made = await insertManyCases(portal, [
    filledCase(operator, {}),
    filledCase(operator, { status: 'closed', closedAt: new Date('2026-11-20T09:30:00.000Z'), values: {} }),
  ])
  const [full, closed] = made.map(({ id }) => id)
  await pool.query('update cases set reporter_person_id = $2, victim_person_id = $2 where id = $1', [full, 1])
  await pool.query("update cases set pseudonymised_at = '2026-11-20T09:40:00Z' where id = $1", [closed])
  return made.map(({ id }) => id)
}

/** An association of this status with a value in every field and date. */
const fillAssociation = async (status: 'documentsAsked' | 'enrolled' | 'removed') => {
  const { id } = await makeAssociation(portal, {
    status,
    wire: writeWire(associationForm, {
      ...(valuesOfEvery(associationFields) as AssociationValues),
      number: newNumber(),
    }),
    columns: {
      enrolledOn: '2026-01-10',
      renewedOn: '2026-11-10',
      expiresOn: '2027-01-10',
      documentsDueOn: '2026-11-12',
      closedOn: '2026-11-15',
      enrolmentNumber: status.length,
    },
  })
  return [id]
}

const add = async (path: string, wire: object) => {
  const { body } = await manager.raw('POST', path, wire)
  expect([path, body.result.errori]).toEqual([path, undefined])
  return Object.values(body.result).find((value) => typeof value === 'number') as number
}

/** An account as its detail shows it; a disabled one has the date on which it was disabled. */
async function fillOperators(): Promise<readonly number[]> {
  const id = await add('/v1/admin/add-operatore', operatorOnWire({ telefono: '+390612345678' }))
  await portal.database.pool.query('update users set is_enabled = false, disabled_at = now() where id = $1', [id])
  return [id]
}

beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  const person = writeWire(personForm, valuesOfEvery(personFields) as never)
  const organisation = writeWire(organisationForm, valuesOfEvery(organisationFields) as never)
  filled.people = [await add('/v1/anagrafica/add-persona-fisica', person)]
  filled.organisations = [await add('/v1/anagrafica/add-persona-giuridica', organisation)]
  filled.operators = await fillOperators()
  filled.cases = await fillCases()
  filled.myCases = filled.cases
  filled.newRequests = await fillAssociation('documentsAsked')
  filled.enrolled = await fillAssociation('enrolled')
  filled.notEnabled = await fillAssociation('removed')
})
afterAll(() => portal.close())

// biome-ignore format: a table
const sources: Readonly<Record<ExportKind, { readonly path: string; readonly view?: number; readonly detail: Endpoint }>> = {
  cases:         { path: exportFiles.cases.path, view: 0,      detail: getCase },
  myCases:       { path: exportFiles.cases.path, view: 2,      detail: getCase },
  people:        { path: exportFiles.people.path,              detail: getPerson },
  organisations: { path: exportFiles.organisations.path,       detail: getOrganisation },
  operators:     { path: exportFiles.operators.path,           detail: getOperator },
  newRequests:   { path: exportFiles.newRequests.path,         detail: getAssociation },
  enrolled:      { path: exportFiles.enrolled.path,            detail: getAssociation },
  notEnabled:    { path: exportFiles.notEnabled.path,          detail: getAssociation },
}

/** The lines of a CSV file by the names of its columns on the wire. */
const recordsOf = (columns: readonly ExportColumn<never>[], csv: string) =>
  readCsv(csv.slice(1))
    .slice(1)
    .map(({ fields }) => Object.fromEntries(columns.map(({ wire }, place) => [wire, fields[place]])))

/** What a file would say of the records if it were written from their details. */
async function recordsByDetail(kind: ExportKind, ids: readonly number[]) {
  const columns = exportColumnsOf(kind)
  const cellsOf = await cellsWith(columns, portal.services.reference.labels)
  const rows: ReturnType<typeof cellsOf>[] = []
  for (const id of ids) {
    const detail = await manager.call(sources[kind].detail, { params: { id } })
    // The detail of a registry record does not say how many cases name it.
    rows.push(cellsOf({ cases: 1, ...(detail as object) } as never))
  }
  const csv = writeCsv({ name: '', columns: sheetColumnsOf(columns) } as never, [rows] as never)
  return recordsOf(columns, Buffer.concat(await csv.toArray()).toString())
}

const kinds = Object.keys(exportKinds) as ExportKind[]

test.each(kinds)('the file of %s has in each column what the detail of the record says', async (kind) => {
  const { path, view } = sources[kind]
  const columns = exportColumnsOf(kind)
  const colonne = columns.map(({ wire }) => wire)
  const idsList = filled[kind]
  const { status, body } = await manager.raw('POST', path, { idsList, colonne, formato: 'csv', vista: view })
  expect(status).toBe(200)
  const records = recordsOf(columns, String(body))
  expect(records).toHaveLength(idsList.length)
  const byDetail = await recordsByDetail(kind, idsList)
  const inOrder = (rows: typeof records) => rows.map((row) => JSON.stringify(row, null, 1)).sort()
  expect(inOrder(records)).toEqual(inOrder(byDetail))
  expect(colonne.filter((wire) => records.every((record) => record[wire] === ''))).toEqual([])
})
