import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unaudited } from '#platform/database/transaction.ts'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { defineStatement, type HoleOf } from './statement.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
}, 60_000)
afterAll(() => portal.close())

test('a statement is built once for each shape, and filled in with the values of each call', async () => {
  const built: string[] = []
  const find = defineStatement((db, hole: HoleOf<{ id: number; factor: number }>, shape: 'own' | 'all') => {
    built.push(shape)
    const users = db
      .selectFrom('users')
      .select(['id', 'isEnabled', sql<number>`${hole('factor')}::int * 2`.as('twiceAs')])
    return shape === 'own' ? users.where('id', '=', hole('id')) : users.where('id', '<=', hole('id')).orderBy('id')
  })
  const { db, inTransaction } = portal.services
  const ids = [await portal.idOf('manager'), await portal.idOf('operatorOne')]
  for (const id of ids)
    expect(await find(db, { id, factor: id }, 'own')).toEqual([{ id, isEnabled: true, twiceAs: 2 * id }])
  expect((await find(db, { id: Math.max(...ids), factor: 1 }, 'all')).length).toBeGreaterThan(1)
  expect(await inTransaction(unaudited, (tx) => find(tx, { id: 0, factor: 1 }, 'own'))).toEqual([])
  expect(built).toEqual(['own', 'all'])
})

test('a statement with one plan has each value in a subquery, of its type', async () => {
  const find = defineStatement(
    (db, hole: HoleOf<{ name: string }>) =>
      db
        .selectFrom('users')
        .select('id')
        .where('enabledAt', '<', new Date('2100-01-01'))
        .where('id', '>=', 1)
        .where(sql<boolean>`first_name::text = any(${hole('name')}::text[])`),
    { hasOnePlan: true },
  )
  const { sql: text, parameters } = find.filled(portal.services.db, { name: '{manager}' })
  expect(text.match(/\(select \$\d::\w+\)/g)).toEqual([
    '(select $1::timestamptz)',
    '(select $2::int)',
    '(select $3::text)',
  ])
  expect(parameters).toEqual([new Date('2100-01-01'), 1, '{manager}'])
})
