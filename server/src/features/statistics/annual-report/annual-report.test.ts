import {
  type CountedSet,
  caseIndicators,
  dutyIndicators,
  getCaseStatistics,
  getRegisterStatistics,
  type Indicator,
  indicatorIn,
  registerIndicators,
  shareOf,
  startCaseStatistics,
  startRegisterStatistics,
} from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { newestListedRun } from '../../../../test/listed-runs.ts'
import { makeAssociation } from '../../../../test/make-association.ts'
import { insertManyCases, madeUpCases } from '../../../../test/many-cases.ts'
import { readZip } from '../../../../test/read-zip.ts'
import { parsePart, readWord } from '../../../../test/word-texts.ts'

const year = 2025

let portal: TestApp
const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
beforeAll(async () => {
  portal = await startTestApp()
  const workers = [await portal.idOf('operatorTwo'), await portal.idOf('manager')]
  await insertManyCases(portal, madeUpCases(400, workers, portal.clock.now(), 5))
  // Half of them in each of the two years of the report, and some in none.
  await query(`update cases set created_at = case when id % 7 = 0 then timestamptz '2026-02-03 12:00Z'
    else timestamptz '2024-01-10 12:00Z' + (id * 37 % 700) * interval '1 day' end`)
  await query('delete from association_people')
  await query('delete from associations')
  for (const [month, status] of [
    ['03', 'submitted'],
    ['03', 'enrolled'],
    ['11', 'rejected'],
  ] as const)
    await makeAssociation(portal, {
      status,
      columns: {
        requestedAt: new Date(`${year}-${month}-05T10:00:00Z`),
        ...(status === 'enrolled' && { enrolledOn: `${year}-04-01`, expiresOn: '2027-04-01' }),
        ...(status === 'rejected' && { closedOn: `${year}-12-01` }),
      },
    })
})
afterAll(() => portal.close())

const start = (caller: Caller, anno = year) => caller.raw('POST', '/v1/report/start-relazione-annuale', { anno })
const get = (caller: Caller, id: number) =>
  caller.raw('POST', '/v1/report/get-relazione-annuale', { numero_univoco: id })
const work = (id: number) => portal.services.runs.work({ runId: id })

/** A report of a role, from request to file. */
async function reportOf(role: 'manager' | 'operatorTwo' | 'registerAdmin', anno = year) {
  const caller = await portal.as(role)
  const { body } = await start(caller, anno)
  const id: number = body.result.numero_univoco
  await work(id)
  const { elaborati, totale } = await newestListedRun(portal, 'esportazione')
  expect([elaborati, totale]).toEqual([totale, expect.any(Number)])
  const reply = await get(caller, id)
  expect(reply.status).toBe(200)
  return { id, caller, headers: reply.headers, parts: readZip(reply.body as Buffer) }
}
const wordIn = (parts: Record<string, string>) => readWord(parts['word/document.xml'] ?? '')

describe('the annual report', () => {
  test('is a document with a title, a language, headings in their order and contents with page numbers', async () => {
    const { headers, parts } = await reportOf('manager')
    expect(headers['content-disposition']).toBe(`attachment; filename="UNAR - Relazione annuale ${year}.docx"`)
    for (const [name, xml] of Object.entries(parts))
      if (/\.(xml|rels)$/.test(name)) expect(() => parsePart(xml), name).not.toThrow()
    expect(parts['docProps/core.xml']).toContain(`<dc:title>Relazione annuale ${year}</dc:title>`)
    expect(parts['word/styles.xml']).toContain('<w:lang w:val="it-IT"/>')
    const { headings, contents } = wordIn(parts)
    const titlesOf = (subject: 'cases' | 'register', indicators: object) =>
      Object.keys(indicators).map((key) => [
        2,
        (office.statistics[subject] as Readonly<Record<string, { title: string }>>)[key]?.title,
      ])
    expect(headings).toEqual([
      [1, 'Come leggere i numeri'],
      [1, 'I casi di discriminazione'],
      ...titlesOf('cases', caseIndicators).slice(0, -dutyIndicators.length),
      [1, 'I compiti di organismo di parità'],
      ...titlesOf('cases', caseIndicators).slice(-dutyIndicators.length),
      [1, 'Il registro delle associazioni'],
      ...titlesOf('register', registerIndicators),
    ])
    expect(contents.map(({ title }) => title)).toEqual(headings.map(([, title]) => title))
    for (const { page } of contents) expect(page).toMatch(/^\d+$/)
  })

  test('has contents that a writer renews, styles for them, numbers of pages, and charts that it does not stretch', async () => {
    const { parts } = await reportOf('manager')
    const { 'word/document.xml': xml = '', 'word/styles.xml': styles = '' } = parts
    expect(xml).toMatch(/<w:instrText[^>]*>TOC [^<]*\\o &quot;1-2&quot;/)
    for (const style of ['Title', 'Heading1', 'Heading2', 'TOC1', 'TOC2', 'Note', 'TableText'])
      expect(styles, style).toContain(`w:styleId="${style}"`)
    const footers = Object.entries(parts).filter(([name]) => /^word\/footer\d*\.xml$/.test(name))
    expect(footers.some(([, footer]) => /PAGE<[\s\S]*NUMPAGES</.test(footer))).toBe(true)
    const sizes = [...xml.matchAll(/<wp:extent cx="(\d+)" cy="(\d+)"\/>/g)].map(([, x, y]) => Number(x) / Number(y))
    expect(sizes).toHaveLength(30)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(16 / 9)
  })

  test('has the numbers of the statistics of the same year and of the year before, in every table', async () => {
    const { caller, parts } = await reportOf('manager')
    const day = (text: string) => `${text}T00:00:00.000Z`
    const days = (one: number, word: string) => ({
      [`${word}_da`]: day(`${one}-01-01`),
      [`${word}_a`]: day(`${one}-12-31`),
    })
    const wire = (word: string) => ({ filtri: days(year, word), confronto: days(year - 1, word) })
    const cases = await caller.call(startCaseStatistics, { wire: wire('data_creazione') })
    const register = await caller.call(startRegisterStatistics, { wire: wire('data_richiesta') })
    const byId = ({ id }: { readonly id: number }) => ({ wire: { numero_univoco: id } })
    const counted = [
      [caseIndicators, await caller.call(getCaseStatistics, byId(cases))],
      [registerIndicators, await caller.call(getRegisterStatistics, byId(register))],
    ] as const
    const tables = wordIn(parts).sections.flatMap((section) => section.tables)
    const expected = counted.flatMap(([indicators, statistics]) =>
      Object.entries<Indicator>(indicators).map(([key, declaration]) =>
        figuresOf(key, declaration, statistics?.result, statistics?.comparison),
      ),
    )
    expect(tables.map((rows) => rows.slice(1).map((cells) => figuresIn(cells)))).toEqual(expected)
    expect(counted[0][1]?.result.total).toBeGreaterThan(50)
    expect(counted[1][1]?.result.total).toBe(3)
  })

  test('has a chart with its numbers for each table, described for those who do not see it', async () => {
    const { parts } = await reportOf('registerAdmin')
    const sections = wordIn(parts).sections
    expect(sections.map(({ charts }) => charts)).toEqual(
      sections.map(({ title }) => [
        expect.stringMatching(new RegExp(`^Grafico a (barre|linee): ${title}, 2025 e 2024\\.`)),
      ]),
    )
    const numbers = [...(parts['word/charts/chart1.xml'] ?? '').matchAll(/<c:v>([^<]*)<\/c:v>/g)].map(([, one]) => one)
    expect(numbers).toEqual(expect.arrayContaining(['2025', '2024', 'Aperta', '1']))
  })

  test('repeats the heading of a table, aligns figures to the right, and ends with the total', async () => {
    const { parts } = await reportOf('registerAdmin')
    const xml = parts['word/document.xml'] ?? ''
    const tables = xml.split('<w:tbl>').slice(1)
    expect(tables).toHaveLength(Object.keys(registerIndicators).length)
    for (const table of tables) {
      const [heading = '', ...rows] = table.split('<w:tr>').slice(1)
      expect(heading).toContain('<w:tblHeader/>')
      for (const row of rows) expect(row.match(/<w:jc w:val="(right|end)"\/>/g)).toHaveLength(4)
      expect(rows.at(-1)).toContain('Totale delle associazioni')
    }
  })

  test('says what the numbers are, names no operator, and has no text of a case', async () => {
    const { parts } = await reportOf('operatorTwo')
    const { texts } = wordIn(parts)
    const whole = texts.join('\n')
    expect(whole).toContain('Documento per uso interno')
    expect(whole).toMatch(/Nel 2025 sono arrivati \d+ casi\. Nel 2024 ne erano arrivati \d+: la differenza è [+-]?\d+/)
    const operators = wordIn(parts).sections.find(({ title }) => title === office.statistics.cases.operators.title)
    const names = operators?.tables[0]?.slice(1, -1).map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(['Operatore 1', 'Operatore 2']))
    for (const name of names ?? []) expect(name).toMatch(/^(Operatore \d+|Non assegnato)$/)
  })

  test('has the statistics that its reader sees: of cases, of the register, or both', async () => {
    const chaptersOf = async (role: 'operatorTwo' | 'registerAdmin') =>
      wordIn((await reportOf(role)).parts).headings.flatMap(([level, title]) => (level === 1 ? [title] : []))
    expect(await chaptersOf('operatorTwo')).toEqual([
      'Come leggere i numeri',
      'I casi di discriminazione',
      'I compiti di organismo di parità',
    ])
    expect(await chaptersOf('registerAdmin')).toEqual(['Come leggere i numeri', 'Il registro delle associazioni'])
  })

  test('is fetched in the role in which it was started: another role of the user sees other statistics', async () => {
    const person = await portal.asPerson('VTLNDR73S11L736T')
    const { body } = await start(person)
    const fetch = { numero_univoco: body.result.numero_univoco }
    expect((await person.raw('POST', '/v1/report/get-relazione-annuale', fetch)).status).toBe(200)
    const { headers } = await person.raw('POST', '/v1/utenti/set-ruolo', { ruolo: 'ACLASSOCIAZIONIADMIN' })
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    const { status } = await person.raw('POST', '/v1/report/get-relazione-annuale', fetch, { cookie })
    expect(status).toBe(404)
  })

  test('of the current year ends today, and is compared with the same days', async () => {
    const { parts } = await reportOf('registerAdmin', 2026)
    const { texts } = wordIn(parts)
    expect(texts).toEqual(
      expect.arrayContaining([
        'Periodo: dal 01/01/2026 al 20/11/2026',
        'Confronto: dal 01/01/2025 al 20/11/2025',
        expect.stringMatching(/^Il 2026 non è finito/),
      ]),
    )
    expect(texts.filter((one) => one.startsWith('Nel 2026'))).toContain(
      'Nel 2026 non ha presentato domanda nessuna associazione. Nel 2025 la domanda era arrivata da 3: la differenza è -3 (-100%).',
    )
  })

  test('is among the exports of its owner only, with its progress, and can be cancelled', async () => {
    const caller = await portal.as('manager')
    const { body } = await start(caller)
    const id: number = body.result.numero_univoco
    const empty = await get(caller, id)
    expect([empty.status, String(empty.body ?? '')]).toEqual([200, ''])
    const listed = await caller.raw('GET', '/v1/report/esportazioni')
    expect(listed.body.result.listaView[0]).toMatchObject({
      numero_univoco: id,
      tipo: 'relazione_annuale',
      formato: 'docx',
      stato: 'in_corso',
      totale: 33,
      nome_file: `UNAR - Relazione annuale ${year}.docx`,
    })
    expect((await get(await portal.as('operatorTwo'), id)).status).toBe(404)
    expect((await caller.raw('POST', '/v1/report/get-operatori', { numero_univoco: id })).status).toBe(404)
    await caller.raw('POST', '/v1/report/annulla-esportazione', { numero_univoco: id })
    await work(id)
    expect((await get(caller, id)).status).toBe(404)
  })

  test('notifies its owner, and is recorded by start, statistics and end', async () => {
    const [{ last }] = await query('select coalesce(max(id), 0) as last from audit_entries')
    const { id, caller } = await reportOf('manager')
    const entries = await query(
      `select action, record_kind, record_ids, changed_fields from audit_entries
       where id > $1 and action <> 'signed_in' order by id`,
      [last],
    )
    const entry = (action: string, kind: string, ids: number[], fields: string[]) => ({
      action,
      record_kind: kind,
      record_ids: ids.map(String),
      changed_fields: fields,
    })
    expect(entries).toEqual([
      entry('export_started', 'export', [id], ['relazione_annuale', 'anno']),
      entry('export_made', 'case', [], ['data_creazione_da', 'data_creazione_a']),
      entry('export_made', 'association', [], ['data_richiesta_da', 'data_richiesta_a']),
      entry('export_made', 'export', [id], ['relazione_annuale']),
      entry('export_read', 'export', [id], []),
    ])
    const { body } = await caller.raw('GET', '/v1/avvisi?da=1&a=1')
    expect(body.result.listaView[0]).toMatchObject({ tipo: 'esportazione_pronta', numero_univoco: id })
  })

  test('exists for the current year and the ten before', async () => {
    const caller = await portal.as('manager')
    for (const anno of [2015, 2027]) {
      const { status, body } = await start(caller, anno)
      expect([status, body.result.errori]).toMatchObject([400, [{ campo: 'anno', codice: 'scelta_non_valida' }]])
    }
  })
})

/** The figures of a table: number of the year, share in tenths of a percent, number before, difference. */
type Figures = readonly [own: number, share: number, before: number, difference: number]

/** Percent in tenths, without the noise of binary fractions. */
const tenths = (percent: number) => Math.round(Number((percent * 10).toFixed(6)))
const numberIn = (text = '') => Number(text.replaceAll('.', '').replace(',', '.').replace('%', ''))
const figuresIn = (cells: readonly string[]): Figures => {
  const [own, share, before, difference] = cells.slice(-4).map(numberIn) as unknown as Figures
  return [own, tenths(share), before, difference]
}

/** The same figures from an answer of the statistics, row by row, with months without records and the total. */
function figuresOf(key: string, { chart }: Indicator, own?: CountedSet, before?: CountedSet): Figures[] {
  if (!(own && before)) throw new Error('The statistics are not ready.')
  const [one, other] = [indicatorIn(own, key), indicatorIn(before, key)]
  const keyOf = (entry: string) => (chart === 'line' ? entry.slice(-2) : entry)
  const countOf = (entries: typeof one.entries, entry: string) =>
    entries.find((found) => keyOf(found.key) === entry)?.count ?? 0
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))
  const keys = chart === 'line' ? months : [...new Set([...one.entries, ...other.entries].map((entry) => entry.key))]
  const rows = keys.map((entry) => [countOf(one.entries, entry), countOf(other.entries, entry)] as const)
  const missing = [[one.missing, other.missing] as const].filter(([a, b]) => a + b > 0)
  const all = [...rows, ...missing, [own.total, before.total] as const]
  return all.map(([count, earlier]) => [
    ...([count, tenths(shareOf(count, own.total) * 100), earlier] as const),
    count - earlier,
  ])
}
