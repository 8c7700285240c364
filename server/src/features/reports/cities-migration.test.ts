import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEngineBefore } from '../../../test/engine-before.ts'

let engine: Awaited<ReturnType<typeof openEngineBefore>>
const cityFacets = 'select id from cases, unnest(facets) as facet where facet >> 20 = 12'

/** Three cases of the version before: with both cities, pseudonymised, and without any. */
beforeAll(async () => {
  engine = await openEngineBefore('0029-sealed-cities.sql')
  await engine.exec(`
    insert into cases (protocol_year, protocol_number, created_at, reporter_type_id, language_id, channel_id, place_province,
        place_city, pseudonymised_at)
      values (2026, 1, now(), 1, 1, 2, 58, 8501, null), (2026, 2, now(), 1, 1, 2, 58, 8501, now()),
        (2026, 3, now(), 1, 1, 2, 58, null, null);
    insert into reports (case_id, received_at, organisation_city) select id, now(), case when id = 1 then 8502 end from cases`)
  expect(await engine.query(cityFacets)).toEqual([{ id: 1 }, { id: 2 }])
  await engine.migrate()
}, 120_000)
afterAll(() => engine.close())

test('the next start seals the cities of cases that have persons, and clears their traces', async () => {
  expect(await engine.query('select * from plain_cities')).toEqual([
    { case_id: 1, place_city: 8501, organisation_city: 8502 },
  ])
  expect(await engine.query('select * from plain_traces')).toEqual([{ is_there: true }])
})

test('no facet is of a city; those of provinces stay, and a changed case gets new ones', async () => {
  const provinces = 'select id, facet & 1048575 as province from cases, unnest(facets) as facet where facet >> 20 = 11'
  expect(await engine.query(cityFacets)).toEqual([])
  expect(await engine.query(`${provinces} order by id`)).toEqual([1, 2, 3].map((id) => ({ id, province: 58 })))
  await engine.exec('update cases set place_province = 63 where id = 3')
  expect(await engine.query(`${provinces} and id = 3`)).toEqual([{ id: 3, province: 63 }])
})
