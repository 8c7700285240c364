import { type SheetPart, sheetPartNames, sheetParts } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { caseOnWire, reportOnWire } from '../../../test/make.ts'
import { actualTexts, readPdf, unpackedPdf } from '../../../test/pdf-texts.ts'
import { brokenRules } from '../../../test/tagged-pdf/broken-rules.ts'
import { scanPaths, upload } from '../../../test/upload.ts'

let portal: TestApp
let manager: Caller
let id: number
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  id = await enterCase()
})
afterAll(() => portal.close())

/** Texts of each part. A text that has several is gone with any of them. */
// biome-ignore format: a table
const secrets: readonly (readonly [text: string, ...parts: SheetPart[]])[] = [
  ['Leocadia',             'reporter'],
  ['Zanzottera',           'reporter'],
  ['RSSMRA80A01H501U',     'reporter'],
  ['Via dei Gelsomini 77', 'reporter', 'contacts'],
  ['3339988776',           'reporter', 'contacts'],
  ['王小明',                'victim'],
  ['Karimullah',           'victim'],
  ['Immobiliare Quetzal',  'offender'],
  ['Viale Kennedy 3',      'place', 'contacts'],
  ['Racconto segretissimo', 'texts'],
  ['حدث ذلك في المكتب',     'texts'],
  ['Nota riservatissima',  'texts', 'handling'],
  ['Caso doppio',          'texts', 'history'],
  ['Etnico-razziale',      'classification'],
  ['PROT-99/Q',            'handling'],
  ['diagnosi-medica.txt',  'files'],
  ['Segnalazione inserita', 'history'],
]

async function enterCase(): Promise<number> {
  const one = await portal.as('operatorOne')
  const { body } = await one.raw('POST', '/v1/segnalazioni/nuova-segnalazione', {
    ...caseOnWire(),
    resoconto_fatti: 'Racconto segretissimo.\nحدث ذلك في المكتب',
    note: 'Nota riservatissima.',
    personaFisica: {
      nome: 'Leocadia',
      cognome: 'Zanzottera',
      codice_fiscale: 'RSSMRA80A01H501U',
      anagrafica: { indirizzo: 'Via dei Gelsomini 77', recapito_pri: '3339988776' },
    },
    luogo: { id_nazione: 105, indirizzo: 'Viale Kennedy 3' },
    vittima: { nome: '王小明', cognome: 'Karimullah' },
    responsabileDiscriminazione: { id_tipo_responsabile: 10, nominativo: 'Immobiliare Quetzal' },
    listaNumeroProtocollo: [{ numero_protocollo: 'PROT-99/Q' }],
  })
  const entered: number = body.result.id_segnalazione
  const file = await upload(manager, scanPaths.case, { name: 'diagnosi-medica.txt', bytes: Buffer.from('Diagnosi') })
  await manager.raw('POST', `/v1/segnalazioni/documenti/${entered}`, {
    allegati: [{ cmis_id: file.body.result.allegato.cmis_id, id_tipo_allegato: 9 }],
  })
  await manager.raw('POST', '/v1/segnalazioni/annulla', {
    id_segnalazione: entered,
    versione: 1,
    motivo: 'Caso doppio.',
  })
  return entered
}

const copyWithout = (parts: readonly SheetPart[], caller: Caller = manager) =>
  caller.raw('POST', `/v1/report/pdf-omissis/${id}`, { parti_oscurate: parts.map((part) => sheetParts[part]) })

/** A text as bytes of a file may hold it: plain, in UTF-16, or the latter in hexadecimal. */
const spellings = (text: string): string[] => {
  const wide = Buffer.from(text, 'utf16le').swap16()
  return [
    ...[Buffer.from(text, 'utf8'), wide].map((bytes) => bytes.toString('latin1')),
    ...[wide.toString('hex'), wide.toString('hex').toUpperCase()],
  ]
}

/** Everything that can be found in a file, without the distance that a drawing has between letters. */
async function contentOf(file: Buffer) {
  const { pages, outline, metadata, attachments } = await readPdf(file)
  const drawn = [...pages, ...outline, metadata, JSON.stringify(attachments)].join('\n').replace(/\s/g, '')
  const bytes = unpackedPdf(file)
  return {
    texts: actualTexts(file),
    has: (text: string) =>
      actualTexts(file).join('\n').includes(text) ||
      drawn.includes(text.replace(/\s/g, '')) ||
      spellings(text).some((spelling) => bytes.includes(spelling)),
  }
}

describe('a copy for another authority', () => {
  test('has all texts where nothing is blacked out', async () => {
    const { has } = await contentOf((await manager.raw('GET', `/v1/report/pdf/${id}`)).body)
    expect(secrets.filter(([text]) => !has(text))).toEqual([])
  })

  test.each(sheetPartNames)('contains nothing of %s where this part is blacked out, and all else', async (part) => {
    const { status, headers, body } = await copyWithout([part])
    expect([status, headers['content-disposition']]).toEqual([200, `attachment; filename="${id}-omissis.pdf"`])
    expect(await brokenRules(body)).toEqual([])
    const { has, texts } = await contentOf(body)
    const isHidden = ([, ...parts]: (typeof secrets)[number]) => parts.includes(part)
    expect(secrets.filter(([text]) => has(text)).filter(isHidden)).toEqual([])
    expect(secrets.filter(([text]) => !has(text)).filter((secret) => !isHidden(secret))).toEqual([])
    expect(texts).toContain("Copia per un'altra autorità. Le parti oscurate non sono nel file:")
  })

  test('contains no personal text at all where every part is blacked out', async () => {
    const { has, texts } = await contentOf((await copyWithout(sheetPartNames)).body)
    expect(secrets.filter(([text]) => has(text))).toEqual([])
    expect(texts).toContain('[omesso]')
    // The code of the case, its dates and the digests of its files stay.
    expect(texts.some((text) => /^[0-9a-f]{64}$/.test(text))).toBe(true)
  })

  test('has the messages as bars, or none of them', async () => {
    const received: number = (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())).body.result
      .id_segnalazione
    await manager.raw('POST', `/v1/segnalazioni/messaggi/${received}`, { testo: 'Domanda riservata.' })
    const copyOf = async (part: SheetPart) => {
      const { body } = await manager.raw('POST', `/v1/report/pdf-omissis/${received}`, {
        parti_oscurate: [sheetParts[part]],
      })
      const { has, texts } = await contentOf(body)
      const isSender = (text: string) => text.endsWith("· L'ufficio")
      return { hasText: has('Domanda riservata'), hasSender: texts.some(isSender) }
    }
    expect(await copyOf('files')).toEqual({ hasText: true, hasSender: true })
    expect(await copyOf('texts')).toEqual({ hasText: false, hasSender: true })
    expect(await copyOf('messages')).toEqual({ hasText: false, hasSender: false })
  })

  test('names nobody of the office without the staff', async () => {
    const whole = actualTexts((await manager.raw('GET', `/v1/report/pdf/${id}`)).body)
    const name = /^(.+) \(RUP\)$/.exec(whole.find((text) => text.endsWith('(RUP)')) ?? '')?.[1] ?? ''
    expect(name).not.toBe('')
    const { has, texts } = await contentOf((await copyWithout(['staff'])).body)
    expect(has(name)).toBe(false)
    expect(texts).toContain('RUP')
  })

  test('is recorded in the audit log with the parts that were blacked out', async () => {
    await copyWithout(['victim', 'texts'])
    const { rows } = await portal.database.pool.query(
      "select record_ids, changed_fields from audit_entries where action = 'case_sheet_redacted' order by id desc limit 1",
    )
    expect(rows).toEqual([{ record_ids: [String(id)], changed_fields: ['victim', 'texts'] }])
  })

  test.each([
    ['no part', []],
    ['an unknown part', ['tutto']],
  ])('is refused with %s', async (_what, parts) => {
    const { status, body } = await manager.raw('POST', `/v1/report/pdf-omissis/${id}`, { parti_oscurate: parts })
    expect([status, body.errorCode]).toEqual([400, 'dati_non_validi'])
  })
})
