import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { uploadCaseFile } from '../../../test/claimed-file.ts'
import { reportOnWire } from '../../../test/make.ts'

let portal: TestApp
let manager: Caller
let id: number
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
})
afterAll(() => portal.close())
beforeEach(async () => {
  id = (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())).body.result.id_segnalazione
  await later()
})

const later = () => portal.clock.advance(60)
const post = async (path: string, body: object) => {
  const reply = await manager.raw('POST', `/v1/segnalazioni/${path}`, body)
  expect(reply.status).toBe(200)
  await later()
  return reply.body.result
}
const write = (testo: string) => post(`messaggi/${id}`, { testo })
const read = async (before = '', caller = manager) =>
  (await caller.raw('GET', `/v1/segnalazioni/corrispondenza/${id}${before && `?prima_di=${before}`}`)).body.result

test('has messages, documents of the office and actions performed, each of its period', async () => {
  await write('Buongiorno')
  const cmis_id = await uploadCaseFile(portal)
  await post(`documenti/${id}`, { allegati: [{ cmis_id, id_tipo_allegato: 1 }] })
  await post('azioni-svolte', {
    id_segnalazione: id,
    listaAzioniSvolte: [{ id_azioni_svolte: 1, data: '2026-11-02T00:00:00.000Z' }],
  })
  const page = await read()
  expect(page).toMatchObject({
    messaggi: [{ testo: 'Buongiorno' }],
    documenti: [{ allegato: { cmis_id }, provenienza: 'ufficio' }],
    azioni_svolte: [{ tipo: 'azioni_svolte' }],
    flag_precedenti: 0,
    flag_puo_scrivere: 1,
    allegati_possibili: 49,
  })
})

test('names the operator who wrote a message of the office, as the author of a comment', async () => {
  await write('Buongiorno')
  await post(`commenti/${id}`, { testo: 'Ho scritto' })
  const { messaggi, commenti } = await read()
  expect(messaggi[0].utente).toMatch(/^\S+ \S+$/)
  expect(messaggi[0].utente).toBe(commenti[0].utente)
})

test('is read twenty entries at a time, and none is left out or repeated', async () => {
  for (let count = 1; count <= 43; count++) await write(String(count))
  const seen: string[] = []
  for (let before = ''; ; ) {
    const { messaggi, flag_precedenti } = await read(before)
    seen.unshift(...messaggi.map(({ testo }: { testo: string }) => testo))
    if (!flag_precedenti) break
    before = messaggi[0].data_invio
  }
  expect(seen).toEqual(Array.from({ length: 43 }, (_, index) => String(index + 1)))
})

test('marks messages of the reporter as read for those who work on the case alone', async () => {
  const one = await portal.as('operatorOne')
  await portal.database.pool.query('update cases set unread = 1 where id = $1', [id])
  await read('', one)
  const unread = async () =>
    (await portal.database.pool.query('select unread from cases where id = $1', [id])).rows[0].unread
  expect(await unread()).toBe(1)
})
