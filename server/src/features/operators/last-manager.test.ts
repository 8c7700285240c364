import { getOperator } from '@portal/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp, taxCodeOf } from '../../../test/build-app.ts'
import { operatorOnWire } from '../../../test/make.ts'

let portal: TestApp
beforeEach(async () => {
  portal = await startTestApp()
})
afterEach(() => portal.close())

const secondCode = 'CNTMRC68B02F205B'
const severalCode = 'VTLNDR73S11L736T'

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const idOf = async (caller: Caller) => (await caller.raw('GET', '/v1/utenti/in-sessione')).body.result.id_utente
const remove = (caller: Caller, id: number) => caller.raw('POST', '/v1/admin/del-operatore', { id_utente: id })

/** RUP and another, who are the only two that are left. */
async function twoManagers() {
  const [first, second] = [await portal.asPerson(taxCodeOf('manager')), await portal.asPerson(secondCode)]
  const several = await idOf(await portal.asPerson(severalCode))
  expect((await remove(first, several)).status).toBe(200)
  return { first, second, firstId: await idOf(first), secondId: await idOf(second) }
}

/** How many can enter as RUP. */
const managersLeft = async () =>
  (
    await query(
      `select users.id from users join user_roles on user_id = users.id and role = 'manager'
       where is_enabled and deleted_at is null and enabled_at <= $1`,
      [portal.clock.now()],
    )
  ).length

async function change(caller: Caller, id: number, changes: object) {
  const { body } = await caller.raw('GET', `/v1/admin/operatori/${id}`)
  const { cf, nome, cognome, mail, versione, listaRuolo, data_abilitazione } = body.result
  return caller.raw('POST', '/v1/admin/mod-operatore', {
    id_utente: id,
    cf,
    nome,
    cognome,
    mail,
    versione,
    listaRuolo,
    data_abilitazione,
    flag_abilitazione: 1,
    ...changes,
  })
}

describe('the last RUP who may enter', () => {
  test('is marked as such, and cannot be deleted, disabled, postponed, or given another role', async () => {
    const { first, firstId, secondId } = await twoManagers()
    expect((await first.call(getOperator, { params: { id: firstId } })).isLastManager).toBe(false)
    // One who may enter only from a day to come does not count.
    await first.raw('POST', '/v1/admin/add-operatore', {
      ...operatorOnWire({ listaRuolo: ['ACLRUP'], data_abilitazione: '2030-01-01T00:00:00.000Z' }),
    })
    expect((await remove(first, secondId)).status).toBe(200)
    expect((await first.call(getOperator, { params: { id: firstId } })).isLastManager).toBe(true)
    const attempts = [
      await remove(first, firstId),
      await change(first, firstId, { flag_abilitazione: 0 }),
      await change(first, firstId, { listaRuolo: ['ACLOP1'] }),
      await change(first, firstId, { data_abilitazione: '2030-01-01T00:00:00.000Z' }),
    ]
    for (const { status, body } of attempts)
      expect({ status, word: body.errorCode }).toEqual({ status: 409, word: 'ultimo_rup' })
    expect((await change(first, firstId, { cognome: 'Ferrini' })).status).toBe(200)
    expect(await managersLeft()).toBe(1)
  })

  test('is left when two who are let in already remove each other at the same moment', async () => {
    const { firstId, secondId } = await twoManagers()
    const { audit, operators } = portal.services
    const removal = (id: number, by: number) =>
      audit.job('test', (recorder) =>
        operators.remove(id, { user: { id: by, selectedRole: 'manager' } as never, audit: recorder }),
      )
    const ends = await Promise.allSettled([removal(secondId, firstId), removal(firstId, secondId)])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'last_manager' } })
    expect(await managersLeft()).toBe(1)
  })

  test('is left when one is deleted while the other gives the role up', async () => {
    const { first, second, firstId, secondId } = await twoManagers()
    const replies = await Promise.all([
      remove(first, secondId),
      change(second, firstId, { listaRuolo: ['ACLOP2'] }),
      change(first, firstId, { flag_abilitazione: 0 }),
    ])
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await managersLeft()).toBeGreaterThanOrEqual(1)
  })

  test('is none of the demonstration where that is off', async () => {
    const { first, firstId } = await twoManagers()
    const added = await first.raw('POST', '/v1/admin/add-operatore', operatorOnWire({ listaRuolo: ['ACLRUP'] }))
    const id = added.body.result.id_utente
    const real = await startTestApp({ env: { AUTH_MOCK: 'off' }, beside: portal })
    const { audit, operators } = real.services
    const user = { id: firstId } as never
    const removal = audit.job('test', (recorder) => operators.remove(id, { user, audit: recorder }))
    await expect(removal).rejects.toMatchObject({ code: 'last_manager' })
    await real.close()
  })
})
