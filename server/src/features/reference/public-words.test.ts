import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const migration = new URL('../../../migrations/0027-public-words.sql', import.meta.url)

test('labels of an earlier version get the site’s words; labels that the office wrote stay', async () => {
  const { pool } = portal.database
  const { rows: asSeeded } = await pool.query('select list, id, labels from reference_items order by list, id')
  const relabel = (list: string, id: number, label: string) =>
    pool.query(
      `update reference_items set labels = labels || jsonb_build_object('es', $3::text) where list = $1 and id = $2`,
      [list, id, label],
    )
  await relabel('assistance_subject', 2, 'Una notificación ya enviada')
  await relabel('reporter_type', 2, 'Quien nos escribe')
  await pool.query(readFileSync(migration, 'utf8'))
  const { rows } = await pool.query('select list, id, labels from reference_items order by list, id')
  const isOurs = ({ list, id }: { list: string; id: number }) => list === 'reporter_type' && id === 2
  expect(rows.find(isOurs).labels.es).toBe('Quien nos escribe')
  expect(rows.filter((row) => !isOurs(row))).toEqual(asSeeded.filter((row) => !isOurs(row)))
})
