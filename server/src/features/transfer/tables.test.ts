import { readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallWorkbook } from '#platform/spreadsheets/small-workbook.ts'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { makeTransferFolder } from '../../../test/transfer-folder.ts'
import { upload } from '../../../test/upload.ts'
import { workbookRows } from '../../../test/workbook-rows.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const path = '/v1/migrazione/importazione-ufficio'
const work = (id: number) => portal.services.runs.work({ runId: id })
const language = 'Klingon'

let folders = 0
async function folderWith(languages: readonly string[]): Promise<string> {
  folders += 1
  const person = languages.map((id_lingua, index) => ({
    chiave: `${folders} ${index}`,
    cognome: 'Quercetani',
    id_lingua,
  }))
  return basename(await makeTransferFolder({ person }, {}, portal.dataDir))
}
async function listed(name: string) {
  const { body } = await manager.raw('GET', path)
  return body.result.cartelle.find(({ cartella }: { cartella: string }) => cartella === name)
}
async function check(cartella: string) {
  const { body } = await manager.raw('POST', `${path}/controllo`, { cartella })
  await work(body.result.numero_univoco)
  return listed(cartella)
}
const heading = 'lista;valore;righe;nostro;etichetta\n'
const send = async (cartella: string, name: string, bytes: Buffer) => {
  const reply = await upload(manager, `${path}/corrispondenze?cartella=${cartella}`, { name, bytes })
  return { status: reply.status, result: reply.body.result }
}
const sendText = (cartella: string, rows: string) => send(cartella, 'corrispondenze.csv', Buffer.from(heading + rows))
const workbookOf = async (rows: readonly (string | number)[][]) =>
  Buffer.from(
    await smallWorkbook([
      {
        title: 'Foglio di prova',
        columns: ['lista', 'valore', 'righe', 'nostro', 'etichetta'].map((title) => ({ title, kind: 'text' })),
        rows,
      },
    ]),
  )

test('a table that was filled in comes back on the page, and the next check of the same folder finds no error', async () => {
  const cartella = await folderWith([language, language])
  const folder = join(portal.dataDir, cartella)
  expect((await sendText(cartella, `language;${language};2;1;`)).status).toBe(409)
  expect(await check(cartella)).toMatchObject({ errori: 2, flag_corrispondenze_aperte: 1 })
  const file = await manager.raw('GET', `${path}/file?cartella=${cartella}&tipo=corrispondenze`)
  expect(file.headers['content-disposition']).toContain('corrispondenze.xlsx')
  const { result } = await sendText(cartella, `language;${language};2;1;Italiano`)
  expect(result).toMatchObject({ righe: 1, compilate: 1, errori: [], errori_totali: 0 })
  expect(await listed(cartella)).toMatchObject({ data_tabella: expect.any(String), flag_importabile: 0 })
  expect(await check(cartella)).toMatchObject({ errori: 0, flag_corrispondenze_aperte: 0, flag_importabile: 1 })
  const { body } = await manager.raw('POST', path, { cartella })
  await work(body.result.numero_univoco)
  expect((await listed(cartella)).importazione).toMatchObject({ stato: 'conclusa', elaborati: 2 })
  expect(await readdir(folder)).toEqual(['manifesto.json', 'persone.jsonl'])
})

test('the workbook that was downloaded comes back as it is, with figures as they were written', async () => {
  const cartella = await folderWith(['007', '=1+1'])
  await check(cartella)
  const { body } = await manager.raw('GET', `${path}/file?cartella=${cartella}&tipo=corrispondenze`)
  expect((await workbookRows(body)).map((row) => row.slice(0, 3))).toEqual([
    ['lista', 'valore', 'righe'],
    ['language', '007', '1'],
    ['language', '=1+1', '1'],
  ])
  const rows = [
    ['language', '007', '1', '1', ''],
    ['language', '=1+1', '1', 2, ''],
  ]
  expect(await send(cartella, 'tabella.xlsx', await workbookOf(rows))).toMatchObject({ result: { compilate: 2 } })
  expect(await check(cartella)).toMatchObject({ errori: 0 })
})

test('each error names its sheet, row and column, and nothing is stored', async () => {
  const cartella = await folderWith([language])
  await check(cartella)
  const rows = [
    ['language', language, '1', '999', ''],
    ['language', 'altro', '1', '1', ''],
    ['city', 'Utopia', '1', '12345678', ''],
  ]
  const { result } = await send(cartella, 'tabella.XLSX', await workbookOf(rows))
  const error = { foglio: 'Foglio di prova', campo: 'nostro', codice: 'scelta_non_valida' }
  expect(result.errori).toMatchObject([
    { ...error, riga: 2 },
    { ...error, riga: 4 },
  ])
  expect((await listed(cartella)).data_tabella).toBeUndefined()
  const ofText = await sendText(cartella, `lingue;${language};1;1;`)
  expect(ofText.result.errori).toMatchObject([{ riga: 2, campo: 'lista', codice: 'lista_sconosciuta' }])
  expect(ofText.result.errori[0].foglio).toBeUndefined()
})

test('a changed table needs another check, and comes before the one in the folder', async () => {
  const cartella = await folderWith([language])
  await writeFile(join(portal.dataDir, cartella, 'corrispondenze.csv'), `${heading}language;${language};1;999;`)
  expect(await check(cartella)).toMatchObject({ errori: 1 })
  await sendText(cartella, `language;${language};1;1;`)
  expect(await check(cartella)).toMatchObject({ errori: 0, flag_importabile: 1 })
  await sendText(cartella, `language;${language};1;2;`)
  expect(await listed(cartella)).toMatchObject({ flag_importabile: 0 })
  expect((await manager.raw('POST', path, { cartella })).status).toBe(409)
})

const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
test.each([
  ['another type', 'tabella.pdf', Buffer.from('%PDF-1.7'), 'file_non_leggibile'],
  ['a table of 2 MB and a byte', 'tabella.csv', Buffer.alloc(2 ** 21 + 1, 'a'), 'DIMENSIONE_ERROR'],
  ['nothing', 'tabella.csv', Buffer.alloc(0), 'FILE_VUOTO'],
  ['a virus', 'tabella.csv', Buffer.from(eicar), 'VIRUS_FOUND'],
  ['a workbook that is none', 'tabella.xlsx', Buffer.from('lista;valore;nostro'), 'TIPO_ERROR'],
  ['a heading alone', 'tabella.csv', Buffer.from(heading), 'file_vuoto'],
  ['too many rows', 'tabella.csv', Buffer.from(heading + 'language;a;1;1;\n'.repeat(20_001)), 'troppe_righe_tabella'],
])('%s is not taken', async (_name, name, bytes, code) => {
  const cartella = await folderWith([language])
  await check(cartella)
  const { status, result } = await send(cartella, name, bytes)
  expect([status, result.errori[0].codice]).toEqual([200, code])
  expect(result.errori[0].messaggio).toMatch(/[a-z]/)
})
