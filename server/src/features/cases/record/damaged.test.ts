import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCase, listCases } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { claimedFile } from '../../../../test/claimed-file.ts'
import { reportOnWire } from '../../../../test/make.ts'
import { filesIn } from '../../../../test/store-files.ts'

let portal: TestApp
let manager: Caller
const lines: string[] = []
beforeAll(async () => {
  portal = await startTestApp({ logLines: lines })
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const send = async (nome: string) =>
  (
    await portal.visitor.raw(
      'POST',
      '/v1/noauth/segnalazione',
      reportOnWire({ personaFisica: { nome, anagrafica: { email: 'a@b.it' } } }),
    )
  ).body.result.id_segnalazione as number
const query = (sql: string, values: unknown[]) => portal.database.pool.query(sql, values)

/** The answer to the office for a case whose row was changed outside the portal. */
async function readDamaged(id: number, column: string) {
  lines.length = 0
  const { status, body } = await manager.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)
  expect({ status, word: body.errorCode }).toEqual({ status: 500, word: 'dato_danneggiato' })
  expect(body.result.descrizione).toContain('risulta alterato')
  expect(JSON.stringify(body)).not.toContain('Zenobia')
  const alerts = lines.filter((line) => line.includes('"alert":"damaged"'))
  expect(alerts).toHaveLength(1)
  expect(alerts[0]).toContain(`reports.${column}:${id}`)
  expect(lines.join()).not.toContain('Zenobia')
}

test('one changed bit in a stored value is reported, with an alert in the log, and no wrong value is shown', async () => {
  const id = await send('Zenobia')
  const { rows } = await query('select length(message) as bytes from reports where case_id = $1', [id])
  for (const place of [0, 3, 10, 40, rows[0].bytes - 1]) {
    const flip = 'update reports set message = set_byte(message, $2, get_byte(message, $2) # 1) where case_id = $1'
    await query(flip, [id, place])
    await readDamaged(id, 'message')
    await query(flip, [id, place])
  }
  expect((await manager.call(getCase, { params: { id } })).values.firstName).toBe('Zenobia')
})

test('two rows whose values were swapped do not open, and other cases do', async () => {
  const [one, two, other] = [await send('Zenobia'), await send('Zenobia'), await send('Aldo')]
  await query(
    `update reports r set first_name = o.first_name from reports o
     where (r.case_id = $1 and o.case_id = $2) or (r.case_id = $2 and o.case_id = $1)`,
    [one, two],
  )
  await readDamaged(one, 'first_name')
  await readDamaged(two, 'first_name')
  expect((await manager.call(getCase, { params: { id: other } })).values.firstName).toBe('Aldo')
  expect((await manager.call(listCases)).rows.map(({ id }) => id)).toEqual(expect.arrayContaining([one, two, other]))
})

test('a value moved to another column of its row does not open', async () => {
  const id = await send('Zenobia')
  await query('update reports set last_name = first_name where case_id = $1', [id])
  await readDamaged(id, 'last_name')
})

test('an operator whose name cannot be decrypted does not make the list fail', async () => {
  const id = await send('Zenobia')
  const userId = await portal.idOf('operatorTwo')
  const flip = 'update users set last_name = set_byte(last_name, 30, get_byte(last_name, 30) # 1) where id = $1'
  await query('update cases set assigned_to = $1 where id = $2', [userId, id])
  await query(flip, [userId])
  lines.length = 0
  const { rows } = await manager.call(listCases)
  await query(flip, [userId])
  expect(rows.find((row) => row.id === id)?.operator).toBe('⚠')
  expect(lines.join()).toContain(`users.last_name:${userId}`)
  expect((await manager.call(listCases)).rows.find((row) => row.id === id)?.operator).toBe('Bianchini Elena')
})

test('a plain value put in place of a sealed one is not believed', async () => {
  const id = await send('Zenobia')
  await query(`update reports set first_name = '\\x00'::bytea || convert_to('"Falso"', 'UTF8') where case_id = $1`, [
    id,
  ])
  await readDamaged(id, 'first_name')
})

test('a file whose bytes were changed is answered as an error, with the headers of one', async () => {
  const id = await send('Zenobia')
  const file = await claimedFile(portal, id)
  const name = (await filesIn(portal.dataDir))[0]?.replace('files/', '') ?? ''
  const path = join(portal.dataDir, 'files', name.slice(0, 2), name)
  const bytes = await readFile(path)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  await writeFile(path, bytes)
  lines.length = 0
  for (const encoding of ['identity', 'br', 'gzip']) {
    const address = `/v1/segnalazioni/allegato/${file}`
    const { status, body, headers } = await manager.raw('GET', address, undefined, { 'accept-encoding': encoding })
    expect({ status, word: body.errorCode }).toEqual({ status: 500, word: 'dato_danneggiato' })
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['content-disposition']).toBeUndefined()
  }
  expect(lines.filter((line) => line.includes('"alert":"damaged"'))).toHaveLength(3)
})
