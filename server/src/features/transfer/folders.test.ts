import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { makeTransferFolder, type SourceRecords } from '../../../test/transfer-folder.ts'

let portal: TestApp
let manager: Caller
let importDir: string
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  importDir = portal.dataDir
})
afterAll(() => portal.close())
const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
  await portal.database.pool.query('delete from runs')
})

const path = '/v1/migrazione/importazione-ufficio'
const post = async (end: string, body: object) => (await manager.raw('POST', `${path}${end}`, body)).body
const work = (id: number) => portal.services.runs.work({ runId: id })
const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ chiave: `${from + index}`, cognome: 'Quercetani' }))

async function folderWith(records: SourceRecords): Promise<string> {
  const folder = await makeTransferFolder(records, {}, importDir)
  folders.push(folder)
  return basename(folder)
}
async function listed(name: string) {
  const { body } = await manager.raw('GET', path)
  return body.result.cartelle.find(({ cartella }: { cartella: string }) => cartella === name)
}
async function check(cartella: string) {
  const { result } = await post('/controllo', { cartella })
  await work(result.numero_univoco)
  return listed(cartella)
}
const countOf = async () =>
  (await portal.database.pool.query("select count(*)::int as count from transfer_keys where kind = 'person'")).rows[0]
    .count

test('a folder is checked, imported once, and leaves what is there', async () => {
  const cartella = await folderWith({ person: people(3) })
  expect(await listed(cartella)).toMatchObject({ cartella, flag_importabile: 0 })
  const early = await manager.raw('POST', path, { cartella })
  expect(early.status).toBe(409)
  expect(await check(cartella)).toMatchObject({
    errori: 0,
    flag_importabile: 1,
    controllo: { stato: 'conclusa', elaborati: 3, totale: 3, flag_errori: 0 },
  })
  for (const [done, skipped] of [
    [3, 0],
    [0, 3],
  ]) {
    const { result } = await post('', { cartella })
    await work(result.numero_univoco)
    expect((await listed(cartella)).importazione).toMatchObject({
      stato: 'conclusa',
      elaborati: done,
      saltati: skipped,
    })
    expect(await countOf()).toBe(3)
  }
})

test('the errors of a check are a workbook to download, and the open values a table', async () => {
  const cartella = await folderWith({ person: [{ chiave: '1' }, { chiave: '2', cognome: 'R', id_lingua: 'Klingon' }] })
  expect(await check(cartella)).toMatchObject({ errori: 2, flag_corrispondenze_aperte: 1, flag_importabile: 0 })
  const workbook = await manager.raw('GET', `${path}/file?cartella=${cartella}&tipo=errori`)
  expect(workbook.headers['content-disposition']).toContain('errori.xlsx')
  const table = await manager.raw('GET', `${path}/file?cartella=${cartella}&tipo=corrispondenze`)
  expect(table.headers['content-disposition']).toContain('corrispondenze.xlsx')
})

test('a folder that changed after its check is checked again first', async () => {
  const cartella = await folderWith({ person: people(1, 100) })
  await check(cartella)
  await rename(
    join(importDir, await folderWith({ person: people(2, 100) }), 'manifesto.json'),
    join(importDir, cartella, 'manifesto.json'),
  )
  expect(await listed(cartella)).toMatchObject({ errori: 0, flag_importabile: 0 })
  expect((await manager.raw('POST', path, { cartella })).status).toBe(409)
})

test('an import that failed goes on, and one that was cancelled begins again without doubles', async () => {
  const cartella = await folderWith({ person: people(600, 1000) })
  await check(cartella)
  const before = await countOf()
  const file = join(importDir, cartella, 'persone.jsonl')
  const good = await readFile(file, 'utf8')
  const lines = good.split('\n')
  await writeFile(file, [...lines.slice(0, 420), '{', ...lines.slice(421)].join('\n'))
  const { result: run } = await post('', { cartella })
  await expect(work(run.numero_univoco)).rejects.toThrow('riga_non_leggibile')
  await work(run.numero_univoco)
  expect((await listed(cartella)).importazione.stato).toBe('fallita')
  expect(await countOf()).toBe(before + 250)
  await writeFile(file, good)
  const { result: again } = await post('', { cartella })
  expect(again.numero_univoco).toBe(run.numero_univoco)
  expect((await post('/annulla', { numero_univoco: again.numero_univoco })).result.stato).toBe('annullata')
  const { result: other } = await post('', { cartella })
  expect(other.numero_univoco).not.toBe(run.numero_univoco)
  await work(other.numero_univoco)
  expect((await listed(cartella)).importazione).toMatchObject({ stato: 'conclusa', elaborati: 350, saltati: 250 })
  expect(await countOf()).toBe(before + 600)
})

test.each(['..', '.', '', '/etc', 'sotto/altra', 'collegamento', 'nessuna', 'file.txt'])(
  'the name %j leads nowhere',
  async (cartella) => {
    const outside = await makeTransferFolder({ person: people(1) })
    folders.push(outside)
    await mkdir(join(importDir, 'sotto', 'altra'), { recursive: true })
    await symlink(outside, join(importDir, 'collegamento')).catch(() => {})
    await writeFile(join(importDir, 'file.txt'), '')
    for (const end of ['', '/controllo'])
      expect([400, 404]).toContain((await manager.raw('POST', `${path}${end}`, { cartella })).status)
    const query = new URLSearchParams({ cartella, tipo: 'corrispondenze' })
    expect([400, 404]).toContain((await manager.raw('GET', `${path}/file?${query}`)).status)
    expect(await listed('collegamento')).toBeUndefined()
  },
)

test('without a folder in the settings there is nothing to import', async () => {
  const other = await startTestApp({ env: { IMPORT_DIR: '' }, beside: portal })
  try {
    const { body } = await (await other.as('manager')).raw('GET', path)
    expect(body.result).toEqual({ flag_configurata: 0, cartelle: [] })
  } finally {
    await other.close()
  }
})
