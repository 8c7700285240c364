import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { act, makeAssociation, recordOf, sendApplication, uploadPdf } from '../../../../test/make-association.ts'
import { actualTexts, readPdf } from '../../../../test/pdf-texts.ts'
import { brokenRules } from '../../../../test/tagged-pdf/broken-rules.ts'

let portal: TestApp
let admin: Caller
beforeAll(async () => {
  portal = await startTestApp({ env: { SCANS_PER_MINUTE: '1000000' } })
  admin = await portal.as('registerAdmin')
})
afterAll(() => portal.close())

const sheetOf = (id: number, caller: Caller = admin) => caller.raw('GET', `/v1/report/pdf-pg/${id}`)
const textsOf = async (id: number) => actualTexts((await sheetOf(id)).body)
/** The text beside a label. */
const beside = (texts: readonly string[], label: string) => texts[texts.indexOf(label) + 1]

test('is a tagged PDF in Italian, named by the id of the association, with numbered pages', async () => {
  const { id } = await makeAssociation(portal, { status: 'enrolled' })
  const { status, headers, body } = await sheetOf(id)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(headers['content-disposition']).toBe(`attachment; filename="${id}.pdf"`)
  const raw = body.toString('latin1')
  for (const mark of ['/Lang (it)', '/S /H1', '/S /H2', '/S /H3', '/S /Table']) expect(raw).toContain(mark)
  expect(await brokenRules(body)).toEqual([])
  const { pages, outline } = await readPdf(body)
  for (const [index, text] of pages.entries()) expect(text).toContain(`pagina ${index + 1} di ${pages.length}`)
  expect(outline).toEqual([
    ...['Dati anagrafici', 'Legale rappresentante', 'Attività', 'Referenti', 'Contatti e note', 'Documenti', 'Storico'],
  ])
})

test('shows the procedure and every field with a value, in words', async () => {
  const { id, number } = await makeAssociation(portal, { status: 'enrolled' })
  const texts = await textsOf(id)
  expect(beside(texts, 'Stato')).toBe('Regolarmente iscritta')
  expect(beside(texts, 'Partita IVA o codice fiscale')).toBe(number)
  expect(beside(texts, 'Data di costituzione')).toBe('01/03/2019')
  expect(texts).toEqual(expect.arrayContaining(['Voci del Quartiere', 'Nome del progetto', 'Ambiti', 'Codice fiscale']))
  expect(texts.join(' ')).not.toMatch(/undefined|\[object|null|Voce non più in elenco/)
})

test('has the documents with their digests, and not the correspondence of the office', async () => {
  const { sent } = await sendApplication(portal)
  const { id_persona_giuridica: id } = await recordOf(portal, sent.piva)
  const letter = await uploadPdf(admin, 8)
  await admin.raw('POST', '/v1/associazioni/corrispondenza', { id_persona_giuridica: id, allegati: [letter] })
  const texts = await textsOf(id)
  const statute = texts.lastIndexOf('Statuto')
  expect(texts.slice(statute + 1, statute + 5)).toEqual([
    expect.stringMatching(/^documento 2-\d+\.pdf$/),
    expect.stringMatching(/kB$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/),
  ])
  expect(texts).not.toContain(letter.nomeFile)
})

test('has the history with who did what and why', async () => {
  const { id, number } = await makeAssociation(portal)
  await act(portal, admin, number, 'proponi_rigetto', { motivo: 'Statuto non conforme.' })
  const texts = await textsOf(id)
  const rejected = texts.findIndex((text) => text.startsWith('Proposto il rigetto'))
  expect(texts[rejected + 1]).toMatch(/^.+ \(.+\)$/)
  expect(texts[rejected + 2]).toBe('Statuto non conforme.')
})

test('exists only for an association that exists', async () => {
  expect((await sheetOf(999_999)).status).toBe(404)
})
