import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { columnsOfFacets, dimensions, facetFunctionSql } from './cases.facets.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

test('the database computes facets by this table; where it does not, this is the function that a migration must create', async () => {
  const { rows } = await portal.database.pool.query(`select prosrc from pg_proc where proname = 'facets_of'`)
  expect(rows.map(({ prosrc }) => prosrc.trim())).toEqual([facetFunctionSql()])
})

test('the trigger runs where a column of the table is written; these are the columns that a migration must name', async () => {
  const { rows } = await portal.database.pool.query(
    `select event_object_column as column from information_schema.triggered_update_columns where trigger_name = 'cases_set_facets'`,
  )
  expect(new Set(rows.map(({ column }) => column))).toEqual(columnsOfFacets)
})

test('no two dimensions have one number', () => {
  const numbers = Object.values(dimensions)
  expect(new Set(numbers).size).toBe(numbers.length)
})
