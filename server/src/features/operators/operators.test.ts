import { getOperator, listColleagues, listOperators, type OperatorDetail, searchOperators } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexRows } from '#platform/protection/reseal.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'
import { type Caller, startTestApp, type TestApp, taxCodeOf } from '../../../test/build-app.ts'
import { operatorOnWire, reportOnWire } from '../../../test/make.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const path = '/v1/admin/operatori'
const add = (changes = {}, caller = manager) => caller.raw('POST', '/v1/admin/add-operatore', operatorOnWire(changes))
const added = async (changes = {}): Promise<number> => (await add(changes)).body.result.id_utente
const detail = (id: number) => manager.call(getOperator, { params: { id } })
const remove = (id: number, caller = manager) => caller.raw('POST', '/v1/admin/del-operatore', { id_utente: id })
const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows

/** What the screen sends back when nothing was changed on it. */
const unchanged = ({
  taxCode,
  firstName,
  lastName,
  mail,
  phone,
  enabledAt,
  isEnabled,
  id,
  version,
}: OperatorDetail) => ({
  cf: taxCode,
  nome: firstName,
  cognome: lastName,
  mail,
  telefono: phone,
  id_utente: id,
  versione: version,
  data_abilitazione: enabledAt.toISOString(),
  flag_abilitazione: isEnabled ? 1 : 0,
})
async function change(id: number, changes: object, caller = manager) {
  const account = await detail(id)
  const { body } = await manager.raw('GET', `${path}/${id}`)
  const { listaRuolo } = body.result
  const sent = { ...unchanged(account), listaRuolo, listaRuoloOld: listaRuolo, ...changes }
  return caller.raw('POST', '/v1/admin/mod-operatore', sent)
}
const errorOf = ({ status, body }: Awaited<ReturnType<typeof add>>) => ({ status, word: body.errorCode })

async function assignCase(userId: number, status = 'inWorkOne'): Promise<number> {
  const { body } = await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())
  const id = body.result.id_segnalazione
  await query('update cases set assigned_to = $1, status = $2 where id = $3', [userId, status, id])
  return id
}
const closeCases = () => query(`update cases set status = 'closed', assigned_to = null`)

describe('the list', () => {
  test('has who works here, newest enabling first: no association’s people, nobody deleted', async () => {
    portal.clock.advance(60)
    const [kept, gone] = [await added(), await added()]
    await remove(gone)
    const { rows, count } = await manager.call(listOperators, { query: { from: 1, to: 100 } })
    const ids = rows.map(({ id }) => id)
    expect(ids[0]).toBe(kept)
    expect(ids).not.toContain(gone)
    expect(ids).not.toContain(await portal.idOf('associationMember'))
    expect(count).toBe(rows.length)
    // Those of the demonstration but the one of an association, and the one kept.
    expect(count).toBe(10 + 1)
  })

  test('goes on and back by key and by row number alike, both ways round', async () => {
    for (let index = 0; index < 5; index++) {
      if (index % 2) portal.clock.advance(60)
      await added({ data_abilitazione: portal.clock.now().toISOString() })
    }
    for (const direction of ['desc', 'asc'] as const)
      for (const column of ['data_abilitazione', 'cognome']) {
        const orderings = [{ column, direction }]
        const page = (asked: object) => manager.call(listOperators, { query: { orderings, ...asked } })
        const all = (await page({ from: 1, to: 100 })).rows.map(({ id }) => id)
        const first = await page({ from: 1, to: 4 })
        const second = await page({ from: 5, to: 8, after: first.lastKey })
        const back = await page({ from: 1, to: 4, before: second.firstKey })
        const byNumber = await page({ from: 5, to: 8 })
        expect(second.rows.map(({ id }) => id)).toEqual(all.slice(4, 8))
        expect(byNumber.rows).toEqual(second.rows)
        expect(back.rows).toEqual(first.rows)
      }
  })

  test('is sorted by surname as Italians do, and by nothing else that is sealed', async () => {
    await added({ cognome: 'Èlite' })
    const orderings = [{ column: 'cognome', direction: 'asc' as const }]
    const { rows } = await manager.call(listOperators, { query: { from: 1, to: 100, orderings } })
    const names = rows.map(({ lastName }) => lastName)
    expect(names.indexOf('Èlite')).toBeLessThan(names.indexOf('Ferri'))
    const refused = await manager.raw('GET', `${path}?ordinamenti=[{"campo":"cf","verso":"asc"}]`)
    expect(refused.body.result.errori).toMatchObject([{ campo: 'ordinamenti', codice: 'ordinamento_non_previsto' }])
  })

  test('is narrowed by roles, by being enabled, and by days of enabling with both ends', async () => {
    const id = await added({ listaRuolo: ['ACLASSOCIAZIONI'], data_abilitazione: '2025-03-10T00:00:00.000Z' })
    const ids = async (filters: object) =>
      (await manager.call(listOperators, { query: { filters, from: 1, to: 100 } })).rows.map((row) => row.id)
    const day = (text: string) => new Date(`${text}T00:00:00.000Z`)
    expect(await ids({ roles: ['registerOperator'] })).toEqual(
      [await portal.idOf('registerOperator'), id].sort((a, b) => a - b),
    )
    expect(await ids({ enabledFrom: day('2025-03-10'), enabledTo: day('2025-03-10') })).toEqual([id])
    expect(await ids({ enabledTo: day('2025-03-09') })).toEqual([])
    expect(await ids({ enabledFrom: day('2025-03-11'), enabledTo: day('2025-04-01') })).toEqual([])
    expect(await ids({ isEnabled: false })).toHaveLength(1)
  })

  test.each([
    ['three letters of a surname', 'mal'],
    ['a name with one letter wrong', 'Tersea Malaspana'],
    ['a whole mail address in any case', 'Cerca.Me@Example.IT'],
    ['a whole tax code in any case', 'qwertz80a01h501d'],
  ])('is searched by %s', async (_what, words) => {
    const known = await manager.call(searchOperators, { wire: { filtri: { nominativo: 'qwertz80a01h501d' } } })
    if (known.count === 0) await added({ cf: 'QWERTZ80A01H501D', mail: 'cerca.me@example.it' })
    const { rows } = await manager.call(searchOperators, { wire: { da: 1, a: 100, filtri: { nominativo: words } } })
    expect(rows.map(({ taxCode }) => taxCode)).toContain('QWERTZ80A01H501D')
    expect(rows.every(({ lastName, mail }) => lastName === 'Malaspina' || mail === 'cerca.me@example.it')).toBe(true)
  })

  test('refuses to search by less, and is not hidden by a name that does not open', async () => {
    const short = await manager.raw('POST', path, { filtri: { nominativo: 'x' } })
    expect(short.body.result.errori).toMatchObject([{ campo: 'filtri.nominativo', codice: 'ricerca_troppo_corta' }])
    const id = await added()
    await query('update users set last_name = set_byte(last_name, 30, get_byte(last_name, 30) # 1) where id = $1', [id])
    const { rows } = await manager.call(listOperators, { query: { from: 1, to: 100 } })
    expect(rows.find((row) => row.id === id)).toMatchObject({ lastName: '⚠', taxCode: '' })
    await query('update users set deleted_at = now() where id = $1', [id])
  })
})

test('accounts that an earlier version made without anything to find them by are found after the next start', async () => {
  const { inTransaction, vault } = portal.services
  const id = await added({ cognome: 'Antecedente', mail: 'antecedente@example.it' })
  await query('delete from user_tokens where id = $1', [id])
  await query('update users set mail_token = null where id = $1', [id])
  const find = async (nominativo: string) =>
    (await manager.call(searchOperators, { wire: { filtri: { nominativo } } })).rows.map((row) => row.id)
  expect(await find('antecedente')).toEqual([])
  expect(await indexRows(inTransaction, vault, sealedUsers)).toBe(1)
  expect(await find('antecedente')).toEqual([id])
  expect(await find('antecedente@example.it')).toEqual([id])
  expect(await indexRows(inTransaction, vault, sealedUsers)).toBe(0)
})

describe('entering an operator', () => {
  test('keeps the roles in order, the mail in small letters, and says so in the history', async () => {
    const { status, body } = await add({
      mail: 'Rosa.Neri@Example.it',
      listaRuolo: ['ACLOP2', 'ACLRUP'],
      telefono: '06123',
    })
    expect(status).toBe(200)
    const account = await detail(body.result.id_utente)
    expect(account).toMatchObject({
      mail: 'rosa.neri@example.it',
      roles: ['operatorTwo', 'manager'],
      phone: '06123',
      version: 1,
      isEnabled: true,
      enabledAt: portal.clock.now(),
      openCases: 0,
      openSessions: 0,
      isLastManager: false,
    })
    expect(account.history).toMatchObject([{ action: 'inserted', at: portal.clock.now(), by: 'Ferri Giulia' }])
    expect(account.history[0]?.fields).toContainEqual({ field: 'listaRuolo', after: 'ACLOP2|ACLRUP' })
    const [{ details }] = await query('select details from user_changes where user_id = $1', [account.id])
    expect(details.toString('latin1')).not.toContain('rosa.neri')
  })

  test('keeps every member, which detail and list answer as it was sent', async () => {
    const sent = operatorOnWire({ telefono: '06123', data_abilitazione: portal.clock.now().toISOString() })
    const saved = await manager.raw('POST', '/v1/admin/add-operatore', { ...sent, submitType: 'DETTAGLIO' })
    const { id_utente } = saved.body.result
    const { body } = await manager.raw('GET', `${path}/${id_utente}`)
    expect(body.result).toMatchObject({ ...sent, id_utente })
    const { listaView } = (await manager.raw('GET', `${path}?a=100`)).body.result
    expect(listaView).toContainEqual(expect.objectContaining({ id_utente, cf: sent.cf, mail: sent.mail }))
  })

  test.each([
    ['a tax code, in any case', { cf: taxCodeOf('operatorOne').toLowerCase() }],
    ['a mail address, in any case', { mail: 'Luca.Rossetti@Demo.Example' }],
    ['the tax code of somebody disabled', { cf: 'RZZFNC77R10G273M' }],
  ])('is refused for %s that is known, with the sentence where screens look for it', async (_what, changes) => {
    const { status, body } = await add(changes)
    expect({ status, word: body.errorCode }).toEqual({ status: 409, word: 'operatore_presente' })
    expect(body.result.response).toBe(body.result.descrizione)
    expect(body.result.response).toMatch(/^Esiste già un utente/)
  })

  test('finds a tax code that an older key knows', async () => {
    const account = operatorOnWire()
    await manager.raw('POST', '/v1/admin/add-operatore', account)
    await portal.services.vault.ring.add()
    expect((await manager.raw('POST', '/v1/admin/add-operatore', account)).status).toBe(409)
  })

  test('twice at the same moment makes one account', async () => {
    const account = operatorOnWire()
    const replies = await Promise.all([1, 2, 3].map(() => manager.raw('POST', '/v1/admin/add-operatore', account)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('tells every fault at once, by field', async () => {
    const { body } = await add({
      cf: 'X',
      mail: 'x',
      telefono: 'y',
      listaRuolo: [],
      nome: ' ',
      flag_abilitazione: undefined,
    })
    expect(body.result.errori.map(({ campo, codice }: Record<string, string>) => `${campo} ${codice}`).sort()).toEqual([
      'cf codice_fiscale_non_valido',
      'flag_abilitazione campo_obbligatorio',
      'listaRuolo campo_obbligatorio',
      'mail email_non_valida',
      'nome campo_obbligatorio',
      'telefono telefono_non_valido',
    ])
  })

  test('who acts for an association gives the same account the roles, and keeps that of the association', async () => {
    const id = await portal.idOf('associationMember')
    const changes = { cf: taxCodeOf('associationMember'), nome: 'Amina', cognome: 'Diallo', listaRuolo: ['ACLOP2'] }
    expect((await manager.raw('GET', `${path}/${id}`)).status).toBe(404)
    expect((await add(changes)).body.result).toEqual({ id_utente: id })
    const account = await detail(id)
    expect(account.roles).toEqual(['operatorTwo', 'associationMember'])
    expect(account.history[0]).toMatchObject({ action: 'inserted' })
    expect(account.history[0]?.fields).toContainEqual({
      field: 'listaRuolo',
      before: 'DEFAULT',
      after: 'ACLOP2|DEFAULT',
    })
    expect((await add(changes)).status).toBe(409)
    expect((await change(id, { listaRuolo: ['ACLOP1'] })).status).toBe(200)
    expect((await detail(id)).roles).toEqual(['operatorOne', 'associationMember'])
  })

  test('again a person whose account was deleted creates a new account', async () => {
    const account = operatorOnWire()
    const first = (await manager.raw('POST', '/v1/admin/add-operatore', account)).body.result.id_utente
    await remove(first)
    const second = (await manager.raw('POST', '/v1/admin/add-operatore', account)).body.result.id_utente
    expect(second).not.toBe(first)
    expect((await detail(second)).history).toHaveLength(1)
  })
})

describe('changing an operator', () => {
  test('writes what changed, by whom, before and after; and nothing where nothing did', async () => {
    const id = await added({ cognome: 'Malaspina' })
    expect((await change(id, {})).status).toBe(200)
    expect(await detail(id)).toMatchObject({ version: 1, history: [{ action: 'inserted' }] })
    await change(id, { cognome: 'Neri', listaRuolo: ['ACLOP1', 'ACLRUP'] })
    const account = await detail(id)
    expect(account).toMatchObject({ version: 2, lastName: 'Neri', roles: ['operatorOne', 'manager'] })
    expect(account.history[0]).toMatchObject({
      action: 'modified',
      by: 'Ferri Giulia',
      fields: [
        { field: 'cognome', before: 'Malaspina', after: 'Neri' },
        { field: 'listaRuolo', before: 'ACLOP1', after: 'ACLOP1|ACLRUP' },
      ],
    })
    const found = await manager.call(searchOperators, { wire: { a: 100, filtri: { nominativo: 'neri' } } })
    expect(found.rows.map((row) => row.id)).toContain(id)
  })

  test('is refused where the account has changed since, was deleted, or does not exist', async () => {
    const id = await added()
    await change(id, { nome: 'Rosa' })
    expect(errorOf(await change(id, { versione: 1 }))).toEqual({ status: 409, word: 'conflitto' })
    const account = { ...unchanged(await detail(id)), listaRuolo: ['ACLOP1'] }
    await remove(id)
    expect(errorOf(await manager.raw('POST', '/v1/admin/mod-operatore', account))).toEqual({
      status: 409,
      word: 'operatore_eliminato',
    })
    expect((await manager.raw('POST', '/v1/admin/mod-operatore', { ...account, id_utente: 999_999 })).status).toBe(404)
  })

  test('to the tax code or mail address of another is refused', async () => {
    const id = await added()
    for (const changes of [{ cf: taxCodeOf('manager') }, { mail: 'giulia.ferri@demo.example' }]) {
      const reply = await change(id, changes)
      expect(errorOf(reply)).toEqual({ status: 409, word: 'operatore_presente' })
      expect(reply.body.result.response).toBeTypeOf('string')
    }
  })

  test('disabling ends the sessions at once; enabling from a day to come keeps the person waiting', async () => {
    const [id, caller] = [await portal.idOf('registerOperator'), await portal.as('registerOperator')]
    expect((await detail(id)).openSessions).toBe(1)
    await change(id, { flag_abilitazione: 0 })
    expect((await caller.raw('GET', '/v1/utenti/in-sessione')).status).toBe(401)
    expect(await query('select from sessions where user_id = $1', [id])).toEqual([])
    expect(await detail(id)).toMatchObject({
      isEnabled: false,
      disabledAt: portal.clock.now(),
      history: [{ action: 'disabled', fields: [{ field: 'flag_abilitazione', before: '1', after: '0' }] }],
    })
    const tomorrow = new Date(portal.clock.now().getTime() + 24 * 60 * 60 * 1000)
    await change(id, { flag_abilitazione: 1, data_abilitazione: tomorrow.toISOString() })
    const account = await detail(id)
    expect(account).toMatchObject({ isEnabled: true, enabledAt: tomorrow, history: [{ action: 'enabled' }, {}] })
    expect(account.disabledAt).toBeUndefined()
    const signIn = () => portal.visitor.raw('POST', '/v1/mock', { cf: taxCodeOf('registerOperator') })
    expect((await signIn()).status).toBe(403)
    portal.clock.advance(24 * 60 * 60 + 1)
    expect((await signIn()).status).toBe(200)
    manager = await portal.as('manager')
  })
})

describe('deleting an operator', () => {
  test('ends the sessions, answers the name, and leaves an account that can only be read', async () => {
    const [id, caller] = [await portal.idOf('registerAdmin'), await portal.as('registerAdmin')]
    const { body } = await remove(id)
    expect(body.result).toEqual({ nome: 'Chiara', cognome: 'Lombardi' })
    expect((await caller.raw('GET', '/v1/utenti/in-sessione')).status).toBe(401)
    const read = await manager.raw('GET', `${path}/${id}`)
    expect(errorOf(read)).toEqual({ status: 409, word: 'operatore_eliminato' })
    expect(read.body.result).toMatchObject({
      id_utente: id,
      cf: taxCodeOf('registerAdmin'),
      data_eliminazione: portal.clock.now().toISOString(),
      descrizione: "L'operatore è stato eliminato e si può solo leggere",
      storico: [{ azione: 'eliminato', operatore: 'Ferri Giulia', campi: [] }],
    })
    expect((await remove(id)).status).toBe(409)
    expect((await remove(999_999)).status).toBe(404)
  })

  test('leaves whom they act for: only what the office gave goes', async () => {
    const id = await portal.idOf('associationMember')
    await remove(id)
    expect(await query('select from association_people where user_id = $1', [id])).toHaveLength(1)
    const { body } = await portal.visitor.raw('POST', '/v1/mock', { cf: taxCodeOf('associationMember') })
    expect(body.result.listaRuolo).toEqual(['DEFAULT'])
  })
})

describe('an operator with open cases', () => {
  test.each<[string, (id: number) => ReturnType<typeof add>]>([
    ['is not disabled', (id) => change(id, { flag_abilitazione: 0 })],
    ['is not put off to a day to come', (id) => change(id, { data_abilitazione: '2030-01-01T00:00:00.000Z' })],
    ['does not lose the role for them', (id) => change(id, { listaRuolo: ['ACLOP2'] })],
    ['is not deleted', (id) => remove(id)],
  ])('%s before they are somebody else’s', async (_what, attempt) => {
    const [id, other] = [await added(), await added()]
    const caseId = await assignCase(id)
    await assignCase(id, 'cancelled')
    expect((await detail(id)).openCases).toBe(1)
    const refused = await attempt(id)
    expect(errorOf(refused)).toEqual({ status: 409, word: 'operatore_con_casi' })
    expect(refused.body.result.descrizione).toContain('(1)')
    const [before] = await query('update cases set closing_proposed_at = now() where id = $1 returning version', [
      caseId,
    ])
    const moved = await manager.raw('POST', '/v1/admin/riassegna-casi', { id_utente: id, id_destinatari: [other] })
    expect(moved.body.result).toEqual({ spostati: 1 })
    expect(await query('select assigned_to, version, closing_proposed_at from cases where id = $1', [caseId])).toEqual([
      { assigned_to: other, version: before.version + 1, closing_proposed_at: null },
    ])
    expect((await attempt(id)).status).toBe(200)
    await closeCases()
  })

  test('hands 46 of them over with one notice, which says how many they are; one alone is named', async () => {
    const [id, other] = [await added(), await added()]
    const noticesOf = (userId: number) =>
      query('select kind, cases, case_id from notices where user_id = $1 order by id', [userId])
    for (let count = 0; count < 46; count += 1) await assignCase(id)
    await manager.raw('POST', '/v1/admin/riassegna-casi', { id_utente: id, id_destinatari: [other] })
    expect(await noticesOf(other)).toEqual([{ kind: 'handedOver', cases: 46, case_id: null }])
    await closeCases()
    const caseId = await assignCase(id)
    await manager.raw('POST', '/v1/admin/riassegna-casi', { id_utente: id, id_destinatari: [other] })
    expect((await noticesOf(other)).at(-1)).toEqual({ kind: 'assigned', cases: null, case_id: caseId })
    await closeCases()
  })

  test('shares them among several by their load, with one notice for each that says how many they are', async () => {
    const [id, one, other] = [await added(), await added(), await added()]
    for (let count = 0; count < 3; count += 1) await assignCase(one)
    for (let count = 0; count < 7; count += 1) await assignCase(id)
    const body = { id_utente: id, id_destinatari: [one, other] }
    expect((await manager.raw('POST', '/v1/admin/riassegna-casi', body)).body.result).toEqual({ spostati: 7 })
    expect([(await detail(one)).openCases, (await detail(other)).openCases]).toEqual([5, 5])
    const notices = await query('select user_id, kind, cases from notices where user_id = any($1) order by cases', [
      [one, other],
    ])
    expect(notices).toEqual([
      { user_id: one, kind: 'handedOver', cases: 2 },
      { user_id: other, kind: 'handedOver', cases: 5 },
    ])
    await closeCases()
  })

  test('may change whatever does not touch them', async () => {
    const id = await added()
    await assignCase(id)
    expect((await change(id, { listaRuolo: ['ACLOP2', 'ACLOP1'], cognome: 'Neri' })).status).toBe(200)
    await closeCases()
  })

  test('moves them only to an operator who may work on each of them', async () => {
    const id = await added({ listaRuolo: ['ACLOP1', 'ACLOP2'] })
    await assignCase(id, 'inWorkOne')
    await assignCase(id, 'inWorkTwo')
    const candidates = {
      'level I alone': await added(),
      'somebody disabled': await added({ listaRuolo: ['ACLRUP'], flag_abilitazione: 0 }),
      'somebody of the register': await added({ listaRuolo: ['ACLASSOCIAZIONIADMIN'] }),
      themselves: id,
      nobody: 999_999,
    }
    for (const [who, to] of Object.entries(candidates)) {
      const reply = await manager.raw('POST', '/v1/admin/riassegna-casi', { id_utente: id, id_destinatari: [to] })
      expect({ who, errori: reply.body.result.errori }).toMatchObject({
        who,
        errori: [{ campo: 'id_destinatari', codice: 'destinatario_non_adatto' }],
      })
    }
    const rup = await added({ listaRuolo: ['ACLRUP'] })
    const moved = await manager.raw('POST', '/v1/admin/riassegna-casi', { id_utente: id, id_destinatari: [rup] })
    expect(moved.body.result).toEqual({ spostati: 2 })
    await closeCases()
    await remove(rup)
  })
})

describe('the roles and the colleagues', () => {
  test('are listed with the names that the office uses', async () => {
    const { body } = await manager.raw('GET', '/v1/admin/ruoli')
    expect(body.result).toHaveLength(5)
    expect(body.result[0]).toEqual({ codice: 'ACLRUP', descrizione: 'RUP' })
  })

  test('are the active operators by surname, for users who work on cases', async () => {
    const waiting = await added({ data_abilitazione: '2030-01-01T00:00:00.000Z' })
    const rows = await (await portal.as('operatorTwo')).call(listColleagues)
    const names = rows.map(({ lastName }) => lastName)
    expect(names).toEqual([...names].sort(new Intl.Collator('it').compare))
    const ids = rows.map(({ id }) => id)
    expect(ids).toContain(await portal.idOf('operatorOne'))
    expect(ids).not.toContain(waiting)
    expect(names).not.toContain('Rizzi')
  })
})
