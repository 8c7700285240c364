import { getCase, searchCases } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'
import { sealCities } from './index.ts'

let portal: TestApp
let manager: Caller
const lines: string[] = []
beforeAll(async () => {
  portal = await startTestApp({ logLines: lines })
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const send = async () => {
  const { body } = await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())
  return body.result.id_segnalazione as number
}
const seal = () => sealCities(portal.services.inTransaction, portal.services.vault)
const idsOf = async (filtri: object) => {
  const { rows } = await manager.call(searchCases, { wire: { filtri } })
  return rows.map(({ id }) => id)
}

test('cities of an earlier version are sealed with their reports, searchable, and nowhere in clear', async () => {
  const [both, event, none, damaged] = [await send(), await send(), await send(), await send()]
  const before = (await manager.call(getCase, { params: { id: both } })).values
  await query('insert into plain_cities values ($1, 8501, 8502), ($2, 8501, null), ($3, 8501, null)', [
    both,
    event,
    damaged,
  ])
  await query(`update reports set message = set_byte(message, 20, get_byte(message, 20) # 1) where case_id = $1`, [
    damaged,
  ])

  expect(await seal()).toBe(2)

  expect(await query('select from plain_cities')).toEqual([])
  expect((await manager.call(getCase, { params: { id: both } })).values).toEqual({
    ...before,
    placeCity: 8501,
    organisationCity: 8502,
  })
  expect(await idsOf({ cittaLuogo: [8501] })).toEqual(expect.arrayContaining([both, event]))
  expect(await idsOf({ cittaLuogo: [8501] })).not.toContain(none)
  expect(await idsOf({ citta: [8502] })).toEqual([both])
  expect(lines.filter((line) => line.includes('"alert":"damaged"'))).toHaveLength(1)
  expect(await seal()).toBe(0)
})

test('more cities than a batch holds are all sealed', async () => {
  await query(
    `insert into cases (protocol_year, protocol_number, created_at, reporter_type_id, language_id, channel_id)
     select 1970, number, now(), 1, 1, 2 from generate_series(1, 205) as number`,
  )
  const made = await query('select id from cases where protocol_year = 1970')
  for (const { id } of made) await query('insert into reports (case_id, received_at) values ($1, now())', [id])
  await query(`insert into plain_cities select id, 8503, null from cases where protocol_year = 1970`)
  expect(await seal()).toBe(205)
  expect(await query('select from reports where place_city is not null and key_id is not null')).toHaveLength(205 + 2)
})
