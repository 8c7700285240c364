import { getCase, getCaseAt, limits, listCaseEvents, listNotices } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../../../test/build-app.ts'
import { startCaseDesk } from '../../../../test/case-desk.ts'
import { makeCase } from '../../../../test/make-case.ts'
import { sendNotices } from '../../../../test/send-notices.ts'
import { notifyOfActions } from './case-undo.service.ts'

let desk: Awaited<ReturnType<typeof startCaseDesk>>
let oneId = 0
let twoId = 0
beforeAll(async () => {
  desk = await startCaseDesk()
  oneId = await desk.portal.idOf('operatorOne')
  twoId = await desk.portal.idOf('operatorTwo')
})
afterAll(() => desk.portal.close())

const act = (caller: Caller, id: number, versione: number, azione: string, more = {}) =>
  caller.raw('POST', '/v1/segnalazioni/cambia-stato-segnalazione', { id_segnalazione: id, versione, azione, ...more })
const undo = async (caller: Caller, id: number, versione: number) => {
  const { status, body } = await caller.raw('POST', '/v1/segnalazioni/annulla-azione', {
    id_segnalazione: id,
    versione,
  })
  return { status, word: body.errorCode, result: body.result }
}
const query = async (sql: string, values: unknown[]) => (await desk.portal.database.pool.query(sql, values)).rows
const columnsOf = async (id: number) =>
  (
    await query(
      `select cases.status, cases.assigned_to, status_since, worked_from, closed_at, closing_proposed_at, cases.outcome_id, cases.relevance_id,
        cases.grounds, performed_actions, case_statistics.take_days
      from cases join case_statistics on case_id = cases.id where cases.id = $1`,
      [id],
    )
  )[0]
const noticesAbout = (id: number) => query('select kind from notices where case_id = $1', [id])

/** Each action that its user may undo: who acts, from which status, whose case, with what. */
const undone = [
  ['prendi_in_carico', 'one', 'open', null, {}],
  ['prendi_in_carico', 'two', 'reopened', null, {}],
  ['assegna_op1', 'manager', 'open', null, () => ({ id_operatore: oneId })],
  ['assegna_op2', 'manager', 'inWorkOne', 'one', () => ({ id_operatore: twoId })],
  ['invia_in_attribuzione', 'one', 'inWorkOne', 'one', { id_pertinenza: 1, id_ground: 1 }],
  ['restituisci', 'two', 'inWorkTwo', 'two', { motivo: 'Serve altro.' }],
  ['riapri_da_esterno', 'manager', 'external', null, { motivo: 'Ha risposto.' }],
  ['proponi_chiusura', 'two', 'inWorkTwo', 'two', { id_esito_finale: 3 }],
  ['chiudi', 'manager', 'inWorkTwo', 'two', { id_esito_finale: 3, id_azioni_svolte: 1 }],
  ['chiudi', 'one', 'inWorkOne', 'one', { id_esito_finale: 3, id_azioni_svolte: 1, flag_risposta_immediata: 1 }],
  ['riapri', 'manager', 'closed', 'two', { motivo: 'Nuovi elementi.' }],
] as const

describe('an action that can be undone', () => {
  test.each(undone)(
    '%s by %s on a case that is %s leaves it as it was, with both in the history and no notice',
    async (...row) => {
      const [word, who, status, ofWho, more] = row
      const caller = desk[who]
      const assignedTo = ofWho === null ? null : ofWho === 'one' ? oneId : twoId
      const id = await makeCase(desk.portal, { status, assignedTo })
      const before = await columnsOf(id)
      desk.portal.clock.advance(60)
      const done = await act(caller, id, 1, word, typeof more === 'function' ? more() : more)
      expect(done.status).toBe(200)
      expect((await undo(caller, id, 2)).status).toBe(200)
      expect(await columnsOf(id)).toEqual(before)
      await sendNotices(desk.portal)
      expect(await noticesAbout(id)).toEqual([])
      const { rows } = await desk.manager.call(listCaseEvents, { params: { id } })
      expect(rows.map(({ kind, undoes, undoneAt, undoneBy }) => ({ kind, undoes, undoneAt, undoneBy }))).toEqual([
        { kind: 'undone', undoes: rows[1]?.id, undoneAt: undefined, undoneBy: undefined },
        { kind: expect.any(String), undoes: undefined, undoneAt: rows[0]?.at, undoneBy: rows[0]?.by },
      ])
      expect(rows[0]?.by).toEqual(expect.any(String))
    },
  )

  test.each([
    ['annulla', 'open', { motivo: 'Duplicato.' }],
    [
      'assegna_esterno',
      'toAssign',
      {
        id_ente_esterno: 1,
        data_assegnazione_esterna: '2026-11-19T00:00:00.000Z',
        protocollo_esterno: 'OSCAD 12/2026',
        base_giuridica: 'art. 7',
      },
    ],
  ] as const)('is none of %s', async (word, status, more) => {
    const id = await makeCase(desk.portal, { status })
    expect((await act(desk.manager, id, 1, word, more)).status).toBe(200)
    expect((await undo(desk.manager, id, 2)).status).toBe(409)
  })

  test('has its notices and mails after the time to undo it, once', async () => {
    const id = await makeCase(desk.portal)
    await act(desk.manager, id, 1, 'assegna_op1', { id_operatore: oneId })
    desk.portal.clock.advance(limits.undoSeconds - 1)
    await notifyOfActions(desk.portal.services.caseNeeds)
    expect(await noticesAbout(id)).toEqual([])
    await sendNotices(desk.portal)
    await sendNotices(desk.portal)
    expect(await noticesAbout(id)).toEqual([{ kind: 'assigned' }])
    expect(await query('select id from mails where case_id = $1', [id])).toHaveLength(1)
    expect((await desk.one.call(listNotices)).rows[0]).toMatchObject({ kind: 'assigned', caseId: id })
  })
})

describe('undoing is denied', () => {
  const taken = async () => {
    const id = await makeCase(desk.portal)
    await act(desk.two, id, 1, 'prendi_in_carico')
    return id
  }

  test.each([
    ['before the notices go out', async () => desk.portal.clock.advance(limits.undoSeconds)],
    ['after the notices went out', () => sendNotices(desk.portal)],
  ])('when its seconds are over, %s', async (_when, pass) => {
    const id = await taken()
    await pass()
    const { status, word, result } = await undo(desk.two, id, 2)
    expect({ status, word, stato: result.id_stato }).toEqual({ status: 409, word: 'troppo_tardi', stato: 4 })
  })

  test('to anybody else', async () => {
    const id = await taken()
    expect(await undo(desk.manager, id, 2)).toMatchObject({ status: 403, word: 'azione_di_altri' })
    expect(await undo(desk.one, id, 2)).toMatchObject({ status: 403 })
  })

  test('once a colleague has changed the case, whose new state is returned', async () => {
    const id = await taken()
    const { versione } = await desk.read(id)
    await act(desk.manager, id, versione, 'restituisci', { motivo: 'Serve altro.' })
    expect(await undo(desk.two, id, 2)).toMatchObject({ status: 409, word: 'caso_cambiato_dopo' })
    expect(await undo(desk.two, id, 3)).toMatchObject({ status: 403, word: 'azione_di_altri' })
    const own = await makeCase(desk.portal)
    await act(desk.manager, own, 1, 'assegna_op2', { id_operatore: twoId })
    const azioni = [{ id_azioni_svolte: 1, data: '2026-11-19T00:00:00.000Z' }]
    const added = { id_segnalazione: own, listaAzioniSvolte: azioni }
    expect((await desk.two.raw('POST', '/v1/segnalazioni/azioni-svolte', added)).status).toBe(200)
    const late = await undo(desk.manager, own, 2)
    expect(late).toMatchObject({ status: 409, word: 'caso_cambiato_dopo', result: { versione: 3, id_stato: 4 } })
  })

  test('while a colleague edits the case, by name', async () => {
    const id = await makeCase(desk.portal)
    await act(desk.manager, id, 1, 'assegna_op2', { id_operatore: twoId })
    await desk.lock(desk.two, id)
    const { status, word, result } = await undo(desk.manager, id, 2)
    expect({ status, word }).toEqual({ status: 409, word: 'bloccato' })
    expect(result.bloccato_da).toEqual(expect.any(String))
  })

  test('a second time', async () => {
    const id = await taken()
    expect((await undo(desk.two, id, 2)).status).toBe(200)
    expect(await undo(desk.two, id, 3)).toMatchObject({ status: 409 })
  })
})

test('a case as it was after an undone action has the operator of then', async () => {
  const id = await makeCase(desk.portal, { status: 'inWorkOne', assignedTo: oneId })
  await act(desk.manager, id, 1, 'assegna_op2', { id_operatore: twoId })
  await undo(desk.manager, id, 2)
  const { rows } = await desk.manager.call(listCaseEvents, { params: { id } })
  const at = async (eventId = 0) =>
    (await desk.manager.call(getCaseAt, { params: { id }, query: { eventId } })).operatorId
  expect([await at(rows[1]?.id), await at(rows[0]?.id)]).toEqual([twoId, oneId])
})

test('of several cases those are undone that nobody has changed since; the others have their reason', async () => {
  const ids = []
  for (let count = 0; count < 3; count += 1) ids.push(await makeCase(desk.portal))
  const assigned = await desk.manager.raw('POST', '/v1/segnalazioni/assegna-casi', {
    azione: 'assegna_op2',
    id_operatore: twoId,
    casi: ids.map((id) => ({ id_segnalazione: id, versione: 1 })),
  })
  const casi = assigned.body.result.esiti.map(({ id_segnalazione, versione }: Record<string, number>) => ({
    id_segnalazione,
    versione,
  }))
  await act(desk.two, ids[1] ?? 0, 2, 'proponi_chiusura', { id_esito_finale: 3 })
  const { body } = await desk.manager.raw('POST', '/v1/segnalazioni/annulla-azioni', { casi })
  expect(body.result.esiti).toEqual([
    { id_segnalazione: ids[0], codice: expect.any(String), versione: 3 },
    { id_segnalazione: ids[1], codice: expect.any(String), rifiuto: expect.any(String) },
    { id_segnalazione: ids[2], codice: expect.any(String), versione: 3 },
  ])
  const now = await Promise.all(ids.map((id) => desk.manager.call(getCase, { params: { id } })))
  expect(now.map(({ status }) => status)).toEqual(['open', 'inWorkTwo', 'open'])
})

describe('an action on several cases', () => {
  const assign = (ids: readonly number[]) =>
    desk.manager.raw('POST', '/v1/segnalazioni/assegna-casi', {
      azione: 'assegna_op2',
      id_operatore: twoId,
      casi: ids.map((id) => ({ id_segnalazione: id, versione: 1 })),
    })

  test('can be undone for ten seconds from its end, at one instant for all', async () => {
    const ids = [await makeCase(desk.portal), await makeCase(desk.portal)]
    await assign(ids)
    const until = new Date(desk.portal.clock.now().getTime() + limits.undoSeconds * 1000)
    expect(await query('select until from held_actions where case_id = any($1)', [ids])).toEqual([{ until }, { until }])
    desk.portal.clock.advance(limits.undoSeconds)
    expect((await undo(desk.manager, ids[0] ?? 0, 2)).word).toBe('troppo_tardi')
    await sendNotices(desk.portal)
    expect(await query('select until from held_actions where case_id = any($1)', [ids])).toEqual([])
  })

  test('that is cut off in the middle changes no case, holds no notice and leaves no entry', async () => {
    const ids = [await makeCase(desk.portal), await makeCase(desk.portal)]
    await query(`create function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`, [])
    await query(
      `create trigger broken before update on cases for each row when (old.id = ${ids[1]}) execute function broken()`,
      [],
    )
    expect((await assign(ids)).status).toBe(500)
    await query('drop function broken() cascade', [])
    expect(await query('select assigned_to, version from cases where id = any($1)', [ids])).toEqual([
      { assigned_to: null, version: 1 },
      { assigned_to: null, version: 1 },
    ])
    for (const table of ['held_actions', 'case_events', 'notices'])
      expect(await query(`select case_id from ${table} where case_id = any($1)`, [ids])).toEqual([])
    expect((await assign(ids)).status).toBe(200)
  })

  test('names in the audit log the cases that it changed, and those alone', async () => {
    const [fine = 0, older = 0] = [await makeCase(desk.portal), await makeCase(desk.portal)]
    await act(desk.two, older, 1, 'prendi_in_carico')
    await assign([older, fine])
    const [entry] = await query('select record_ids, changed_fields from audit_entries order by id desc limit 1', [])
    expect(entry).toEqual({ record_ids: [String(fine)], changed_fields: ['status'] })
  })
})

test('two calls on the same cases at once: each case is changed by one of them', async () => {
  const ids = []
  for (let count = 0; count < 6; count += 1) ids.push(await makeCase(desk.portal))
  const assign = (order: readonly number[], id_operatore: number) =>
    desk.manager.raw('POST', '/v1/segnalazioni/assegna-casi', {
      azione: id_operatore === twoId ? 'assegna_op2' : 'assegna_op1',
      id_operatore,
      casi: order.map((id) => ({ id_segnalazione: id, versione: 1 })),
    })
  const replies = await Promise.all([assign(ids, twoId), assign([...ids].reverse(), oneId)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const rows = replies.flatMap(({ body }) => body.result.esiti as { versione?: number }[])
  expect(rows.filter(({ versione }) => versione === 2)).toHaveLength(6)
})

test('two operators at once: of an undoing and a change of a colleague one takes place, and the other has its reason', async () => {
  const id = await makeCase(desk.portal)
  await act(desk.manager, id, 1, 'assegna_op2', { id_operatore: twoId })
  const [undoing, change] = await Promise.all([
    undo(desk.manager, id, 2),
    act(desk.two, id, 2, 'proponi_chiusura', { id_esito_finale: 3 }),
  ])
  expect([undoing.status, change.status].filter((status) => status === 200)).toHaveLength(1)
  expect([undoing.status, change.status].every((status) => [200, 403, 409].includes(status))).toBe(true)
})
