import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { uploadCaseFile } from '../../../test/claimed-file.ts'
import { caseOnWire, reportOnWire } from '../../../test/make.ts'
import { makeCase } from '../../../test/make-case.ts'
import { actualTexts, readPdf, withoutSpaces } from '../../../test/pdf-texts.ts'
import { brokenRules } from '../../../test/tagged-pdf/broken-rules.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const arabic = 'حدث ذلك في المكتب (الطابق 2) الساعة 12:30، وقالوا: «لا نخدمك هنا».'

async function enter(more: object = {}): Promise<number> {
  const one = await portal.as('operatorOne')
  const { body } = await one.raw('POST', '/v1/segnalazioni/nuova-segnalazione', { ...caseOnWire(), ...more })
  return body.result.id_segnalazione
}
/** A case whose reporter has a PIN. */
const receive = async () =>
  (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())).body.result.id_segnalazione as number
const sheetOf = (id: number, caller: Caller = manager) => caller.raw('GET', `/v1/report/pdf/${id}`)
const textsOf = async (id: number) => actualTexts((await sheetOf(id)).body as Buffer)
/** The text beside a label. */
const beside = (texts: readonly string[], label: string) => texts[texts.indexOf(label) + 1]

test('is a tagged PDF in Italian, named by the id of the case', async () => {
  const id = await enter()
  const { status, headers, body } = await sheetOf(id)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/pdf')
  expect(headers['content-disposition']).toBe(`attachment; filename="${id}.pdf"`)
  const raw = (body as Buffer).toString('latin1')
  for (const mark of ['/Lang (it)', '/S /H1', '/S /H2', '/S /H3']) expect(raw).toContain(mark)
  expect(await brokenRules(body)).toEqual([])
})

test('shows every field with a value, in words, under its label, and no empty field', async () => {
  const texts = await textsOf(await enter({ resoconto_fatti: `Ha telefonato.\n${arabic}` }))
  expect(texts).toEqual(expect.arrayContaining(['Fatto', 'Persone', 'Classificazione', 'Azioni', 'Il racconto']))
  // Paragraphs keep their text in either direction.
  expect(texts).toEqual(expect.arrayContaining(['Ha telefonato.', arabic]))
  expect(beside(texts, 'Stato')).toBe('Aperto')
  expect(beside(texts, 'Comune del fatto')).toBe('Roma')
  expect(beside(texts, 'Numeri di protocollo')).toMatch(/DPO 0012\/A/)
  expect(texts).not.toContain('Titolo di studio')
  expect(texts).not.toContain('Allegati')
  expect(texts.join(' ')).not.toMatch(/undefined|\[object|null/)
})

test('shows only the date of arrival of a case that was entered later', async () => {
  const later = await textsOf(await enter({ data_ricezione: '2026-09-24T00:00:00.000Z' }))
  expect(beside(later, 'Ricevuta il')).toBe('24/09/2026')
  expect(beside(await textsOf(await receive()), 'Ricevuta il')).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
})

test('names a record of the registry by its number', async () => {
  const { body } = await manager.raw('POST', '/v1/anagrafica/add-persona-fisica', { nome: 'Ada', cognome: 'Bruni' })
  const record = body.result.id_persona_fisica
  const texts = await textsOf(await enter({ vittima: { nome: 'Ada', id_persona_fisica: record } }))
  expect(beside(texts, 'Scheda anagrafica della vittima')).toBe(`Scheda n. ${record}`)
})

test('has messages, documents and history, without edit locks', async () => {
  const id = await receive()
  await manager.raw('POST', `/v1/segnalazioni/messaggi/${id}`, { testo: 'Può mandarci la lettera?' })
  const cmisId = await uploadCaseFile(portal)
  await manager.raw('POST', `/v1/segnalazioni/documenti/${id}`, {
    allegati: [{ cmis_id: cmisId, id_tipo_allegato: 9 }],
  })
  await (await portal.as('operatorOne')).raw('GET', `/v1/segnalazioni/lock/${id}`)
  await manager.raw('GET', `/v1/segnalazioni/lock/${id}?azione=subentra`)
  await manager.raw('POST', '/v1/segnalazioni/annulla', {
    id_segnalazione: id,
    versione: 1,
    motivo: 'Inserita due volte.',
  })
  const texts = await textsOf(id)
  expect(texts).toContain('Può mandarci la lettera?')
  expect(texts.some((text) => text.endsWith("· L'ufficio"))).toBe(true)
  expect(texts).toEqual(expect.arrayContaining(['File', 'Tipo', 'Dimensione', 'Impronta SHA-256', 'Aggiunto']))
  const file = texts.findIndex((text) => /^atto \d+\.txt$/.test(text))
  expect(texts.slice(file + 1, file + 5)).toEqual([
    expect.stringMatching(/\w/),
    '0,1 kB',
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d · \w+/),
  ])
  const history = texts.slice(texts.lastIndexOf('Storico'))
  const cancelled = history.findIndex((text) => text.startsWith('Annullato'))
  expect(history.slice(cancelled - 1, cancelled + 3)).toEqual([
    expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/),
    'Annullato · da «Aperto» a «Annullato»',
    expect.stringMatching(/^.+ \(RUP\)$/),
    'Inserita due volte.',
  ])
  expect(history.some((text) => text.startsWith('Segnalazione ricevuta'))).toBe(true)
  expect(history.some((text) => text.startsWith('Subentro'))).toBe(false)
})

test('numbers its pages', async () => {
  const { pages } = await readPdf((await sheetOf(await enter())).body)
  expect(pages.length).toBeGreaterThan(1)
  for (const [index, text] of pages.entries()) expect(text).toContain(`pagina ${index + 1} di ${pages.length}`)
})

test.each([
  ['Arabic', arabic],
  ['Urdu', 'یہ دفتر میں ہوا، انہوں نے کہا: ہم یہاں آپ کی خدمت نہیں کرتے۔'],
  ['Chinese', '我被拒之门外，因为我是外国人。'],
  ['Bengali', 'আমাকে কাজ দেওয়া হয়নি'],
  ['emoji', 'Che giornata 🙁 👍🏽'],
])('prints %s, and a reader finds it', async (_script, text) => {
  const { body } = await sheetOf(await enter({ resoconto_fatti: text }))
  expect(actualTexts(body)).toContain(text)
  expect(withoutSpaces((await readPdf(body)).pages.join(''))).toContain(withoutSpaces(text))
})

test('is drawn in another process', async () => {
  const before = portal.services.parsers.countsOf('pdf').done
  await sheetOf(await enter())
  const { done, processes } = portal.services.parsers.countsOf('pdf')
  expect(done).toBe(before + 1)
  expect(processes).not.toContain(process.pid)
})

test('is available to users who may read the case, even while another user edits it', async () => {
  const id = await makeCase(portal, { status: 'inWorkTwo', assignedTo: await portal.idOf('operatorTwo') })
  await (await portal.as('operatorTwo')).raw('GET', `/v1/segnalazioni/lock/${id}`)
  expect((await sheetOf(id)).status).toBe(200)
  expect((await sheetOf(id, await portal.as('operatorOne'))).status).toBe(403)
  expect((await sheetOf(999_999)).status).toBe(404)
})

test('shows every message, however many there are', async () => {
  const id = await receive()
  for (let number = 1; number <= 23; number++)
    await manager.raw('POST', `/v1/segnalazioni/messaggi/${id}`, { testo: `Messaggio numero ${number}.` })
  const texts = (await textsOf(id)).filter((text) => text.startsWith('Messaggio numero'))
  expect(texts).toEqual(Array.from({ length: 23 }, (_, index) => `Messaggio numero ${index + 1}.`))
})
