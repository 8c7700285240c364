import {
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
} from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsv } from '#platform/csv.ts'
import { writeCsv } from '#platform/spreadsheets/csv-file.ts'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { exportedLists } from '../../../test/export-lists.ts'
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

/** What a file would say of the records if it were written from their details. */
async function recordsByDetail(kind: ExportKind, ids: readonly number[]) {
  const columns = exportColumnsOf(kind)
  const cellsOf = await cellsWith(columns, portal.services.reference.labels)
  const rows: ReturnType<typeof cellsOf>[] = []
  for (const id of ids) {
    const detail = await manager.call(details[exportRecords[kind]], { params: { id } })
    // The detail of a registry record does not say how many cases name it.
    rows.push(cellsOf({ cases: 1, ...(detail as object) } as never))
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
