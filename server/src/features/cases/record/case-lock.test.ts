import { getCaseLock, lockCase } from '@portal/contract'
import { afterAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../../../test/build-app.ts'
import { startCaseDesk } from '../../../../test/case-desk.ts'
import { makeCase } from '../../../../test/make-case.ts'

let { portal, manager, secondManager, one, two, read, save, received, lock } = await startCaseDesk()
afterAll(() => portal.close())

describe('the lock of a case', () => {
  const minutes = (count: number) => portal.clock.advance(60 * count)

  test('is held for ten minutes, and prolonged while the user continues', async () => {
    const id = await makeCase(portal)
    const first = await manager.call(lockCase, { params: { id } })
    expect(first.until).toEqual(new Date(portal.clock.now().getTime() + 600_000))
    minutes(5)
    const again = await manager.call(lockCase, { params: { id }, query: { action: 'hold' } })
    expect(again.until).toEqual(new Date(portal.clock.now().getTime() + 600_000))
  })

  test('keeps everybody else out: 409 with who and since when, of the detail with the whole case', async () => {
    const id = await received()
    await lock(manager, id)
    const refused = await lock(secondManager, id)
    expect({ status: refused.status, word: refused.body.errorCode }).toEqual({ status: 409, word: 'bloccato' })
    expect(refused.body.result.descrizione).toMatch(/aperto in modifica da \S+ \S+ dalle \d\d:\d\d/)
    const { status, body } = await secondManager.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)
    expect({ status, isConflict: body.result.isConflict }).toEqual({ status: 409, isConflict: 1 })
    expect(body.result).toMatchObject({
      ...(await read(id)),
      isConflict: 1,
      bloccato_da: expect.any(String),
      azioni: { annulla: 'bloccato', modifica: 'bloccato', prendi_in_carico: 'ruolo_non_ammesso' },
    })
    expect((await save(secondManager, { ...body.result, note: 'x' })).body.errorCode).toBe('bloccato')
    const act = await secondManager.raw('POST', '/v1/segnalazioni/annulla', {
      id_segnalazione: id,
      versione: 1,
      motivo: 'x',
    })
    expect(act.body.errorCode).toBe('bloccato')
  })

  test('belongs to a person, in whatever tab: their other session holds it too', async () => {
    const id = await makeCase(portal)
    await lock(manager, id)
    expect((await lock(await portal.as('manager'), id)).status).toBe(200)
  })

  test('is freed by leaving, by its end, and by signing out', async () => {
    const id = await makeCase(portal)
    const isFree = async () => (await lock(secondManager, id)).status === 200
    const free = () => lock(secondManager, id, 'rilascia')
    await lock(manager, id)
    await lock(manager, id, 'rilascia')
    expect(await isFree()).toBe(true)
    await free()
    await lock(manager, id)
    minutes(9)
    expect(await isFree()).toBe(false)
    minutes(2)
    expect(await isFree()).toBe(true)
    await free()
    const leaving = await portal.asPerson('CNTMRC68B02F205B')
    manager = await portal.as('manager')
    await lock(manager, id)
    await manager.raw('POST', '/v1/utenti/logout')
    secondManager = leaving
    expect((await lock(leaving, id)).status).toBe(200)
    manager = await portal.as('manager')
  })

  test('is taken over only by RUP; the former holder is notified, and their save names the new holder', async () => {
    const operator = await portal.idOf('operatorTwo')
    two = await portal.as('operatorTwo')
    const id = await makeCase(portal, { status: 'inWorkTwo', assignedTo: operator })
    const base = await read(id, two)
    await lock(two, id)
    expect((await lock(two, id, 'subentra')).status).toBe(403)
    expect((await lock(manager, id)).status).toBe(409)
    expect((await lock(manager, id, 'subentra')).status).toBe(200)
    expect((await lock(two, id)).body.errorCode).toBe('bloccato')
    expect((await save(two, { ...base, note: 'mio' })).body.errorCode).toBe('bloccato')
    const { body } = await two.raw('GET', '/v1/avvisi')
    expect(body.result.listaView[0]).toMatchObject({ tipo: 'modifica_rilevata', id_segnalazione: id })
  })

  test('is only for users who may edit the case; others get that error before the name of the holder', async () => {
    const id = await makeCase(portal, { status: 'inWorkOne' })
    await lock(manager, id)
    one = await portal.as('operatorOne')
    const { status, body } = await lock(one, id)
    expect({ status, word: body.errorCode }).toEqual({ status: 403, word: 'caso_di_altri' })
  })

  test('can be polled by a user who waits: its holder until it is released, and the version of the case', async () => {
    const [first, waiting] = [await portal.as('manager'), await portal.asPerson('CNTMRC68B02F205B')]
    const id = await makeCase(portal, { columns: { version: 7 } })
    const look = (caller: Caller) => caller.call(getCaseLock, { params: { id } })
    expect(await look(waiting)).toEqual({ version: 7 })
    await lock(first, id)
    expect(await look(first)).toEqual({ version: 7 })
    const [now, until] = [portal.clock.now(), new Date(portal.clock.now().getTime() + 600_000)]
    expect(await look(waiting)).toEqual({
      version: 7,
      lockedBy: expect.any(String),
      lockedSince: now,
      lockedUntil: until,
    })
    await lock(first, id, 'rilascia')
    expect(await look(waiting)).toEqual({ version: 7 })
    const hidden = await makeCase(portal, { status: 'inWorkTwo' })
    const refused = await (await portal.as('operatorOne')).raw('GET', `/v1/segnalazioni/blocco/${hidden}`)
    expect(refused.status).toBe(403)
  })

  test.each(['lock', 'blocco'])('%s does not prolong the session', async (path) => {
    const caller = await portal.as('manager')
    const id = await makeCase(portal)
    portal.clock.advance(1000)
    expect((await caller.raw('GET', `/v1/segnalazioni/${path}/${id}`)).status).toBe(200)
    portal.clock.advance(801)
    expect((await caller.raw('GET', '/v1/utenti/in-sessione')).status).toBe(401)
  })
})
