import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { uploadCaseFile } from '../../../test/claimed-file.ts'
import { reportOnWire } from '../../../test/make.ts'
import { readZip } from '../../../test/read-zip.ts'
import { scanPaths, upload } from '../../../test/upload.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp({ withJobs: true })
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows

/** A report and the browser of its reporter, who has opened it with code and PIN. */
async function openedReport() {
  const sent = (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())).body.result
  const opened = await portal.visitor.raw('POST', '/v1/noauth/pratica/accesso', { codice: sent.codice, pin: sent.pin })
  const cookie = String([opened.headers['set-cookie']].flat().at(-1)).split(';')[0] ?? ''
  return {
    ...(sent as { id_segnalazione: number; codice: string; pin: string }),
    get: (path: string) => portal.visitor.raw('GET', path, undefined, { cookie }),
  }
}

const send = (id: number, fileIds: readonly string[], headers = {}, caller = manager) =>
  caller.raw(
    'POST',
    `/v1/segnalazioni/messaggi/${id}`,
    { testo: 'In allegato il provvedimento.', allegati: fileIds.map((cmis_id) => ({ nomeFile: 'atto.txt', cmis_id })) },
    headers,
  )
const pathOf = (fileId: string) => `/v1/segnalazioni/allegato/${fileId}`

test('of the office are read by the reporter of the case, by nobody else, and the audit log names them', async () => {
  const report = await openedReport()
  const other = await openedReport()
  const fileId = await uploadCaseFile(portal)
  expect((await report.get(pathOf(fileId))).status).toBe(404)
  const { status, body } = await send(report.id_segnalazione, [fileId])
  expect(status).toBe(200)
  expect(body.result.messaggi[0].allegati).toMatchObject([{ cmis_id: fileId }])

  const { messaggi, allegati } = (await report.get('/v1/noauth/pratica')).body.result
  expect([messaggi[0].allegati, allegati]).toMatchObject([[{ cmis_id: fileId }], []])
  expect(String((await report.get(pathOf(fileId))).body)).toContain('Atto numero')
  expect((await other.get(pathOf(fileId))).status).toBe(404)
  expect((await portal.visitor.raw('GET', pathOf(fileId))).status).toBe(401)

  const [{ number }] = await query('select number from attachments where id = $1', [fileId])
  const entries = await query(
    `select action, changed_fields from audit_entries where record_kind = 'file' and record_ids @> array[$1]::bigint[] order by at, id`,
    [number],
  )
  expect(entries).toContainEqual({ action: 'case_message_sent', changed_fields: ['caseId'] })
})

test('must be uploads of the sender that no record has', async () => {
  const { id_segnalazione: id } = await openedReport()
  const file = { name: 'altrui.txt', bytes: Buffer.from('Di un collega') }
  const foreign = (await upload(await portal.as('operatorTwo'), scanPaths.case, file)).body.result.allegato.cmis_id
  const unavailable = { result: { errori: [{ campo: 'allegati', codice: 'allegato_non_disponibile' }] } }
  expect((await send(id, [foreign])).body).toMatchObject(unavailable)
  const own = await uploadCaseFile(portal)
  expect((await send(id, [own])).status).toBe(200)
  expect((await send(id, [own])).body).toMatchObject(unavailable)
  expect(await query('select id from case_messages where case_id = $1', [id])).toHaveLength(1)
})

test('of a repeated message are sent once', async () => {
  const { id_segnalazione: id } = await openedReport()
  const fileId = await uploadCaseFile(portal)
  const headers = { 'idempotency-key': `con-allegato-${id}` }
  for (let sent = 0; sent < 2; sent++) {
    const { body } = await send(id, [fileId], headers)
    expect(body.result.messaggi).toMatchObject([{ allegati: [{ cmis_id: fileId }] }])
  }
})

test('are part of a person’s export, and end with the data of the case', async () => {
  const { id_segnalazione: id, codice, pin } = await openedReport()
  const fileId = await uploadCaseFile(portal)
  await send(id, [fileId])
  const motivo = 'Richiesta scritta, identità verificata.'
  const two = await portal.as('operatorTwo')
  const decide = async (tipo: string) => {
    const { body } = await two.raw('POST', '/v1/diritti', { tipo, codice, pin, motivo })
    const path = `/v1/diritti/${body.result.id_richiesta}`
    await manager.raw('POST', `${path}/approva`, { motivo })
    const status = async () => (await manager.raw('GET', path)).body.result.stato
    await expect.poll(status, { timeout: 20_000 }).toBe('conclusa')
    return path
  }
  const archive = await manager.raw('GET', `${await decide('esportazione')}/archivio`)
  const names = Object.keys(await readZip(archive.body as Buffer))
  expect(names.filter((name) => name.startsWith(`allegati/${id}/`))).toHaveLength(1)
  await query(`update cases set status = 'closed', closed_at = $2 where id = $1`, [id, portal.clock.now()])
  await decide('cancellazione')
  expect(await query('select id from attachments where id = $1', [fileId])).toEqual([])
})
