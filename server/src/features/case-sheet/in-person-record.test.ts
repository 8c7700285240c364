import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { caseOnWire } from '../../../test/make.ts'
import { actualTexts } from '../../../test/pdf-texts.ts'
import { readZip } from '../../../test/read-zip.ts'
import { brokenRules } from '../../../test/tagged-pdf/broken-rules.ts'
import { readWord } from '../../../test/word-texts.ts'

let portal: TestApp
let one: Caller
beforeAll(async () => {
  portal = await startTestApp()
  one = await portal.as('operatorOne')
})
afterAll(() => portal.close())

const inPerson = { id_canale: 6, id_segnalante: 3, resoconto_fatti: 'Il barista ha detto: «qui no».' }

async function recordOf(more: object): Promise<{ id: number; status: number; body: unknown; name: unknown }> {
  const entered = await one.raw('POST', '/v1/segnalazioni/nuova-segnalazione', {
    ...caseOnWire(),
    ...inPerson,
    ...more,
  })
  const id = entered.body.result.id_segnalazione
  const { status, body, headers } = await one.raw('GET', `/v1/report/verbale/${id}`)
  return { id, status, body, name: headers['content-disposition'] }
}
const textsOf = async (more: object) => actualTexts((await recordOf(more)).body as Buffer)

test('has the office, who reports, the story, and room for the day and two signatures', async () => {
  const { id, status, body, name } = await recordOf({ data_ricezione: '2026-09-24T00:00:00.000Z' })
  expect(status).toBe(200)
  expect(name).toBe(`attachment; filename="${id}-verbale.pdf"`)
  expect(await brokenRules(body as Buffer)).toEqual([])
  const texts = await actualTexts(body as Buffer)
  expect(texts).toContain('Il barista ha detto: «qui no».')
  expect(texts.join('\n')).toContain('Il 24/09/2026 la persona indicata qui sotto')
  const room = ['Luogo e data', 'Firma di chi segnala', 'Nome e firma di chi ha raccolto la segnalazione']
  const lines = texts.filter((text) => room.includes(text) || /^_+$/.test(text))
  expect(lines.map((text) => (text.startsWith('_') ? '_' : text))).toEqual(room.flatMap((label) => [label, '_']))
  // The registry number and the classification are the office's own.
  expect(texts.join('\n')).not.toMatch(/Ground|Ambito|Scheda n\./)
})

test.each([
  ['en', 2, 'Signature of the person who reports', 'Cognome / Last name'],
  ['ar', 6, 'توقيع مقدّم البلاغ', 'اسم'],
])('is also in the language of the person: %s', async (_code, id_lingua, signature, label) => {
  const texts = (await textsOf({ id_lingua, personaFisica: { cognome: 'Diallo', nome: 'Awa' } })).join('\n')
  expect(texts).toContain(signature)
  expect(texts).toContain(label)
  expect(texts).toContain('Firma di chi segnala')
})

test('says which accommodation the person asks for, and nothing of it where none is asked for', async () => {
  const accomodamento = {
    interprete: 'wolof',
    flag_lingua_segni: 0,
    flag_lingua_facile: 1,
    altro: 'una chiamata alle 9',
  }
  const texts = (await textsOf({ flag_accomodamento: 1, accomodamento })).join('\n')
  for (const text of ['Chiede un accomodamento', 'wolof', 'Parole facili da capire', 'una chiamata alle 9'])
    expect(texts).toContain(text)
  expect((await textsOf({})).join('\n')).not.toContain('accomodamento')
})

test('is a Word document too, to be completed by hand', async () => {
  const { id } = await recordOf({
    flag_accomodamento: 1,
    accomodamento: { interprete: 'wolof' },
    resoconto_fatti: 'Prima.\nPoi <sì>.',
  })
  const { status, headers, body } = await one.raw('GET', `/v1/report/verbale/${id}/word`)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toBe(`attachment; filename="${id}-verbale.docx"`)
  const { headings, texts } = readWord(readZip(body as Buffer)['word/document.xml'] ?? '')
  expect(headings.map(([, text]) => text)).toEqual(expect.arrayContaining(['Chi segnala', 'Che cosa è successo']))
  for (const text of ["Lingua dell'interprete: wolof", 'Prima.', 'Poi <sì>.', 'Firma di chi segnala'])
    expect(texts).toContain(text)
})

test('is of reports made in person alone, for those who may read the case', async () => {
  expect((await recordOf({ id_canale: 1 })).status).toBe(404)
  const { id } = await recordOf({})
  const register = await portal.as('registerAdmin')
  expect((await register.raw('GET', `/v1/report/verbale/${id}`)).status).toBe(403)
})
