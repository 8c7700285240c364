import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/engines.ts'
import type { Database } from './database.ts'
import { answerPage, pageClause, readPage, textKeyOf, textKeyReader } from './page.ts'

const read = (text: string) => (/^\d+$/.test(text) ? [Number(text)] : undefined)

describe('a page query', () => {
  test('means the first ten rows by default', () => {
    expect(readPage({}, read)).toEqual({ range: { from: 1, to: 10 }, after: undefined, before: undefined })
    expect(readPage({ from: 11, after: '7' }, read)).toMatchObject({ range: { from: 11, to: 20 }, after: [7] })
  })

  test('may point anywhere by key, and up to row 10,000 by row number', () => {
    expect(readPage({ from: 20_001, before: '7' }, read)).toMatchObject({ before: [7] })
    expect(readPage({ from: 10_000 }, read).range.from).toBe(10_000)
  })

  test.each<[string, object, string, string]>([
    ['a jump beyond', { from: 10_001 }, 'da', 'pagina_troppo_lontana'],
    ['a key that is none, on', { after: 'x' }, 'dopo', 'valore_non_valido'],
    ['a key that is none, back', { before: '' }, 'prima', 'valore_non_valido'],
    [
      'an order that is not offered',
      { orderings: [{ column: 'x', direction: 'asc' }] },
      'ordinamenti',
      'ordinamento_non_previsto',
    ],
    [
      'a second order beside one that is offered',
      { orderings: ['a', 'a'].map((column) => ({ column, direction: 'asc' })) },
      'ordinamenti',
      'ordinamento_non_previsto',
    ],
  ])('is refused for %s', (_what, query, path, message) => {
    expect(() => readPage(query, read, ['a'])).toThrow(
      expect.objectContaining({ details: { fieldErrors: [{ path, message }] } }),
    )
  })
})

describe('a page', () => {
  const answer = (rows: number[], count: number) =>
    answerPage(rows, { count, range: { from: 1, to: 10 } }, { present: String, keyOf: (row) => `k${row}` })

  test('has the keys of its first and last row, and none when it is empty', () => {
    expect(answer([3, 2, 1], 3)).toEqual({
      rows: ['3', '2', '1'],
      count: 3,
      from: 1,
      to: 10,
      firstKey: 'k3',
      lastKey: 'k1',
    })
    expect(answer([], 0)).toEqual({ rows: [], count: 0, from: 1, to: 10 })
  })

  test('counts exactly up to 10,000, and says when there are more', () => {
    expect(answer([1], 10_000)).not.toHaveProperty('countIsMore')
    expect(answer([1], 10_001)).toMatchObject({ count: 10_000, countIsMore: true })
    const all = { count: 10_001, range: { from: 1, to: 10 }, isExact: true }
    expect(answerPage([1], all, { present: String, keyOf: String })).toMatchObject({ count: 10_001 })
    expect(answerPage([1], all, { present: String, keyOf: String })).not.toHaveProperty('countIsMore')
  })
})

describe('a list sorted by text', () => {
  let database: Database
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())

  const readKey = textKeyReader(['string', 'number'])
  const columns = [sql`(name collate "und-x-icu")`, 'id']
  const names = ['Àncora', 'ancora', 'Ancora', 'Zoè', 'Éric', 'eric', "D'Angelo", 'Ancora', 'أمل', 'Ольга', '"', '']

  /** One page of the names, by key or the first one. */
  async function pageOf(query: { after?: string; before?: string }) {
    const page = readPage({ to: 3, ...query }, readKey)
    const all = sql.join(names.map((name, id) => sql`(${name}::text, ${id}::int)`))
    const { rows } = await sql<{ name: string; id: number }>`
      select * from (values ${all}) as named (name, id) ${pageClause(columns, page, 'asc')}`.execute(database.db)
    return page.before ? rows.reverse() : rows
  }

  test('is read forward and backward by key, every row once, with any characters in the names', async () => {
    const forwards: { name: string; id: number }[][] = [await pageOf({})]
    for (let last = forwards[0]?.at(-1); last; last = forwards.at(-1)?.at(-1))
      forwards.push(await pageOf({ after: textKeyOf([last.name, last.id]) }))
    expect(forwards.flat().map(({ id }) => id)).toHaveLength(names.length)
    expect(new Set(forwards.flat().map(({ id }) => id)).size).toBe(names.length)
    const [third] = forwards[2] ?? []
    expect(await pageOf({ before: textKeyOf([third?.name ?? '', third?.id ?? 0]) })).toEqual(forwards[1])
  })

  test.each(['', 'x', textKeyOf(['a']), textKeyOf([1, 1]), textKeyOf(['a', '1']), textKeyOf(['a', 1, 2])])(
    'takes no key that is not one of its own: %j',
    (key) => expect(readKey(key)).toBeUndefined(),
  )
})
