import {
  addMailToCase,
  dismissMail,
  getReceivedMail,
  listCaseDocuments,
  listReceivedMails,
  reviewMail,
} from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'
import { makeReceivedMail } from '../../../test/make-received-mail.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp({ env: { KEEP_RECEIVED_MAILS_DAYS: '10' } })
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const detail = (id: number) => manager.call(getReceivedMail, { params: { id } })
async function reported(email: string): Promise<{ id: number; code: string }> {
  const { body } = await portal.visitor.raw(
    'POST',
    '/v1/noauth/segnalazione',
    reportOnWire({ personaFisica: { nome: 'Ada', anagrafica: { email } } }),
  )
  return { id: body.result.id_segnalazione, code: body.result.codice }
}
const enter = (wire: object) =>
  manager.raw('POST', '/v1/segnalazioni/nuova-segnalazione', {
    id_segnalante: 3,
    id_canale: 3,
    resoconto_fatti: 'Un fatto.',
    ...wire,
  })

describe('a received mail', () => {
  test('is proposed for the case of its code, of its thread and of its sender’s address', async () => {
    const { id, code } = await reported('chi-scrive@posta.example')
    const byAddress = await detail(await makeReceivedMail(portal, { sender: 'chi-scrive@posta.example' }))
    expect(byAddress.proposals).toEqual([{ id, code, ground: 'address' }])
    const byCode = await detail(await makeReceivedMail(portal, { text: `Riguarda ${code.toLowerCase()}.` }))
    expect(byCode.proposals).toEqual([{ id, code, ground: 'code' }])
    const { rows } = await portal.database.pool.query('select id, queued_at from mails where case_id = $1', [id])
    const sent = `<${rows[0].queued_at.getTime()}.${rows[0].id}@unar.example>`
    const byThread = await detail(await makeReceivedMail(portal, { references: [sent] }))
    expect(byThread.proposals).toEqual([{ id, code, ground: 'thread' }])
    expect(
      (await detail(await makeReceivedMail(portal, { references: ['<1700000000000.1@unar.example>'] }))).proposals,
    ).toEqual([])
  })

  test('becomes a case by the form of new cases, once', async () => {
    const mailId = await makeReceivedMail(portal)
    const entered = await enter({ id_posta: mailId })
    expect(entered.status).toBe(200)
    expect(await detail(mailId)).toMatchObject({ state: 'inCase', case: { id: entered.body.result.id_segnalazione } })
    const again = await enter({ id_posta: mailId })
    expect(again.status).toBe(409)
    expect((await enter({ id_posta: 999_999 })).status).toBe(404)
  })

  test('is added to a case with the files that pass the checks, and answers in its thread find the case', async () => {
    const { id: caseId, code } = await reported('altra@posta.example')
    const messageId = '<lettera-1@posta.example>'
    const mailId = await makeReceivedMail(portal, { messageId, files: { 'nota.txt': 'Ecco.', 'gioco.exe': 'MZ' } })
    const { mail, files } = await manager.call(addMailToCase, {
      params: { id: mailId },
      wire: { id_segnalazione: caseId },
    })
    expect(mail).toMatchObject({ state: 'inCase', case: { id: caseId, code } })
    expect(files.map(({ name, outcome }) => [name, outcome.code])).toEqual([
      ['nota.txt', 'SUCCESS_ANTIVIRUS'],
      ['gioco.exe', 'FILE_ESEGUIBILE'],
    ])
    const { documents } = await manager.call(listCaseDocuments, { params: { id: caseId } })
    expect(documents.map(({ file, source }) => [file.name, source])).toEqual([['nota.txt', 'message']])
    const answer = await detail(await makeReceivedMail(portal, { references: [messageId] }))
    expect(answer.proposals).toEqual([{ id: caseId, code, ground: 'thread' }])
    const twice = await manager.raw('POST', `/v1/posta/nel-caso/${mailId}`, { id_segnalazione: caseId })
    expect(twice.status).toBe(409)
  })

  test('is not for the office with a reason, which can be taken back, and is deleted with its file after the setting of days', async () => {
    const mailId = await makeReceivedMail(portal, { subject: 'Pubblicità' })
    const call = { params: { id: mailId } }
    const dismissed = await manager.call(dismissMail, { ...call, wire: { motivo: 'Pubblicità' } })
    expect(dismissed).toMatchObject({ state: 'dismissed', dismissal: 'Pubblicità', decidedBy: expect.any(String) })
    const waiting = await manager.call(reviewMail, call)
    expect(waiting.state).toBe('waiting')
    expect(waiting.dismissal).toBeUndefined()
    await manager.call(dismissMail, { ...call, wire: { motivo: 'Di nuovo' } })
    const days = async (count: number) => {
      portal.clock.advance(count * 24 * 3600)
      manager = await portal.as('manager')
    }
    await days(9)
    await portal.services.retention.run('nightly')
    expect((await detail(mailId)).state).toBe('dismissed')
    await days(2)
    const { rows } = await portal.database.pool.query('select id from received_mails where number = $1', [mailId])
    await portal.services.retention.run('nightly')
    expect((await manager.raw('GET', `/v1/posta/dettaglio/${mailId}`)).status).toBe(404)
    expect((await portal.database.pool.query('select from files where id = $1', [rows[0].id])).rowCount).toBe(0)
  })

  test('is counted for the menu while it waits, and goes with its case', async () => {
    const count = async () => (await manager.raw('GET', '/v1/segnalazioni/numero-casi')).body.result.posta_da_esaminare
    const before = await count()
    const mailId = await makeReceivedMail(portal)
    expect(await count()).toBe(before + 1)
    const { rows } = await manager.call(listReceivedMails)
    expect(rows[0]).toMatchObject({ id: mailId, subject: 'Una segnalazione', sender: 'anna@posta.example' })
    const { body } = await enter({ id_posta: mailId })
    await portal.database.pool.query("update cases set status = 'closed', closed_at = '2010-01-01' where id = $1", [
      body.result.id_segnalazione,
    ])
    await portal.services.retention.run('nightly')
    expect((await manager.raw('GET', `/v1/posta/dettaglio/${mailId}`)).status).toBe(404)
  })
})
