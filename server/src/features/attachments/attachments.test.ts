import { limits } from '@portal/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { claimByReport, fixedCaptcha } from '../../../test/claim-by-report.ts'
import { pdf } from '../../../test/make-files.ts'
import { filesIn } from '../../../test/store-files.ts'
import { multipartBody, newVisitor, scanPaths, upload } from '../../../test/upload.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { SCANS_PER_MINUTE: '10000', ...fixedCaptcha } })
})
afterAll(() => portal.close())
beforeEach(() => portal.database.pool.query('delete from files'))

const scan = scanPaths.report
let noteCount = 0
/** A text file that was not uploaded before. */
const note = (name = 'nota.txt') => {
  noteCount += 1
  return { name, bytes: Buffer.from(`Nota numero ${noteCount}`) }
}
const bring = async (caller: Caller, file = note(), path: string = scan): Promise<string> =>
  (await upload(caller, path, file)).body.result.allegato.cmis_id
const rows = async () =>
  (await portal.database.pool.query('select count(*)::int as count from attachments')).rows[0].count
const remove = (caller: Caller, id: string) =>
  caller.raw('POST', '/v1/noauth/allegato/delete-allegato', { cmis_id: id })
const read = (caller: Caller, id: string) => caller.raw('GET', `/v1/segnalazioni/allegato/${id}`)

describe('a scan', () => {
  test('returns the stored file with its unguessable id, size and digest, and binds it to the browser', async () => {
    const visitor = newVisitor(portal)
    const { body } = await upload(visitor, scan, { name: 'Lettera.PDF', bytes: pdf() })
    expect(body.result).toEqual({
      codice: 'SUCCESS_ANTIVIRUS',
      allegato: {
        cmis_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        nomeFile: 'Lettera.PDF',
        estensione: 'pdf',
        dimensione: pdf().length,
        impronta_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      // These tests run without antivirus.
      flag_antivirus: 0,
    })
    expect(visitor.cookie()).toMatch(/-visita=/)
  })

  test('without a file, with one in another part, or incomplete, is 400 that names the file', async () => {
    const { body: whole, headers } = multipartBody(note())
    const other = multipartBody(note(), 'documento')
    const bodies: [Buffer, Record<string, string>][] = [
      [Buffer.from('------portale-test--\r\n'), headers],
      [other.body, other.headers],
      [whole.subarray(0, whole.length - 20), headers],
      [whole, { 'content-type': 'multipart/form-data' }],
      [Buffer.alloc(0), headers],
    ]
    for (const [body, sent] of bodies) {
      const reply = await portal.visitor.raw('POST', scan, body, sent)
      expect({ status: reply.status, field: reply.body.result.errori?.[0]?.campo }).toEqual({
        status: 400,
        field: 'file',
      })
    }
    expect(await rows()).toBe(0)
  })

  test('accepts no JSON, and no other endpoint accepts multipart forms', async () => {
    expect((await portal.visitor.raw('POST', scan, { file: 'x' })).status).toBe(415)
    const { body, headers } = multipartBody(note())
    expect((await portal.visitor.raw('POST', '/v1/noauth/segnalazione', body, headers)).status).toBe(415)
    expect((await portal.visitor.raw('POST', '/v1/noauth/allegati', body, headers)).status).toBe(415)
  })

  test('of a duplicate is 400; with an idempotency key it returns the first file', async () => {
    const visitor = newVisitor(portal)
    const file = note()
    const key = { 'idempotency-key': 'scelta-1' }
    const first = (await upload(visitor, scan, file, key)).body.result
    expect((await upload(visitor, scan, file, key)).body.result).toEqual(first)
    const { status, body } = await upload(visitor, scan, { ...file, name: 'altro.txt' })
    expect({ status, error: body.result.errori }).toMatchObject({
      status: 400,
      error: [{ campo: 'file', codice: 'allegato_ripetuto' }],
    })
    // A reloaded page has neither the key nor the answer of the first upload.
    const again = await upload(visitor, scan, { ...file, name: 'altro.txt' }, { 'idempotency-key': 'scelta-2' })
    expect(again.body.result.allegato.cmis_id).toBe(first.allegato.cmis_id)
    expect(await rows()).toBe(1)
    // Another visitor, and another form, may upload the same file.
    expect((await upload(newVisitor(portal), scan, file)).status).toBe(200)
    expect((await upload(visitor, scanPaths.assistance, file)).status).toBe(200)
  })

  test('is refused for a visitor with more unclaimed files than an application has', async () => {
    const visitor = newVisitor(portal)
    for (let count = 0; count < limits.uploads.unclaimedOfVisitor; count++)
      expect((await upload(visitor, scan, note())).status).toBe(200)
    expect((await upload(visitor, scan, note())).status).toBe(429)
    expect((await upload(newVisitor(portal), scan, note())).status).toBe(200)
  })

  test('of fifty files at once stores all of them', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => upload(newVisitor(portal), scan, note())))
    expect(new Set(replies.map(({ body }) => body.result.codice))).toEqual(new Set(['SUCCESS_ANTIVIRUS']))
    expect(await rows()).toBe(50)
  })
})

describe('an unclaimed file', () => {
  test('is deleted with its bytes by the visitor who uploaded it', async () => {
    const visitor = newVisitor(portal)
    const before = await filesIn(portal.dataDir)
    const id = await bring(visitor)
    expect(await filesIn(portal.dataDir)).toHaveLength(before.length + 1)
    expect((await remove(visitor, id)).body.result).toEqual({ cancellati: 1 })
    expect(await rows()).toBe(0)
    expect(await filesIn(portal.dataDir)).toEqual(before)
    expect((await remove(visitor, id)).status).toBe(404)
  })

  test('cannot be deleted, claimed or read by anybody else', async () => {
    const id = await bring(newVisitor(portal))
    const manager = await portal.as('manager')
    const stranger = newVisitor(portal)
    await bring(stranger)
    for (const caller of [portal.visitor, stranger, manager]) expect((await remove(caller, id)).status).toBe(404)
    const list = await stranger.raw('POST', '/v1/noauth/allegati', { allegati: [{ cmis_id: id }] })
    expect(list.body.result).toEqual({ cancellati: 0 })
    const claimed = await claimByReport(stranger, [id])
    expect(claimed.body.result.errori).toMatchObject([
      { campo: 'listaAllegatoSegnalazione', codice: 'allegato_non_disponibile' },
    ])
    expect((await read(stranger, id)).status).toBe(401)
    expect((await read(manager, id)).status).toBe(404)
    expect(await rows()).toBe(2)
  })

  test('is deleted in a list with others; missing files are no error', async () => {
    const visitor = newVisitor(portal)
    const ids = [await bring(visitor), await bring(visitor)]
    const allegati = [...ids, '00000000-0000-4000-8000-000000000000'].map((id) => ({ cmis_id: id }))
    expect((await visitor.raw('POST', '/v1/noauth/allegati', { allegati })).body.result).toEqual({ cancellati: 2 })
    expect((await visitor.raw('POST', '/v1/noauth/allegati', { allegati: [] })).status).toBe(400)
  })

  test('is deleted in a bare list, whose errors name the same member', async () => {
    const visitor = newVisitor(portal)
    const bare = [{ cmis_id: await bring(visitor) }]
    expect((await visitor.raw('POST', '/v1/noauth/allegati', bare)).body.result).toEqual({ cancellati: 1 })
    const { body } = await visitor.raw('POST', '/v1/noauth/allegati', [{ cmis_id: 'x' }])
    expect(body.result.errori).toMatchObject([{ campo: 'allegati.0.cmis_id' }])
  })

  test('is deleted before its cookie ends when the visitor leaves', async () => {
    const visitor = newVisitor(portal)
    const allegati = [{ cmis_id: await bring(visitor) }]
    const { body, headers } = await visitor.raw('POST', '/v1/noauth/allegati', { allegati, flag_uscita: 1 })
    expect(body.result).toEqual({ cancellati: 1 })
    expect(String(headers['set-cookie'])).toMatch(/-visita=;.*Max-Age=0/)
  })

  test('that cannot be deleted does not stop a visitor from leaving: the follow-up session ends', async () => {
    const { pool } = portal.database
    const visitor = newVisitor(portal)
    const allegati = [{ cmis_id: await bring(visitor) }]
    await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`)
    await pool.query('create trigger refuse before delete on attachments for each row execute function refuse()')
    const { status, headers } = await visitor.raw('POST', '/v1/noauth/allegati', { allegati, flag_uscita: 1 })
    await pool.query('drop function refuse() cascade')
    expect(status).toBe(500)
    expect(String(headers['set-cookie'])).toMatch(/-visita=;.*Max-Age=0/)
    expect(String(headers['set-cookie'])).toMatch(/-pratica=;.*Max-Age=0/)
    await pool.query('delete from attachments where id = $1', [allegati[0]?.cmis_id])
  })

  test('is deleted after a day with its row and its bytes, a claimed one is not', async () => {
    const visitor = newVisitor(portal)
    const kept = await bring(visitor)
    await claimByReport(visitor, [kept])
    await bring(visitor)
    const after = await filesIn(portal.dataDir)
    portal.clock.advance(23 * 3600)
    await portal.services.retention.run('hourly')
    expect(await rows()).toBe(2)
    portal.clock.advance(3600 + 60)
    await portal.services.retention.run('hourly')
    expect((await portal.database.pool.query('select id from attachments')).rows).toEqual([{ id: kept }])
    expect(await filesIn(portal.dataDir)).toHaveLength(after.length - 1)
  })
})

describe('a claimed file', () => {
  const claimed = async (file = note('così – «prova» (1).txt')) => {
    const visitor = newVisitor(portal)
    const id = await bring(visitor, file)
    const { body } = await claimByReport(visitor, [id])
    return { visitor, id, file, caseId: body.result.id_segnalazione as number }
  }

  test('belongs to its case: nobody can delete it or claim it again', async () => {
    const { visitor, id } = await claimed()
    expect((await remove(visitor, id)).status).toBe(404)
    const again = await claimByReport(visitor, [id])
    expect(again.body.result.errori).toMatchObject([{ codice: 'allegato_non_disponibile' }])
  })

  test('is read by users who may read the case, as an inert download under its own name', async () => {
    const { id, file } = await claimed()
    const { status, body, headers } = await read(await portal.as('manager'), id)
    expect(status).toBe(200)
    expect(body.equals(file.bytes)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition':
        'attachment; filename="cosi _ _prova_ (1).txt"; filename*=UTF-8\'\'cos%C3%AC%20%E2%80%93%20%C2%ABprova%C2%BB%20%281%29.txt',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  test('is refused to everybody else', async () => {
    const { visitor, id, caseId } = await claimed()
    expect((await read(visitor, id)).status).toBe(401)
    // To those who read only the register, a file of a case does not exist.
    expect((await read(await portal.as('registerAdmin'), id)).status).toBe(404)
    await portal.database.pool.query("update cases set status = 'inWorkTwo' where id = $1", [caseId])
    expect((await read(await portal.as('operatorOne'), id)).status).toBe(403)
    expect((await read(await portal.as('operatorTwo'), id)).status).toBe(200)
    expect((await read(await portal.as('manager'), '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await read(await portal.as('manager'), 'x')).status).toBe(400)
  })

  test('has the order of the report; at most five are allowed', async () => {
    const visitor = newVisitor(portal)
    const ids: string[] = []
    for (let count = 0; count < 6; count++) ids.push(await bring(visitor, note(`nota ${count}.txt`)))
    const [sixth = '', ...five] = ids.toReversed()
    const many = await claimByReport(visitor, ids)
    expect(many.body.result.errori).toMatchObject([{ codice: 'troppi_allegati' }])
    const twice = await claimByReport(visitor, [sixth, sixth])
    expect(twice.body.result.errori).toMatchObject([{ codice: 'allegato_ripetuto' }])
    const { body } = await claimByReport(visitor, five)
    const list = await portal.services.attachments.listOf(portal.services.db, body.result.id_segnalazione)
    expect(list.map(({ id }) => id)).toEqual(five)
    const { body: detail } = await (await portal.as('manager')).raw(
      'GET',
      `/v1/segnalazioni/dettaglio/${body.result.id_segnalazione}`,
    )
    const files = detail.result.listaAllegatoSegnalazione
    expect(files.map(({ cmis_id: id }: { cmis_id: string }) => id)).toEqual(five)
    expect(list.map(({ name }) => name)).toEqual([4, 3, 2, 1, 0].map((count) => `nota ${count}.txt`))
  })
})

test('the template is in the language of the page and has its name', async () => {
  const { status, body, headers } = await portal.visitor.raw('POST', '/v1/noauth/modello?lang=ar')
  expect(status).toBe(200)
  expect(headers['content-disposition']).toBe('attachment; filename="traccia-segnalazione.docx"')
  // The portal accepts its own template as an upload.
  const visitor = newVisitor(portal)
  const back = await upload(visitor, scan, { name: 'traccia-segnalazione.docx', bytes: body })
  expect(back.body.result.codice).toBe('SUCCESS_ANTIVIRUS')
})
