import { getCase, listCaseEvents } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../../../test/build-app.ts'
import { startCaseDesk } from '../../../../test/case-desk.ts'
import { makeCase } from '../../../../test/make-case.ts'

let desk: Awaited<ReturnType<typeof startCaseDesk>>
let oneId = 0
let twoId = 0
beforeAll(async () => {
  desk = await startCaseDesk()
  oneId = await desk.portal.idOf('operatorOne')
  twoId = await desk.portal.idOf('operatorTwo')
})
afterAll(() => desk.portal.close())

const changeAll = async (caller: Caller, path: string, ids: readonly number[], more: object, versione = 1) => {
  const casi = ids.map((id) => ({ id_segnalazione: id, versione }))
  const { status, body } = await caller.raw('POST', `/v1/segnalazioni/${path}`, { ...more, casi })
  return { status, errors: body.result?.errori, rows: body.result?.esiti }
}
const valuesOf = async (id: number) => (await desk.manager.call(getCase, { params: { id } })).values
const eventsOf = async (id: number) => (await desk.manager.call(listCaseEvents, { params: { id } })).rows
const ofTwo = () => makeCase(desk.portal, { status: 'inWorkTwo', assignedTo: twoId })
const changed = (id: number, versione = 2) => ({ id_segnalazione: id, codice: expect.any(String), versione })
const denied = (id: number, reason: string | RegExp) => ({
  id_segnalazione: id,
  codice: expect.any(String),
  rifiuto: expect.stringMatching(reason),
})

const day = { data: '2026-11-02T00:00:00.000Z' }
const edits = [
  ['hashtag-casi', { id_hashtag: 1 }, 'changed', { hashtags: [{ hashtagId: 1 }] }],
  [
    'azione-svolta-casi',
    { id_azioni_svolte: 1, ...day },
    'performed',
    { performedActions: [{ actionId: 1, date: '2026-11-02' }] },
  ],
] as const

describe.each(edits)('%s', (path, more, kind, values) => {
  test('changes each case that the user may edit; the others have their reason and stop none', async () => {
    const [fine, closed, older, locked, last] = [
      await ofTwo(),
      await makeCase(desk.portal, { status: 'closed', assignedTo: twoId }),
      await makeCase(desk.portal, { status: 'inWorkTwo', assignedTo: twoId, columns: { version: 4 } }),
      await ofTwo(),
      await ofTwo(),
    ]
    const ofOther = await makeCase(desk.portal, { status: 'inWorkOne', assignedTo: oneId })
    await desk.lock(desk.manager, locked)
    const { rows } = await changeAll(desk.two, path, [fine, closed, older, locked, ofOther, last], more)
    expect(rows).toEqual([
      changed(fine),
      denied(closed, /«Chiuso»/),
      denied(older, /./),
      denied(locked, /aperto in modifica da/),
      expect.objectContaining({ id_segnalazione: ofOther, rifiuto: expect.any(String) }),
      changed(last),
    ])
    for (const id of [fine, last]) {
      expect(await valuesOf(id)).toMatchObject(values)
      expect((await eventsOf(id)).map((event) => event.kind)).toEqual([kind])
    }
    for (const id of [closed, older, locked, ofOther]) expect(await eventsOf(id)).toEqual([])
  })

  test('changes nothing when it is repeated', async () => {
    const id = await ofTwo()
    await changeAll(desk.two, path, [id], more)
    expect((await changeAll(desk.two, path, [id], more)).rows).toEqual([denied(id, /./)])
    expect(await eventsOf(id)).toHaveLength(1)
  })

  test('of two operators at once one changes a case, and the other has the reason', async () => {
    const id = await ofTwo()
    const outcomes = await Promise.all([
      changeAll(desk.two, path, [id], more),
      changeAll(desk.manager, path, [id], more),
    ])
    const rows = outcomes.flatMap((outcome) => outcome.rows)
    expect(rows.filter(({ rifiuto }) => rifiuto)).toHaveLength(1)
    expect(await eventsOf(id)).toHaveLength(1)
  })

  test('takes a hundred cases at most, and one at least', async () => {
    const many = Array.from({ length: 101 }, (_, index) => index + 1)
    expect((await changeAll(desk.two, path, many, more)).status).toBe(400)
    expect((await changeAll(desk.two, path, [], more)).status).toBe(400)
  })
})

test('a hashtag that a case has, or that no list offers, is the reason', async () => {
  const id = await ofTwo()
  await changeAll(desk.two, 'hashtag-casi', [id], { id_hashtag: 1 })
  expect((await changeAll(desk.two, 'hashtag-casi', [id], { id_hashtag: 1 }, 2)).rows).toEqual([
    denied(id, 'ha già questo hashtag'),
  ])
  expect((await changeAll(desk.two, 'hashtag-casi', [id], { id_hashtag: 9999 }, 2)).rows).toEqual([denied(id, /./)])
})

test('no action was performed on a day that is still to come', async () => {
  const id = await ofTwo()
  const more = { id_azioni_svolte: 1, data: '2096-11-02T00:00:00.000Z' }
  const { status, errors } = await changeAll(desk.two, 'azione-svolta-casi', [id], more)
  expect([status, errors[0].campo]).toEqual([400, 'data'])
})

describe('duplicates', () => {
  const close = async (caller: Caller, ids: readonly number[], original: number, more = {}) =>
    changeAll(caller, 'chiudi-duplicati', ids, { id_caso_originale: original, id_esito_finale: 3, ...more })
  const action = { id_azioni_svolte: 1, ...day }

  test('are closed with the code of the case that stays as their reason, and only what has none has the action', async () => {
    const original = await ofTwo()
    const [bare, acted] = [await ofTwo(), await ofTwo()]
    await changeAll(desk.two, 'azione-svolta-casi', [acted], { id_azioni_svolte: 2, ...day })
    const { code } = await desk.manager.call(getCase, { params: { id: original } })
    expect((await close(desk.manager, [bare], original, action)).rows).toEqual([changed(bare)])
    const second = { id_caso_originale: original, id_esito_finale: 3, ...action }
    expect((await changeAll(desk.manager, 'chiudi-duplicati', [acted], second, 2)).rows).toEqual([changed(acted, 3)])
    expect((await eventsOf(bare))[0]).toMatchObject({ kind: 'close', reason: `Duplicato del caso ${code}.` })
    const done = await Promise.all([bare, acted].map(valuesOf))
    expect(done.map(({ performedActions }) => performedActions?.map(({ actionId }) => actionId))).toEqual([[1], [2]])
    expect(done.map(({ outcomeId }) => outcomeId)).toEqual([3, 3])
    expect((await eventsOf(original)).length).toBe(0)
  })

  test('that cannot be closed have their reason: an open case, one without an action, one that is edited, and the case that stays', async () => {
    const original = await ofTwo()
    const [open, bare, locked] = [await makeCase(desk.portal), await ofTwo(), await ofTwo()]
    await desk.lock(desk.two, locked)
    expect((await close(desk.manager, [open, bare, locked, original], original)).rows).toEqual([
      denied(open, /«Aperto»/),
      denied(bare, /azione/),
      denied(locked, /aperto in modifica da/),
      denied(original, /duplicato di se stesso/),
    ])
  })

  test('are closed by RUP alone, of a case that is there', async () => {
    const [original, id] = [await ofTwo(), await ofTwo()]
    expect((await close(desk.two, [id], original, action)).status).toBe(403)
    expect((await close(desk.manager, [id], 999_999, action)).status).toBe(404)
  })

  test('are as before once that is undone, but for one that a colleague has changed since', async () => {
    const original = await ofTwo()
    const [first, second] = [await ofTwo(), await ofTwo()]
    await close(desk.manager, [first, second], original, action)
    const reopening = { id_segnalazione: second, versione: 2, motivo: 'Non è lo stesso fatto.' }
    await desk.secondManager.raw('POST', '/v1/segnalazioni/riapri', reopening)
    const { rows } = await changeAll(desk.manager, 'annulla-azioni', [first, second], {}, 2)
    expect(rows).toEqual([changed(first, 3), denied(second, /./)])
    const back = await desk.manager.call(getCase, { params: { id: first } })
    expect({ status: back.status, ...back.values }).toMatchObject({ status: 'inWorkTwo' })
    expect([back.values.outcomeId, back.values.performedActions]).toEqual([undefined, undefined])
  })
})
