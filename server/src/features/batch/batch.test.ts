import {
  getCase,
  getEncryptionRun,
  getEncryptionState,
  retireKey,
  searchCases,
  startEncryption,
} from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp({ withJobs: true })
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const path = '/v1/migrazione/dati-sensibili'
const send = async (changes = {}) =>
  (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire(changes))).body.result
    .id_segnalazione as number
const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const start = (wire = {}) => manager.call(startEncryption, { wire })
const finished = () =>
  expect.poll(async () => (await manager.call(getEncryptionRun)).run?.finishedAt, { timeout: 20_000 }).toBeDefined()
const readName = async (id: number) => (await manager.call(getCase, { params: { id } })).values.lastName

/** Changes a report to one of an older system: not encrypted, without a key. */
async function makePlain(id: number, lastName: string) {
  await query(
    `update reports set key_id = null, first_name = null, email = null, message = null, pin_hash = null, birth_date = null,
      phone = null, city = null, address = null, postal_code = null,
      last_name = '\\x00'::bytea || convert_to(to_json($2::text)::text, 'UTF8') where case_id = $1`,
    [id, lastName],
  )
  await query('delete from report_tokens where id = $1', [id])
}

describe('the encryption batch', () => {
  test('encrypts plain rows and makes them searchable while the office works', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => send()))
    for (const id of ids) await makePlain(id, `Chiaretti${'abcdefghijklmnopqrstuvwxyz1234'[id % 30]}`)
    expect((await manager.call(getEncryptionState)).plainRows).toBe(30)
    await start()
    const concurrent = await send({ resoconto_fatti: 'Arrivata durante la cifratura.' })
    await finished()
    const state = await manager.call(getEncryptionState)
    expect(state.plainRows).toBe(0)
    expect(state.run).toMatchObject({ done: 30, total: 30, damaged: 0 })
    expect(await readName(ids[0] ?? 0)).toMatch(/^Chiaretti/)
    expect(await readName(concurrent)).toBe("D'Angelo")
    const { count } = await manager.call(searchCases, { wire: { filtri: { nominativo: 'chiaretti' } } })
    expect(count).toBe(30)
  })

  test('encrypts every row with a new key; the old key can be retired only after that', async () => {
    const id = await send()
    const before = await manager.call(getEncryptionState)
    const old = before.keys.find(({ isInUse }) => isInUse)?.id ?? 0
    const [sealed] = await query('select last_name from reports where case_id = $1', [id])
    const run = await start({ flag_nuova_chiave: 1 })
    expect(run.finishedAt).toBeUndefined()
    await finished()
    const after = await manager.call(getEncryptionState)
    // Rows of other tables may end meanwhile.
    const [{ count }] = await query('select count(*)::int as count from reports')
    expect(after.keys.find((key) => key.id === old)).toMatchObject({ rows: 0, isInUse: false })
    expect(after.keys.find(({ isInUse }) => isInUse)?.rows).toBeGreaterThanOrEqual(count)
    const [resealed] = await query('select last_name from reports where case_id = $1', [id])
    expect(resealed.last_name.equals(sealed.last_name)).toBe(false)
    expect(await readName(id)).toBe("D'Angelo")
    expect((await manager.call(searchCases, { wire: { filtri: { nominativo: "d'angelo" } } })).count).toBeGreaterThan(0)
    const retired = await manager.call(retireKey, { wire: { id_chiave: old } })
    expect(retired.keys.map((key) => key.id)).not.toContain(old)
    expect(await readName(id)).toBe("D'Angelo")
  })

  test('run again finds nothing left to do', async () => {
    const run = await start()
    await finished()
    expect(run.total).toBe(0)
  })

  test('started by two users concurrently is one run', async () => {
    const runs = await Promise.all([start({ flag_nuova_chiave: 1 }), start(), start()])
    await finished()
    const state = await manager.call(getEncryptionState)
    expect(runs.map(({ id }) => id)).toContain(state.run?.id)
    expect(await query('select id from runs where finished_at is null')).toEqual([])
  })

  test('counts a row that cannot be decrypted, leaves it unchanged, and continues', async () => {
    const id = await send()
    await query(
      'update reports set last_name = set_byte(last_name, 30, get_byte(last_name, 30) # 1) where case_id = $1',
      [id],
    )
    await start({ flag_nuova_chiave: 1 })
    await finished()
    const { run, keys } = await manager.call(getEncryptionState)
    expect(run).toMatchObject({ damaged: 1 })
    const usedKey = keys.find((key) => !key.isInUse && key.rows > 0)
    expect(usedKey?.rows).toBe(1)
    const { status, body } = await manager.raw('POST', '/v1/migrazione/chiavi/ritira', { id_chiave: usedKey?.id })
    expect({ status, word: body.errorCode }).toEqual({ status: 409, word: 'chiave_in_uso' })
    await query('delete from reports where case_id = $1', [id])
  })

  test('refuses to retire the key in use and an unknown key', async () => {
    const { keys } = await manager.call(getEncryptionState)
    const inUse = keys.find(({ isInUse }) => isInUse)?.id
    expect((await manager.raw('POST', '/v1/migrazione/chiavi/ritira', { id_chiave: inUse })).status).toBe(409)
    expect((await manager.raw('POST', '/v1/migrazione/chiavi/ritira', { id_chiave: 4711 })).status).toBe(404)
  })

  test('is for RUP alone', async () => {
    const operator = await portal.as('operatorTwo')
    expect((await operator.raw('GET', path)).status).toBe(403)
    expect((await operator.raw('POST', path, {})).status).toBe(403)
    expect((await portal.visitor.raw('POST', path, {})).status).toBe(401)
  })
})

test('the state says from when on the version of Node is past its end of life', async () => {
  const before = portal.clock.now()
  const outdatedOn = async (day: string) => {
    portal.clock.set(new Date(`${day}T10:00:00Z`))
    return (await (await portal.as('manager')).call(getEncryptionState)).outdatedNode
  }
  // All supported versions, on which this test may run, reach their ends of life between these days.
  expect(await outdatedOn('2026-04-01')).toBeUndefined()
  expect(await outdatedOn('2029-05-01')).toMatchObject({ version: process.versions.node })
  portal.clock.set(before)
})
