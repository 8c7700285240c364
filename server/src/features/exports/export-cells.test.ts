import {
  type AssociationStatus,
  associationStatusIds,
  type Endpoint,
  type ExportColumn,
  type ExportedRecord,
  type ExportKind,
  exportColumnsOf,
  exportFiles,
  exportKinds,
  exportRecords,
  getAssociation,
  getCase,
  getOperator,
  getOrganisation,
  getPerson,
  listOrganisations,
  listPeople,
  roleCodes,
} from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsv } from '#platform/csv.ts'
import { writeCsv } from '#platform/spreadsheets/csv-file.ts'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { exportedLists } from '../../../test/export-lists.ts'
import { caseOnWire, reportOnWire } from '../../../test/make.ts'
import { cellsWith, sheetColumnsOf } from './cells.ts'
import { listOf } from './export-lists.ts'

let portal: TestApp
let manager: Caller

beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const details: Readonly<Record<ExportedRecord, Endpoint>> = {
  case: getCase,
  person: getPerson,
  organisation: getOrganisation,
  user: getOperator,
  association: getAssociation,
}
const views: Partial<Record<ExportKind, number>> = { cases: 0, myCases: 2 }

/** The lines of a CSV file by the names of its columns on the wire. */
const recordsOf = (columns: readonly ExportColumn<never>[], csv: string) =>
  readCsv(csv.slice(1))
    .slice(1)
    .map(({ fields }) => Object.fromEntries(columns.map(({ wire }, place) => [wire, fields[place]])))

const lists: Partial<Record<ExportKind, typeof listPeople | typeof listOrganisations>> = {
  people: listPeople,
  organisations: listOrganisations,
}

/** How many cases name each record, which the list of a registry says and the detail does not. */
async function caseCounts(kind: ExportKind): Promise<ReadonlyMap<number, number>> {
  const list = lists[kind]
  const { rows } = list ? await manager.call(list, { query: { from: 1, to: 100 } }) : { rows: [] }
  return new Map(rows.map(({ id, cases }) => [id, cases]))
}

/** What a file would say of the records if it were written from their details. */
async function recordsByDetail(kind: ExportKind, ids: readonly number[]) {
  const columns = exportColumnsOf(kind)
  const cellsOf = await cellsWith(columns, portal.services.reference.labels)
  const rows: ReturnType<typeof cellsOf>[] = []
  const cases = await caseCounts(kind)
  for (const id of ids) {
    const detail = await manager.call(details[exportRecords[kind]], { params: { id } })
    rows.push(cellsOf({ cases: cases.get(id), ...(detail as object) } as never))
  }
  const csv = writeCsv({ name: '', columns: sheetColumnsOf(columns) } as never, [rows] as never)
  return recordsOf(columns, Buffer.concat(await csv.toArray()).toString())
}

const kinds = Object.keys(exportKinds) as ExportKind[]

test.each(kinds)('the file of %s has in each column what the detail of the record says', async (kind) => {
  const { path } = exportFiles[listOf(kind)]
  const view = views[kind]
  const columns = exportColumnsOf(kind)
  const colonne = columns.map(({ wire }) => wire)
  const idsList = await exportedLists[listOf(kind)].full(portal)
  const { status, body } = await manager.raw('POST', path, { idsList, colonne, formato: 'csv', vista: view })
  expect(status).toBe(200)
  const records = recordsOf(columns, String(body))
  expect(records).toHaveLength(idsList.length)
  const byDetail = await recordsByDetail(kind, idsList)
  const inOrder = (rows: typeof records) => rows.map((row) => JSON.stringify(row, null, 1)).sort()
  expect(inOrder(records)).toEqual(inOrder(byDetail))
  expect(colonne.filter((wire) => records.every((record) => record[wire] === ''))).toEqual([])
})

/** An instant as a workbook has it: the time of the office, as if it were that of UTC. */
const inOffice = (instant: string | undefined) => {
  if (!instant) return null
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'medium' })
  return new Date(`${clock.format(new Date(instant)).replace(' ', 'T')}Z`)
}

test('the workbook of all operators has in each column what their list answers', async () => {
  await exportedLists.operators.full(portal)
  const { body } = await manager.raw('POST', '/v1/report/start-operatori', {})
  const id: number = body.result.numero_univoco
  await portal.services.runs.work({ runId: id })
  const file = await manager.raw('POST', '/v1/report/get-operatori', { numero_univoco: id })
  const [heading, ...rows] = (await readXlsx(file.body)).sheets[0]?.rows ?? []
  const { listaView: operators } = (await manager.raw('GET', '/v1/admin/operatori?da=1&a=100')).body.result
  const labels = Object.fromEntries(
    (Object.keys(roleCodes) as (keyof typeof roleCodes)[]).map((role) => [roleCodes[role], office.roles[role]]),
  )
  expect(heading).toEqual(exportColumnsOf('operators').map(({ header }) => header))
  expect(operators.length).toBeGreaterThan(8)
  expect(rows).toEqual(
    // biome-ignore lint/suspicious/noExplicitAny: rows as the wire carries them
    operators.map((one: any) => [
      ...[one.cognome, one.nome, one.cf, one.mail, one.telefono ?? null],
      one.listaRuolo.map((code: string) => labels[code]).join('; '),
      one.flag_abilitazione ? 'Sì' : 'No',
      ...[inOffice(one.data_abilitazione), inOffice(one.data_disabilitazione)],
    ]),
  )
  expect(operators.some(({ listaRuolo }: { listaRuolo: string[] }) => listaRuolo.length > 1)).toBe(true)
})

const wordOfFlag = (value: unknown) => (value ? 'Sì' : 'No')
const inRome = (options: Intl.DateTimeFormatOptions) => (value: unknown) =>
  new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', dateStyle: 'short', ...options })
    .format(new Date(String(value)))
    .replace(',', '')
const day = { day: '2-digit', month: '2-digit', year: 'numeric', dateStyle: undefined } as const
const formats: Partial<Record<ExportColumn<never>['type'], (value: unknown) => string>> = {
  flag: wordOfFlag,
  date: inRome(day),
  instant: inRome({ ...day, hour: '2-digit', minute: '2-digit' }),
}

/** The id of an entry of a list, which some lists have in a member of its own. */
const idOf = (value: unknown) => Number(typeof value === 'object' && value ? Object.values(value)[0] : value)

/** The values of a member of an answer, of each line of a list. */
const valuesAt = (answer: unknown, path: string): unknown[] =>
  path.split('.').reduce<unknown[]>(
    // biome-ignore lint/suspicious/noExplicitAny: an answer as the wire carries it
    (found, name) => found.flatMap((one: any) => one[name] ?? []),
    [answer],
  )

/** What the answer of a detail has where no member is named like the column. */
// biome-ignore lint/suspicious/noExplicitAny: an answer as the wire carries it
const derived: Readonly<Record<string, (answer: any) => unknown>> = {
  id_stato_persona_giuridica: (answer) =>
    Object.entries(associationStatusIds).flatMap(([status, id]) =>
      id === answer.id_stato_persona_giuridica ? office.registerStatuses[status as AssociationStatus] : [],
    ),
  data_prima_richiesta: (answer) => inRome(day)(answer.data_prima_richiesta ?? answer.data_richiesta),
}

test.each([
  ['newRequests', '/v1/associazioni/dettaglio/admin'],
  ['enrolled', '/v1/associazioni/dettaglio/admin'],
  ['notEnabled', '/v1/associazioni/dettaglio/admin'],
  ['people', '/v1/anagrafica/dettaglio-persona-fisica'],
  ['organisations', '/v1/anagrafica/dettaglio-persona-giuridica'],
] as const)('the file of %s has in each column the member of the detail that is named like it', async (kind, path) => {
  const columns = exportColumnsOf(kind)
  const [id = 0] = await exportedLists[kind].full(portal)
  const choice = { idsList: [id], colonne: columns.map(({ wire }) => wire), formato: 'csv' }
  const { body } = await manager.raw('POST', exportFiles[kind].path, choice)
  const [record = {}] = recordsOf(columns, String(body))
  const { result } = (await manager.raw('GET', `${path}/${id}`)).body
  const grounds: { priorita: number }[] | undefined = result.listaPersonaGiuridicaSottoGround
  const answer = {
    numero_casi: (await caseCounts(kind)).get(id),
    ...result,
    // The main ground has columns of its own.
    listaPersonaGiuridicaSottoGround: grounds?.filter(({ priorita }) => priorita > 0),
  }
  for (const { wire, type, list } of columns) {
    const labels = list && (await portal.services.reference.labels(list))
    const format = labels ? (value: unknown) => labels.get(idOf(value)) : (formats[type] ?? String)
    const shown = derived[wire] ? [derived[wire](answer)].flat() : valuesAt(answer, wire).map(format)
    expect({ wire, cell: record[wire] }).toEqual({ wire, cell: shown.join('; ') })
  }
})

test('a file says of an offender without a name what the detail says, 1 by default', async () => {
  const offenders = [
    {},
    { nominativo: 'Tizio' },
    { flag_nominativo_non_presente: 0 },
    { flag_nominativo_non_presente: 1 },
  ]
  const idsList: number[] = []
  for (const responsabileDiscriminazione of offenders) {
    const wire = caseOnWire({ responsabileDiscriminazione })
    const { body } = await manager.raw('POST', '/v1/segnalazioni/nuova-segnalazione', wire)
    idsList.push(body.result.id_segnalazione)
  }
  const { body: sent } = await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())
  idsList.push(sent.result.id_segnalazione)
  const flags: number[] = []
  for (const id of idsList) {
    const { body } = await manager.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)
    flags.push(body.result.responsabileDiscriminazione.flag_nominativo_non_presente)
  }
  expect(flags).toEqual([1, 0, 0, 1, 1])
  const colonne = ['responsabileDiscriminazione.flag_nominativo_non_presente']
  const ordinamenti = [{ campo: 'data_creazione', verso: 'asc' }]
  const { body: csv } = await manager.raw('POST', '/v1/report/casi', { idsList, colonne, formato: 'csv', ordinamenti })
  const words = readCsv(String(csv).slice(1)).slice(1)
  expect(words.flatMap(({ fields }) => fields)).toEqual(flags.map((flag) => (flag ? 'Sì' : 'No')))
})
