import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { carryOutRequest } from '../../../test/carry-out-request.ts'
import { claimByReport, fixedCaptcha } from '../../../test/claim-by-report.ts'
import { readZip } from '../../../test/read-zip.ts'
import { filesIn } from '../../../test/store-files.ts'
import { newVisitor, scanPaths, upload } from '../../../test/upload.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { ...fixedCaptcha, KEEP_CASES_YEARS: '1' } })
})
afterAll(() => portal.close())

const reason = 'Richiesta scritta, identità verificata.'

async function reportWithFile(text: string) {
  const visitor = newVisitor(portal)
  const { body } = await upload(visitor, scanPaths.report, { name: 'prova è.txt', bytes: Buffer.from(text) })
  const reply = await claimByReport(visitor, [body.result.allegato.cmis_id])
  return { fileId: body.result.allegato.cmis_id as string, ...reply.body.result } as {
    fileId: string
    id_segnalazione: number
    codice: string
    pin: string
  }
}
async function decided(tipo: string, { codice, pin }: { codice: string; pin: string }): Promise<number> {
  const operator = await portal.as('operatorOne')
  const manager = await portal.as('manager')
  const request = await operator.raw('POST', '/v1/diritti', { tipo, motivo: reason, codice, pin })
  const id = request.body.result.id_richiesta
  await manager.raw('POST', `/v1/diritti/${id}/approva`, { motivo: reason })
  await carryOutRequest(portal, id)
  return id
}
const rowsOf = async (fileId: string) => {
  const { rows } = await portal.database.pool.query(
    'select (select count(*)::int from files where id = $1) as files, (select count(*)::int from attachments where id = $1) as attachments',
    [fileId],
  )
  return rows[0]
}
/** Sweeps now: the job deletes bytes without a row after a day by the store's own clock, which tests cannot set. */
const sweep = () => portal.services.files.sweep(new Date(Date.now() + 1000))

test('an export contains the files and their names', async () => {
  const report = await reportWithFile('Ecco la prova.')
  const id = await decided('esportazione', report)
  const { body } = await (await portal.as('manager')).raw('GET', `/v1/diritti/${id}/archivio`)
  const archive = readZip(body)
  const path = `allegati/${report.id_segnalazione}/1-prova è.txt`
  expect(archive[path]).toBe('Ecco la prova.')
  expect(JSON.parse(archive['dati.json'] ?? '').allegati).toMatchObject([
    { id_segnalazione: report.id_segnalazione, nomeFile: 'prova è.txt', file: path, dimensione: 14 },
  ])
  expect(archive['leggimi.html']).toContain('prova è.txt')
})

test('an erasure deletes the files of its case, and of no other', async () => {
  const other = await reportWithFile('Di un altro.')
  const report = await reportWithFile('Da cancellare.')
  await portal.database.pool.query("update cases set status = 'closed', closed_at = now() where id = $1", [
    report.id_segnalazione,
  ])
  await decided('cancellazione', report)
  expect(await rowsOf(report.fileId)).toEqual({ files: 0, attachments: 0 })
  expect(await rowsOf(other.fileId)).toEqual({ files: 1, attachments: 1 })
  const before = (await filesIn(portal.dataDir)).length
  expect(await sweep()).toBe(1)
  expect(await filesIn(portal.dataDir)).toHaveLength(before - 1)
})

test('a case that is pseudonymised years after its closure loses its files', async () => {
  const report = await reportWithFile('Di anni fa.')
  await portal.database.pool.query("update cases set status = 'closed', closed_at = $2 where id = $1", [
    report.id_segnalazione,
    new Date('2024-01-01T00:00:00Z'),
  ])
  await portal.services.retention.run('nightly')
  expect(await rowsOf(report.fileId)).toEqual({ files: 0, attachments: 0 })
  const manager = await portal.as('manager')
  expect((await manager.raw('GET', `/v1/segnalazioni/allegato/${report.fileId}`)).status).toBe(404)
})
