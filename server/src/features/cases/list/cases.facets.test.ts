import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { dimensions, facetTriggerSql } from './cases.facets.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

test('the database computes facets by this table; where it does not, this is the function that a migration must create', async () => {
  const { rows } = await portal.database.pool.query(`select prosrc from pg_proc where proname = 'set_case_facets'`)
  expect(rows.map(({ prosrc }) => prosrc.trim())).toEqual([facetTriggerSql()])
})

test('no two dimensions have one number', () => {
  const numbers = Object.values(dimensions)
  expect(new Set(numbers).size).toBe(numbers.length)
})
