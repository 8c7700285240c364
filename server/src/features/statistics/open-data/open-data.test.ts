import { getOpenData, type OpenData } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCsv } from '#platform/csv.ts'
import { startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { makeCase } from '../../../../test/make-case.ts'
import { insertManyCases, madeUpCases } from '../../../../test/many-cases.ts'
import { limitsIn } from '../../../../test/open-data-limits.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
  portal.clock.set(new Date('2026-05-20T10:00:00Z'))
})
afterAll(() => portal.close())

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const read = () => portal.visitor.call(getOpenData, {})
const publish = () => portal.services.openData.publish()

interface Drawn {
  readonly year: number
  readonly count: number
  readonly columns?: Readonly<Record<string, unknown>>
}
/** Cases that arrived in the middle of a year. */
async function arrive({ year, count, columns = {} }: Drawn) {
  for (let index = 0; index < count; index++)
    await makeCase(portal, { columns: { created_at: new Date(`${year}-06-15T10:00:00Z`), ...columns } })
}
const numbersOf = ({ tables }: OpenData, name: OpenData['tables'][number]['table'], year: number) =>
  Object.fromEntries(
    (tables.find(({ table }) => table === name)?.rows ?? []).map(({ id = 0, counts }) => [id, counts[year]]),
  )

test('are empty before the first publication, and name the last due year only from 1 April on', async () => {
  expect((await read()).years).toEqual([])
  await arrive({ year: 2024, count: 3 })
  await makeCase(portal, { columns: { created_at: new Date('2025-12-31T22:59:00Z') } })
  portal.clock.set(new Date('2026-03-31T10:00:00Z'))
  await publish()
  expect((await read()).years).toEqual([{ year: 2024, publishedOn: '2026-03-31', cases: null }])
  await query('delete from open_data_years')
  for (const table of ['reports', 'cases']) await query(`delete from ${table}`)
})

describe('the numbers of a year', () => {
  const ground = (...ids: number[]) => ({ grounds: JSON.stringify(ids.map((groundId) => ({ groundId }))) })
  beforeAll(async () => {
    portal.clock.set(new Date('2026-04-01T10:00:00Z'))
    await arrive({ year: 2025, count: 12, columns: { ...ground(1, 2), field_id: 1, place_region: 3 } })
    await arrive({ year: 2025, count: 6, columns: { ...ground(2), field_id: 2 } })
    await arrive({ year: 2025, count: 2, columns: { ...ground(3), field_id: 3 } })
    await arrive({ year: 2025, count: 9, columns: {} })
    // Not counted.
    await makeCase(portal, {
      status: 'cancelled',
      columns: { created_at: new Date('2025-06-15T10:00:00Z'), ...ground(2) },
    })
    for (const relevance of [2, 4])
      await arrive({ year: 2025, count: 1, columns: { relevance_id: relevance, ...ground(2) } })
    await arrive({ year: 2025, count: 1, columns: { suspect_reasons: ['fast'], ...ground(2) } })
    // Counted: cleared by an operator, and in the year that it is at the office.
    const cleared = { suspect_reasons: ['fast'], reviewed_at: portal.clock.now(), ...ground(2) }
    const reviewer = { reviewed_by: await portal.idOf('manager') }
    await arrive({ year: 2025, count: 1, columns: { ...cleared, ...reviewer } })
    await makeCase(portal, { columns: { created_at: new Date('2024-12-31T23:30:00Z'), ...ground(2) } })
    await publish()
  })

  test('count the cases that arrived in it, each once for every ground, by entry of the list', async () => {
    const data = await read()
    expect(data.years).toEqual([{ year: 2025, publishedOn: '2026-04-01', cases: 31 }])
    expect(numbersOf(data, 'grounds', 2025)).toMatchObject({ 1: 12, 2: 20 })
    expect(numbersOf(data, 'fields', 2025)).toMatchObject({ 1: 12, 2: 6 })
    expect(numbersOf(data, 'regions', 2025)).toMatchObject({ 3: 12 })
  })

  test('below 5 are not published, nor those from which they could be computed', async () => {
    const data = await read()
    expect(numbersOf(data, 'grounds', 2025)).toMatchObject({ 0: null, 3: null, 4: null })
    expect(numbersOf(data, 'fields', 2025)).toMatchObject({ 0: null, 3: null })
    expect(numbersOf(data, 'regions', 2025)).toMatchObject({ 0: null, 1: null })
    const [{ stored }] = await query('select numbers::text as stored from open_data_years')
    expect(stored).not.toMatch(/"count": [0-4]\b/)
  })

  test('do not change once they are published, whatever becomes of the cases', async () => {
    const before = await read()
    await arrive({ year: 2025, count: 5, columns: { ...ground(3), field_id: 3 } })
    await query('update cases set field_id = 4')
    portal.clock.set(new Date('2026-11-01T10:00:00Z'))
    await publish()
    expect(await read()).toEqual(before)
  })
})

describe('the files', () => {
  const path = '/v1/noauth/dati-aperti'
  const download = async (formato: string) => {
    const { status, body, headers } = await portal.visitor.raw('GET', `${path}/scarica?formato=${formato}`)
    return { status, headers, text: Buffer.isBuffer(body) ? body.toString('utf8') : JSON.stringify(body) }
  }
  /** Table, id and year with the number. */
  const keyed = (rows: readonly (readonly [table: string, id: unknown, year: unknown, count: unknown])[]) =>
    new Map(rows.map(([table, id, year, count]) => [[table, id ?? '', year].join(), String(count ?? '')]))

  test('CSV and JSON have the numbers of the page, with a label for cases without an entry', async () => {
    const [csv, json] = [await download('csv'), await download('json')]
    expect(csv.headers['content-disposition']).toContain('UNAR - Dati aperti.csv')
    const [head, ...lines] = readCsv(csv.text.replace('\ufeff', '')).map(({ fields }) => fields)
    expect(head).toEqual(['tabella', 'id', 'voce', 'anno', 'numero'])
    expect(lines).toContainEqual(['totale', '', '', '2025', '31'])
    expect(lines).toContainEqual(['ground', '', 'Non indicato', '2025', ''])
    const { body } = await portal.visitor.raw('GET', path)
    const parsed = JSON.parse(json.text)
    expect(parsed).toMatchObject({ anni: body.result.anni, licenza: 'https://creativecommons.org/licenses/by/4.0/' })
    type Table = { tabella: string; voci: { id?: number; numeri: Record<string, number | null> }[] }
    const numbersIn = (tables: readonly Table[]) =>
      keyed(
        tables.flatMap(({ tabella, voci }) =>
          voci.flatMap(({ id, numeri }) =>
            Object.entries(numeri).map(([year, count]) => [tabella, id, year, count] as const),
          ),
        ),
      )
    const ofPage = numbersIn(body.result.tabelle)
    expect(numbersIn(parsed.tabelle)).toEqual(ofPage)
    const withoutTotals = lines.filter(([table]) => table !== 'totale')
    expect(keyed(withoutTotals.map(([table = '', id, , year, count]) => [table, id, year, count]))).toEqual(ofPage)
  })
})

describe('the numbers of many cases', () => {
  /** The columns of `cases` in which a case has one entry. */
  const columns = { fields: 'field_id', regions: 'place_region' } as const
  const counted = `extract(year from created_at at time zone 'Europe/Rome') = 2025 and status <> 'cancelled'
    and coalesce(relevance_id, 0) not in (2, 4) and (suspect_reasons = '{}' or reviewed_at is not null)`
  /** The real count by id of the entry, empty for cases without one. */
  const countBy = async (table: keyof typeof columns) =>
    new Map(
      (
        await query(`select ${columns[table]} as id, count(*)::int as count from cases where ${counted} group by 1`)
      ).map(({ id, count }) => [String(id ?? ''), count as number]),
    )

  beforeAll(async () => {
    await query('delete from open_data_years')
    const drawn = madeUpCases(600, [await portal.idOf('manager')], new Date('2026-01-20T10:00:00Z'), 5)
    await insertManyCases(portal, drawn)
    await publish()
  }, 60_000)

  test.each(['fields', 'regions'] as const)(
    'of %s equal a plain count, and none of the others can be computed',
    async (table) => {
      const data = await read()
      const real = await countBy(table)
      const limits = limitsIn(data, 2025)
      const rows = data.tables.find((one) => one.table === table)?.rows ?? []
      expect(rows.some(({ counts }) => counts[2025] !== null)).toBe(true)
      for (const { id = '', counts } of rows) {
        const [smallest, largest] = limits[`${table} ${id}`] ?? []
        if (counts[2025] === null) expect((largest ?? 0) - (smallest ?? 0)).toBeGreaterThanOrEqual(4)
        else expect(counts[2025]).toBe(real.get(String(id)))
      }
    },
  )
})
