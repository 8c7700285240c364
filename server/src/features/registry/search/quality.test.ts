import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { fillPeople } from '../../../../test/registry-people/fill-people.ts'
import { inventPeople } from '../../../../test/registry-people/people.ts'
import { measureQuality, missLine } from '../../../../test/registry-people/quality.ts'
import { typeQueries } from '../../../../test/registry-people/queries.ts'

const people = inventPeople(2000)

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
  await fillPeople(portal.database, portal.services.vault, people)
})
afterAll(() => portal.close())

test('of 100 searches as operators type them, 98 find the person in the first ten and 90 in the first three', async () => {
  const manager = await portal.as('manager')
  const search = async (filtri: object) => {
    const { body } = await manager.raw('POST', '/v1/anagrafica/persone-fisiche-light', { filtri })
    const { listaView, count } = body.result
    return { ids: listaView.map((row: { id_persona_fisica: number }) => row.id_persona_fisica), count }
  }
  const { inTen, inThree, misses } = await measureQuality(search, typeQueries(people, 300))
  expect(inTen, misses.map(missLine).join('\n')).toBeGreaterThanOrEqual(0.98)
  expect(inThree, misses.map(missLine).join('\n')).toBeGreaterThanOrEqual(0.9)
})

test('no name of the records is in the database in clear', async () => {
  const { rows } = await portal.database.pool.query(
    "select encode(first_name, 'escape') || encode(last_name, 'escape') || encode(email, 'escape') as text from natural_persons",
  )
  const text = rows.map(({ text: row }) => row).join('\n')
  const names = new Set(people.map(({ values }) => values.lastName).filter((name) => name.length > 5))
  expect([...names].filter((name) => text.includes(name))).toEqual([])
})
