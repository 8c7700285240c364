import { listCaseEvents } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../../../test/build-app.ts'
import { startCaseDesk } from '../../../../test/case-desk.ts'
import { makeCase } from '../../../../test/make-case.ts'

let desk: Awaited<ReturnType<typeof startCaseDesk>>
let twoId = 0
beforeAll(async () => {
  desk = await startCaseDesk()
  twoId = await desk.portal.idOf('operatorTwo')
})
afterAll(() => desk.portal.close())

const classify = async (caller: Caller, id: number, versione: number, campo: string, more: object = {}) => {
  const wire = { id_segnalazione: id, versione, campo, ...more }
  const { status, body } = await caller.raw('POST', '/v1/segnalazioni/classifica', wire)
  return { status, word: body.errorCode, result: body.result }
}
const inWork = () => makeCase(desk.portal, { status: 'inWorkTwo', assignedTo: twoId })

test('each field is saved by itself, under the version that was read, and the history has it', async () => {
  const id = await inWork()
  const fields = ['id_pertinenza', 'id_ambito', 'id_modalita_discriminazione', 'id_esito_finale']
  for (const [index, field] of fields.entries()) {
    const { status, result } = await classify(desk.two, id, index + 1, field, { id_scelta: 1 })
    expect({ status, value: result[field], versione: result.versione }).toEqual({
      status: 200,
      value: 1,
      versione: index + 2,
    })
  }
  const { rows } = await desk.manager.call(listCaseEvents, { params: { id } })
  expect(rows.map(({ changes }) => changes.map(({ field }) => field))).toEqual(
    [...fields].reverse().map((one) => [one]),
  )
  const emptied = await classify(desk.two, id, 5, 'id_esito_finale')
  expect(emptied.result.id_esito_finale).toBeUndefined()
})

test('the main ground is replaced; the others stay', async () => {
  const id = await makeCase(desk.portal, {
    status: 'inWorkTwo',
    assignedTo: twoId,
    columns: {
      grounds: JSON.stringify([
        { groundId: 1, priority: 0 },
        { groundId: 2, priority: 1 },
      ]),
    },
  })
  const groundsAfter = async (versione: number, more: object) =>
    ((await classify(desk.two, id, versione, 'id_ground', more)).result.listaSegnalazioneGround ?? []).map(
      ({ id_ground, priorita }: Record<string, number>) => [id_ground, priorita],
    )
  expect(await groundsAfter(1, { id_scelta: 3 })).toEqual([
    [3, 0],
    [2, 1],
  ])
  expect(await groundsAfter(2, { id_scelta: 2 })).toEqual([[2, 0]])
  expect(await groundsAfter(3, {})).toEqual([])
})

test('another field of life has other contexts', async () => {
  const columns = { field_id: 1, contexts: JSON.stringify([{ contextId: 1 }]) }
  const id = await makeCase(desk.portal, { status: 'inWorkTwo', assignedTo: twoId, columns })
  const { result } = await classify(desk.two, id, 1, 'id_ambito', { id_scelta: 2 })
  expect(result).toMatchObject({ id_ambito: 2 })
  expect(result.listaSegnalazioneContesto ?? []).toEqual([])
})

test('a choice that no list offers and an unknown field are refused', async () => {
  const id = await inWork()
  expect((await classify(desk.two, id, 1, 'id_pertinenza', { id_scelta: 999 })).status).toBe(400)
  expect((await classify(desk.two, id, 1, 'note', { id_scelta: 1 })).status).toBe(400)
})

test('two operators at once: an older version gets the case as it is now', async () => {
  const id = await inWork()
  const [one, other] = await Promise.all([
    classify(desk.two, id, 1, 'id_pertinenza', { id_scelta: 1 }),
    classify(desk.manager, id, 1, 'id_pertinenza', { id_scelta: 3 }),
  ])
  const [done, late] = one.status === 200 ? [one, other] : [other, one]
  expect([done.status, late.status]).toEqual([200, 409])
  expect(late.result.id_pertinenza).toBe(done.result.id_pertinenza)
  expect(late.result.versione).toBe(2)
})

test('while a colleague edits the case nothing is saved, and the answer says who', async () => {
  const id = await inWork()
  await desk.lock(desk.two, id)
  const { status, word, result } = await classify(desk.manager, id, 1, 'id_pertinenza', { id_scelta: 1 })
  expect({ status, word, versione: result.versione }).toEqual({ status: 409, word: 'bloccato', versione: 1 })
  expect(result.bloccato_da).toEqual(expect.any(String))
})

test('a classification ends the time to undo the action before it', async () => {
  const id = await makeCase(desk.portal)
  const take = { id_segnalazione: id, versione: 1, azione: 'prendi_in_carico' }
  await desk.two.raw('POST', '/v1/segnalazioni/cambia-stato-segnalazione', take)
  await classify(desk.two, id, 2, 'id_pertinenza', { id_scelta: 1 })
  const undo = { id_segnalazione: id, versione: 3 }
  const { status, body } = await desk.two.raw('POST', '/v1/segnalazioni/annulla-azione', undo)
  expect({ status, word: body.errorCode }).toEqual({ status: 409, word: 'caso_cambiato_dopo' })
})
