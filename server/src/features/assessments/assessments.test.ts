import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { makeCase } from '../../../test/make-case.ts'
import { actualTexts } from '../../../test/pdf-texts.ts'

let portal: TestApp
let manager: Caller
let two: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  two = await portal.as('operatorTwo')
})
afterAll(() => portal.close())

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const path = (id: number) => `/v1/segnalazioni/parere/${id}`
const read = async (id: number, caller = two) => (await caller.raw('GET', path(id))).body.result
const parti = {
  fatti: 'Un locatore ha rifiutato la casa.',
  motivazione: 'Il rifiuto dipende dalla cittadinanza.',
  conclusione: 'discriminazione_accertata',
  misure: 'Togliere la clausola.',
  destinatari: 'Immobiliare Quetzal',
}
/** Performs an action on the version that is stored. */
async function act(id: number, azione: string, more: object = {}, caller = two) {
  const { versione } = await read(id, manager)
  return caller.raw('POST', path(id), { azione, versione, ...more })
}
const ownCase = async () => makeCase(portal, { status: 'inWorkTwo', assignedTo: await portal.idOf('operatorTwo') })

test('an assessment is drafted from the case, written in parts, and stored sealed', async () => {
  const id = await ownCase()
  await query(`update cases set grounds = '[{"groundId":1,"priority":0}]', field_id = 1 where id = $1`, [id])
  const draft = await read(id)
  expect(draft.stato).toBeUndefined()
  expect(draft.parti.motivazione).toBe('Motivo di discriminazione: Etnico-razziale.\nAmbito: Casa.')
  const { status, body } = await act(id, 'scrivi', { parti })
  expect(status).toBe(200)
  expect(body.result).toMatchObject({ stato: 'bozza', versione: 1, parti, utente: expect.stringMatching(/\S+ \S+/) })
  const [stored] = await query('select content from assessments where case_id = $1', [id])
  expect(stored.content.toString('utf8')).not.toContain('locatore')
})

test('it goes from the operator to RUP and back, is approved, sent and answered; each is in the history', async () => {
  const id = await ownCase()
  await act(id, 'scrivi', { parti: { fatti: 'Solo i fatti' } })
  expect((await act(id, 'sottoponi')).status).toBe(400)
  expect((await act(id, 'sottoponi', { parti })).body.result.stato).toBe('da_approvare')
  expect((await act(id, 'scrivi', { parti })).status).toBe(409)
  expect((await act(id, 'approva')).status).toBe(403)
  const back = await act(id, 'rimanda', { nota: 'Cita la norma.' }, manager)
  expect(back.body.result).toMatchObject({ stato: 'bozza', nota: 'Cita la norma.' })
  await act(id, 'sottoponi', { parti })
  expect((await act(id, 'approva', {}, manager)).body.result.stato).toBe('approvato')
  const sent = await act(id, 'invia', { data_invio: '2026-11-20T00:00:00.000Z', modo: 'pec' })
  expect(sent.body.result).toMatchObject({ stato: 'inviato', data_risposta_attesa: '2027-01-19T00:00:00.000Z' })
  const answer = await act(id, 'registra_risposta', { risposta: 'attuate_in_parte', testo_risposta: 'Clausola tolta.' })
  expect(answer.body.result).toMatchObject({ stato: 'con_risposta', risposta: 'attuate_in_parte' })
  const { listaView } = (await manager.raw('GET', `/v1/segnalazioni/iter/${id}`)).body.result
  expect(listaView.map(({ tipo }: { tipo: string }) => tipo)).toEqual([
    'risposta_al_parere',
    'richiamo_fissato',
    'parere_inviato',
    'parere_approvato',
    'parere_sottoposto',
    'parere_rimandato',
    'parere_sottoposto',
  ])
})

test('RUP and the author get notices, and the answer that is awaited is a reminder', async () => {
  const id = await ownCase()
  await act(id, 'sottoponi', { parti }).then(({ status }) => expect(status).toBe(409))
  await act(id, 'scrivi', { parti })
  await act(id, 'sottoponi')
  await act(id, 'approva', {}, manager)
  await act(id, 'invia', { data_invio: '2026-11-20T00:00:00.000Z', modo: 'posta' })
  const notices = await query('select kind, user_id from notices where case_id = $1 order by id', [id])
  expect(notices.filter(({ kind }) => kind === 'assessmentSubmitted').length).toBeGreaterThan(0)
  expect(notices.at(-1)).toEqual({ kind: 'assessmentApproved', user_id: await portal.idOf('operatorTwo') })
  const [reminder] = await query('select due_on::text from case_reminders where case_id = $1', [id])
  expect(reminder).toEqual({ due_on: '2027-01-19' })
})

test('two who write at once do not overwrite each other', async () => {
  const id = await ownCase()
  await act(id, 'scrivi', { parti })
  const old = { azione: 'scrivi', versione: 1, parti: { ...parti, fatti: 'Altro' } }
  expect((await two.raw('POST', path(id), old)).status).toBe(200)
  expect((await manager.raw('POST', path(id), old)).status).toBe(409)
})

test('it is a tagged PDF and a document to edit', async () => {
  const id = await ownCase()
  await act(id, 'scrivi', { parti })
  const pdf = await two.raw('GET', `${path(id)}/documento`)
  expect(actualTexts(pdf.body)).toEqual(
    expect.arrayContaining(['Fatti', parti.fatti, 'Conclusione', 'Discriminazione accertata']),
  )
  const word = await two.raw('GET', `${path(id)}/word`)
  expect(word.status).toBe(200)
  expect(word.headers['content-disposition']).toMatch(/parere-.*\.docx/)
  expect(word.body.subarray(0, 2).toString('latin1')).toBe('PK')
})

test('an operator neither reads nor writes that of a case of others', async () => {
  const id = await ownCase()
  const one = await portal.as('operatorOne')
  expect((await one.raw('GET', path(id))).status).toBe(403)
  const other = await makeCase(portal, { status: 'inWorkTwo', assignedTo: await portal.idOf('manager') })
  expect((await act(other, 'scrivi', { parti })).status).toBe(403)
})
