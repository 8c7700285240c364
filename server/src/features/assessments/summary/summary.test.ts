import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { caseOnWire } from '../../../../test/make.ts'
import { makeCase } from '../../../../test/make-case.ts'

let portal: TestApp
let manager: Caller
let two: Caller
let anyone: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  two = await portal.as('operatorTwo')
  anyone = portal.visitor
})
afterAll(() => portal.close())

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const path = (id: number) => `/v1/segnalazioni/parere/${id}`
const summaryOf = async (id: number, caller = two) => (await caller.raw('GET', `${path(id)}/sintesi`)).body.result
const parti = {
  fatti: 'Il 3 maggio 2026 Lucia Ferrante ha chiesto una casa a Prato, in via dei Mille 3. Telefono 347 1234567.',
  motivazione: 'Il rifiuto dipende dalla cittadinanza.',
  conclusione: 'discriminazione_accertata',
  misure: 'Togliere la clausola.',
  destinatari: 'Immobiliare Quetzal',
}

async function actAt(address: string, { caller = two, ...body }: { azione: string; caller?: Caller }) {
  const { versione } = (await manager.raw('GET', address)).body.result
  return caller.raw('POST', address, { versione, ...body })
}
const assess = (id: number, azione: string, more: object = {}, caller = two) =>
  actAt(path(id), { azione, caller, ...more })
const act = (id: number, azione: string, more: object = {}, caller = two) =>
  actAt(`${path(id)}/sintesi`, { azione, caller, ...more })

/** A case of an operator whose assessment was sent. */
async function assessed({ groundId = 1, fieldId = 1, sentOn = '2026-11-20' } = {}) {
  const id = await makeCase(portal, { status: 'inWorkTwo', assignedTo: await portal.idOf('operatorTwo') })
  const grounds = JSON.stringify([{ groundId, priority: 0 }])
  await query('update cases set grounds = $2, field_id = $3 where id = $1', [id, grounds, fieldId])
  await assess(id, 'scrivi', { parti })
  await assess(id, 'sottoponi')
  await assess(id, 'approva', {}, manager)
  await assess(id, 'invia', { data_invio: `${sentOn}T00:00:00.000Z`, modo: 'pec' })
  return id
}
const texts = { titolo: 'Una casa negata', fatti: 'La persona ha chiesto un alloggio.', motivazione: 'Cittadinanza.' }
async function published(testi: object = texts, more: Parameters<typeof assessed>[0] = {}): Promise<number> {
  const id = await assessed(more)
  await act(id, 'scrivi', { testi })
  await act(id, 'sottoponi')
  expect((await act(id, 'pubblica', { flag_riletta: 1 }, manager)).status).toBe(200)
  return (await summaryOf(id)).id_pubblico
}
const list = async (filtri: object = {}) =>
  (await anyone.raw('GET', `/v1/noauth/pareri?filtri=${encodeURIComponent(JSON.stringify(filtri))}`)).body.result
const titlesOf = async (filtri: object) =>
  (await list(filtri)).listaView.map(({ titolo }: { titolo: string }) => titolo)

test('the summary is proposed without personal data, and says what was replaced and what still looks personal', async () => {
  const made = await manager.raw('POST', '/v1/segnalazioni/nuova-segnalazione', caseOnWire())
  const id: number = made.body.result.id_segnalazione
  const [{ status }] = await query('select status from cases where id = $1', [id])
  expect(status).toBe('open')
  await assess(id, 'scrivi', { parti }, manager)
  const before = await summaryOf(id, manager)
  expect(before.azioni.scrivi).toBe('parere_non_inviato')
  await assess(id, 'sottoponi', {}, manager)
  await assess(id, 'approva', {}, manager)
  await assess(id, 'invia', { data_invio: '2026-11-20T00:00:00.000Z', modo: 'pec' }, manager)
  const proposed = await summaryOf(id, manager)
  expect(proposed).toMatchObject({ versione: 0, azioni: { scrivi: null } })
  expect(proposed.stato).toBeUndefined()
  expect(proposed.testi.fatti).toBe(
    'Nel maggio 2026 Lucia Ferrante ha chiesto una casa a [luogo in Toscana], in [indirizzo]. Telefono [telefono].',
  )
  expect(proposed.sostituzioni).toContainEqual({
    tipo: 'data',
    testo: 'Il 3 maggio 2026',
    sostituito_con: 'Nel maggio 2026',
  })
  expect(proposed.da_controllare).toEqual([{ tipo: 'nome', testo: 'Lucia Ferrante' }])
})

test('an operator edits it, RUP approves it, and it is public; RUP withdraws it, and it is gone', async () => {
  const id = await assessed()
  expect((await act(id, 'scrivi', { testi: { ...texts, fatti: 'Scrivere a a@b.example' } })).status).toBe(200)
  expect((await summaryOf(id)).da_controllare).toEqual([{ tipo: 'email', testo: 'a@b.example' }])
  const [{ content }] = await query('select content from assessment_summaries where case_id = $1', [id])
  expect(content.toString('utf8')).not.toContain('a@b.example')
  expect((await act(id, 'sottoponi', { testi: texts })).body.result).toMatchObject({ stato: 'da_approvare' })
  expect((await act(id, 'scrivi', { testi: texts })).status).toBe(409)
  expect((await act(id, 'pubblica', { flag_riletta: 1 })).status).toBe(403)
  expect((await act(id, 'rimanda', { nota: 'Più breve.' }, manager)).body.result).toMatchObject({ nota: 'Più breve.' })
  await act(id, 'sottoponi')
  expect((await act(id, 'pubblica', {}, manager)).status).toBe(400)
  const { body } = await act(id, 'pubblica', { flag_riletta: 1 }, manager)
  expect(body.result).toMatchObject({ stato: 'pubblicata' })
  const address = `/v1/noauth/pareri/${body.result.id_pubblico}`
  expect((await anyone.raw('GET', address)).body.result).toMatchObject({
    titolo: texts.titolo,
    fatti: texts.fatti,
    anno: 2026,
    conclusione: 'discriminazione_accertata',
    ground: 'Etnico-razziale',
    ambito: 'Casa',
  })
  await assess(id, 'registra_risposta', { risposta: 'attuate' })
  expect((await anyone.raw('GET', address)).body.result.risposta).toBe('attuate')
  expect((await act(id, 'ritira', { nota: 'Una parte si riconosce.' }, manager)).body.result.stato).toBe('ritirata')
  expect((await anyone.raw('GET', address)).status).toBe(404)
  expect(await titlesOf({})).not.toContain(texts.titolo)
  expect(await query('select 1 from published_assessments')).toEqual([])
  const { listaView } = (await manager.raw('GET', `/v1/segnalazioni/iter/${id}`)).body.result
  const kinds = listaView.map(({ tipo }: { tipo: string }) => tipo).filter((tipo: string) => tipo.startsWith('sintesi'))
  expect(kinds).toEqual([
    'sintesi_ritirata',
    'sintesi_pubblicata',
    'sintesi_sottoposta',
    'sintesi_rimandata',
    'sintesi_sottoposta',
  ])
  const notices = await query('select kind from notices where case_id = $1 and user_id = $2 order by id', [
    id,
    await portal.idOf('operatorTwo'),
  ])
  expect(notices.map(({ kind }) => kind).filter((kind) => kind.startsWith('summary'))).toEqual([
    'summarySentBack',
    'summaryPublished',
    'summaryWithdrawn',
  ])
})

test('RUP who wrote it does not publish it while another RUP is active', async () => {
  const id = await assessed()
  await act(id, 'scrivi', { testi: texts }, manager)
  await act(id, 'sottoponi', {}, manager)
  expect((await summaryOf(id, manager)).azioni.pubblica).toBe('testo_proprio')
  expect((await act(id, 'pubblica', { flag_riletta: 1 }, manager)).status).toBe(409)
})

test('the public list is searched by words in any form, by ground, field and year, the newest first', async () => {
  await query('delete from published_assessments')
  await published({ ...texts, titolo: 'Prima', fatti: 'Gli alloggi erano negati.' })
  await published({ ...texts, titolo: 'Seconda', fatti: 'Un lavoro negato.' }, { groundId: 2, fieldId: 2 })
  await published({ ...texts, titolo: 'Terza', fatti: 'Una scuola.' }, { sentOn: '2025-03-01' })
  expect(await titlesOf({})).toEqual(['Terza', 'Seconda', 'Prima'])
  expect(await titlesOf({ testo: 'alloggio' })).toEqual(['Prima'])
  expect(await titlesOf({ testo: 'negare' })).toEqual(['Seconda', 'Prima'])
  expect(await titlesOf({ ground: [2] })).toEqual(['Seconda'])
  expect(await titlesOf({ ambito: [1], anno: [2026] })).toEqual(['Prima'])
  expect(await titlesOf({ anno: [2025] })).toEqual(['Terza'])
  expect(await titlesOf({ testo: 'inesistente' })).toEqual([])
  const { count, listaView } = (await anyone.raw('GET', '/v1/noauth/pareri?da=2&a=2')).body.result
  expect([count, listaView[0].inizio]).toEqual([3, 'Un lavoro negato.'])
})

test('the newest are an Atom feed, in the language of the reader, with texts that are escaped', async () => {
  const id = await published({ ...texts, titolo: 'Casa & "lavoro" <b>' })
  const feed = await anyone.raw('GET', '/v1/noauth/pareri/novita?lang=en')
  expect(feed.headers['content-type']).toContain('application/atom+xml')
  const text = String(feed.body)
  expect(text).toContain(`/pareri/parere?id=${id}</id>`)
  expect(text).toContain('published assessments')
  expect(text).not.toContain('<b>')
})

test('what is public stays when the persons of the case are erased, and can still be withdrawn', async () => {
  const id = await published()
  const [{ case_id: caseId }] = await query('select case_id from assessment_summaries where id = $1', [id])
  await query('update cases set pseudonymised_at = now() where id = $1', [caseId])
  await query('update assessment_summaries set content = null, key_id = null where id = $1', [id])
  await query('update assessments set content = null, key_id = null where case_id = $1', [caseId])
  expect((await anyone.raw('GET', `/v1/noauth/pareri/${id}`)).status).toBe(200)
  expect((await act(caseId, 'ritira', { nota: 'Richiesta.' }, manager)).status).toBe(200)
  expect((await summaryOf(caseId, manager)).azioni.scrivi).toBe('dati_cancellati')
  expect((await anyone.raw('GET', `/v1/noauth/pareri/${id}`)).status).toBe(404)
})

test('an operator neither reads nor writes that of a case of others', async () => {
  const id = await assessed()
  const one = await portal.as('operatorOne')
  expect((await one.raw('GET', `${path(id)}/sintesi`)).status).toBe(403)
  const other = await makeCase(portal, { status: 'inWorkTwo', assignedTo: await portal.idOf('manager') })
  expect((await act(other, 'scrivi', { testi: texts })).status).toBe(403)
})
