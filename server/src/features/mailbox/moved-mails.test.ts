import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addMailToCase, getCorrespondence, getReceivedMail } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { makeReceivedMail } from '../../../test/make-received-mail.ts'

const folder = join(tmpdir(), `portale-moved-mails-${process.pid}`)
let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows

/** Sends the newest mail of a case and notes that it was delivered; returns its Message-ID. */
async function deliver(caseId: number): Promise<string> {
  const [{ id, queued_at: at }] = await query(
    'select id, queued_at from mails where case_id = $1 order by id desc limit 1',
    [caseId],
  )
  await portal.services.outbox.deliver({ mailId: id })
  const messageIds = [`<${at.getTime()}.${id}@unar.example>`]
  await portal.services.audit.job('prova', (audit) =>
    portal.services.inTransaction(audit, (tx) =>
      portal.services.mailboxReading.noteDelivery(
        tx,
        { messageIds, state: 'delivered', reason: undefined },
        portal.clock.now(),
      ),
    ),
  )
  return messageIds[0] ?? ''
}

test('an answer to an old mail is proposed for its case after the mails are deleted, and in the portal to which the office moves', async () => {
  const { transfer } = portal.services
  const { body } = await manager.raw('POST', '/v1/segnalazioni/nuova-segnalazione', {
    id_segnalante: 3,
    id_canale: 3,
    resoconto_fatti: 'Un fatto.',
    personaFisica: { anagrafica: { email: 'anna@posta.example' } },
    id_posta: await makeReceivedMail(portal, { messageId: '<inizio@posta.example>' }),
  })
  let id: number = body.result.id_segnalazione
  const managerId = await portal.idOf('manager')
  await query('update cases set assigned_to = $2 where id = $1', [id, managerId])
  const send = (text: string) =>
    manager.raw('POST', `/v1/segnalazioni/messaggi/${id}`, { testo: text, flag_per_mail: 1 })
  await send('Quando?')
  const asked = await deliver(id)
  const letter = { decisione: 'prosegue', lingua: 'it', modo: 'email', testo: 'Il caso prosegue.' }
  await manager.raw('POST', `/v1/segnalazioni/comunicazioni-esito/${id}`, letter)
  const informed = await deliver(id)
  const answered = '<risposta@posta.example>'
  const answer = await makeReceivedMail(portal, { messageId: answered, text: 'Ieri.' })
  await manager.call(addMailToCase, { params: { id: answer }, wire: { id_segnalazione: id } })

  const conversation = async () => {
    const { messages, byMail } = await manager.call(getCorrespondence, { params: { id } })
    const path = `/v1/segnalazioni/comunicazioni-esito/${id}`
    const { comunicazioni } = (await manager.raw('GET', path)).body.result
    return {
      messages: messages.map(({ from, text, mail }) => ({ from, text, mail })),
      letters: comunicazioni.map((one: { invio_mail: object }) => one.invio_mail),
      byMail,
    }
  }
  const proposedFor = async (messageId: string) => {
    const mailId = await makeReceivedMail(portal, { references: [messageId], sender: 'altra@posta.example' })
    const { proposals } = await manager.call(getReceivedMail, { params: { id: mailId } })
    return proposals.map((proposal) => [proposal.id, proposal.ground])
  }
  await query('delete from mails')
  const before = await conversation()
  expect(before).toMatchObject({
    messages: [{ mail: { state: 'delivered' } }, { from: 'reporter', text: 'Ieri.' }],
    letters: [{ esito_invio: 'consegnata' }],
    byMail: { address: 'anna@posta.example', isDefault: true },
  })
  for (const messageId of [asked, informed, answered]) expect(await proposedFor(messageId)).toEqual([[id, 'thread']])

  await transfer.exportAll(folder, { by: managerId, confirmedBy: 1 })
  await query(
    'truncate cases, natural_persons, legal_persons, registry_merges, transfer_keys, protocol_counters cascade',
  )
  expect(await transfer.importNow(folder, managerId)).toMatchObject({ state: 'done' })
  id = (await query('select max(id) as id from cases'))[0].id
  expect(await conversation()).toEqual(before)
  for (const messageId of [asked, informed, answered, asked.replace('unar', 'altro')])
    expect(await proposedFor(messageId)).toEqual([[id, 'thread']])
  // The next answer continues the newest mail of the reporter.
  expect((await send('Grazie.')).status).toBe(200)
  await deliver(id)
  expect(portal.letters.at(-1)).toMatchObject({ to: 'anna@posta.example', thread: [answered] })
})
