import { limits, listSavedViews } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { operatorOnWire } from '../../../../test/make.ts'
import { insertView } from './saved-views.store.ts'

const logLines: string[] = []
let portal: TestApp
let two: Caller
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp({ logLines })
  two = await portal.as('operatorTwo')
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const save = (caller: Caller, nome: string, more: object = {}) =>
  caller.raw('POST', '/v1/segnalazioni/viste', { nome, vista: 2, filtri: { ambito: [1], in_ritardo: 1 }, ...more })
const namesOf = async (caller: Caller) => (await caller.call(listSavedViews)).rows.map(({ name }) => name)

test('an operator keeps lists under names of their own, in the order of the names', async () => {
  await save(two, 'Scuola')
  const sorted = { ordinamenti: [{ campo: 'data_scadenza', verso: 'asc' }], righe: 25 }
  const { body } = await save(two, ' casa ', { vista: 0, ...sorted })
  expect(body.result.viste).toEqual([
    {
      id_vista: expect.any(Number),
      vista: 0,
      nome: 'casa',
      filtri: { ambito: [1], in_ritardo: 1 },
      ...sorted,
      eliminabile: 1,
    },
    { id_vista: expect.any(Number), vista: 2, nome: 'Scuola', filtri: { ambito: [1], in_ritardo: 1 }, eliminabile: 1 },
  ])
})

test('one of the same name in the same list gives way; in another list it stays', async () => {
  await save(two, 'Urgenti')
  await save(two, 'urgenti', { filtri: { hate_crime: 1 } })
  await save(two, 'urgenti', { vista: 0 })
  const views = (await two.call(listSavedViews)).rows.filter(({ name }) => /urgenti/i.test(name))
  expect(views.map(({ view, name, filters }) => ({ view, name, filters }))).toEqual([
    { view: 'mine', name: 'urgenti', filters: { isHateCrime: true } },
    { view: 'all', name: 'urgenti', filters: { fields: [1], isLate: true } },
  ])
})

test('a view with a filter that no longer exists keeps the others', async () => {
  const caller = await portal.as('operatorOne')
  const userId = await portal.idOf('operatorOne')
  const stored = {
    nome: 'Vecchia',
    vista: 2,
    filtri: { ambito: [1], tolto: 1, segnalante: { id_segnalante: [2], tolto: 2 } },
  }
  await insertView(portal.database.db, portal.services.vault, {
    userId,
    view: 'mine',
    isShared: false,
    name: 'Vecchia',
    settings: JSON.stringify(stored),
  })
  const { rows } = await caller.call(listSavedViews)
  expect(rows.map(({ name, filters }) => ({ name, filters }))).toEqual([
    { name: 'Vecchia', filters: { fields: [1], reporter: { typeIds: [2] } } },
  ])
})

test('a user cannot see or delete the views of another user', async () => {
  await save(manager, 'Solo mia')
  expect(await namesOf(two)).not.toContain('Solo mia')
  const [view] = (await manager.call(listSavedViews)).rows
  const remove = (caller: Caller) => caller.raw('POST', '/v1/segnalazioni/viste/elimina', { id_vista: view?.id })
  expect((await remove(two)).status).toBe(404)
  expect(await namesOf(manager)).toEqual(['Solo mia'])
  expect((await remove(manager)).body.result.viste).toEqual([])
})

test('RUP shares a view with everybody who may open its list; nobody else shares or deletes it', async () => {
  const one = await portal.as('operatorOne')
  expect((await save(two, 'Di tutti', { condivisa: 1 })).status).toBe(403)
  await save(manager, 'Di tutti', { vista: 2, condivisa: 1 })
  await save(manager, 'Solo lista', { vista: 0, condivisa: 1 })
  const seenBy = async (caller: Caller) =>
    (await caller.call(listSavedViews)).rows.filter(({ isShared }) => isShared).map(({ name }) => name)
  expect(await seenBy(one)).toEqual(['Di tutti', 'Solo lista'])
  const { rows } = await one.call(listSavedViews)
  const shared = rows.find(({ name }) => name === 'Di tutti')
  expect(shared).toMatchObject({ isShared: true, isDeletable: false })
  const remove = (caller: Caller) => caller.raw('POST', '/v1/segnalazioni/viste/elimina', { id_vista: shared?.id })
  expect((await remove(one)).status).toBe(404)
  await save(manager, 'Di tutti', { vista: 2 })
  expect(await seenBy(one)).toEqual(['Solo lista'])
  await save(manager, 'Solo lista', { vista: 0 })
})

test.each([
  ['no name', { nome: '' }, 'nome'],
  ['a name of spaces', { nome: '   ' }, 'nome'],
  ['a name that is too long', { nome: 'x'.repeat(61) }, 'nome'],
  ['a list that there is not', { vista: 8 }, 'vista'],
  ['a filter that does not exist', { filtri: { resoconto_fatti: 'autobus' } }, 'filtri.resoconto_fatti'],
  ['a filter that is none', { filtri: { ambito: ['x'] } }, 'filtri.ambito.0'],
])('%s is refused by name', async (_what, wrong, campo) => {
  const { status, body } = await save(two, 'Mia', wrong)
  expect(status).toBe(400)
  expect(body.result.errori.map((error: { campo: string }) => error.campo)).toEqual([campo])
})

test('there are fifty at most, however many are saved at once', async () => {
  const caller = await portal.asPerson('CNTMRC68B02F205B')
  const most = limits.savedViews.count
  for (let index = 1; index < most; index++) await save(caller, `Vista ${index}`)
  const replies = await Promise.all(['a', 'b', 'c'].map((name) => save(caller, name)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  const refused = replies.find(({ status }) => status === 400)
  expect(refused?.body.result.errori[0]).toMatchObject({ campo: 'nome', codice: 'troppe_viste' })
  expect(await namesOf(caller)).toHaveLength(most)
})

test('a copy of the database tells neither the name nor the filters', async () => {
  await save(two, 'Famiglia Esposito', { filtri: { user: { cognome: 'Esposito' } } })
  const { rows } = await portal.database.pool.query('select * from saved_views')
  const stored = Buffer.concat(rows.flatMap((row: Record<string, Buffer>) => [row.name, row.settings]) as Buffer[])
  expect(rows.length).toBeGreaterThan(0)
  expect(stored.toString('latin1')).not.toMatch(/Esposito/i)
})

test('one that was shared, moved or given to another in the database is nobody’s, and an alarm is raised', async () => {
  const one = await portal.as('operatorOne')
  const twoId = await portal.idOf('operatorTwo')
  await save(two, 'Rubabile')
  const change = (set: string, values: unknown[] = []) =>
    portal.database.pool.query(
      `update saved_views set ${set} where id = (select max(id) from saved_views where user_id = ${twoId})`,
      values,
    )
  const alarms = () => logLines.filter((line) => line.includes('"alert":"damaged"')).length
  await change('is_shared = true')
  expect(await namesOf(one)).not.toContain('Rubabile')
  expect(await namesOf(two)).not.toContain('Rubabile')
  expect(alarms()).toBe(2)
  await change('is_shared = false')
  expect(await namesOf(two)).toContain('Rubabile')
  await change('view = $1', ['all'])
  expect(await namesOf(two)).not.toContain('Rubabile')
  await change('view = $1', ['mine'])
  await change('user_id = $1', [await portal.idOf('operatorOne')])
  expect(await namesOf(one)).not.toContain('Rubabile')
})

test('one’s own go with the account, shared ones stay, and RUP deletes them', async () => {
  const made = operatorOnWire({ listaRuolo: ['ACLRUP'] })
  const { body } = await manager.raw('POST', '/v1/admin/add-operatore', made)
  const id = body.result.id_utente as number
  const count = async () =>
    (await portal.database.pool.query('select count(*)::int from saved_views where user_id = $1', [id])).rows[0].count
  await portal.database.pool.query('update users set is_demo = true where id = $1', [id])
  const leaving = await portal.asPerson(made.cf as string)
  await save(leaving, 'Mia')
  await save(leaving, 'Ereditata', { condivisa: 1 })
  expect(await count()).toBe(2)
  const { status } = await manager.raw('POST', '/v1/admin/del-operatore', { id_utente: id })
  expect({ status, left: await count() }).toEqual({ status: 200, left: 1 })
  const inherited = (await two.call(listSavedViews)).rows.find(({ name }) => name === 'Ereditata')
  expect(inherited).toMatchObject({ isShared: true, isDeletable: false })
  await manager.raw('POST', '/v1/segnalazioni/viste/elimina', { id_vista: inherited?.id })
  expect(await count()).toBe(0)
})
