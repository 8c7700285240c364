import {
  addMailToCase,
  getCorrespondence,
  getReceivedMail,
  limits,
  listCaseEvents,
  listMailboxes,
  listNotices,
  reviewMail,
} from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { uploadCaseFile } from '../../../test/claimed-file.ts'
import { reportOnWire } from '../../../test/make.ts'
import { makeReceivedMail } from '../../../test/make-received-mail.ts'
import { readMailboxes } from './read-mailboxes.service.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp({ env: { MAILBOX_URL: 'imap://segnala%40ufficio.example:x@127.0.0.1:1' } })
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
const correspondence = (id: number) => manager.call(getCorrespondence, { params: { id } })
const send = (id: number, wire: object) => manager.raw('POST', `/v1/segnalazioni/messaggi/${id}`, wire)
const add = (mailId: number, caseId: number, wire = {}) =>
  manager.call(addMailToCase, { params: { id: mailId }, wire: { id_segnalazione: caseId, ...wire } })

/** A case that an operator made of a mail, taken by the manager. */
async function caseOfMail(mail: Parameters<typeof makeReceivedMail>[1] = {}) {
  const mailId = await makeReceivedMail(portal, mail)
  const { body } = await manager.raw('POST', '/v1/segnalazioni/nuova-segnalazione', {
    id_segnalante: 3,
    id_canale: 3,
    resoconto_fatti: 'Un fatto.',
    personaFisica: { anagrafica: { email: mail.sender ?? 'anna@posta.example' } },
    id_posta: mailId,
  })
  const id: number = body.result.id_segnalazione
  await query('update cases set assigned_to = $2 where id = $1', [id, await portal.idOf('manager')])
  return { id, code: String(body.result.codice) }
}

async function reported(email: string) {
  const { body } = await portal.visitor.raw(
    'POST',
    '/v1/noauth/segnalazione',
    reportOnWire({ personaFisica: { nome: 'Ada', anagrafica: { email } } }),
  )
  return { id: body.result.id_segnalazione as number, code: String(body.result.codice), pin: body.result.pin as string }
}

/** Sends the newest mail of a case; returns it with the Message-ID that it has on its way. */
async function delivered(caseId: number) {
  const [row] = await query('select id, queued_at from mails where case_id = $1 order by id desc limit 1', [caseId])
  await portal.services.outbox.deliver({ mailId: row.id })
  return { id: row.id, letter: portal.letters.at(-1), messageId: `<${row.queued_at.getTime()}.${row.id}@unar.example>` }
}

/** Notes what a receipt or a bounce says. */
const note = (messageId: string, state: 'accepted' | 'delivered' | 'failed') =>
  portal.services.audit.job('prova', (audit) =>
    portal.services.inTransaction(audit, (tx) =>
      portal.services.mailboxReading.noteDelivery(
        tx,
        { messageIds: [messageId], state, reason: state === 'failed' ? 'noRecipient' : undefined },
        portal.clock.now(),
      ),
    ),
  )

describe('a case that began by mail', () => {
  test('is answered by mail, with its files, in the thread and under its code', async () => {
    const { id, code } = await caseOfMail({ messageId: '<due@posta.example>', references: ['<uno@posta.example>'] })
    expect(await correspondence(id)).toMatchObject({
      canWrite: true,
      hasReader: false,
      byMail: { address: 'anna@posta.example', isDefault: true, isOnly: true },
    })
    const fileId = await uploadCaseFile(portal)
    const allegati = [{ cmis_id: fileId, nomeFile: 'atto.txt' }]
    expect((await send(id, { testo: 'Chi era presente?', allegati })).status).toBe(409)
    expect((await send(id, { testo: 'Chi era presente?', allegati, flag_per_mail: 1 })).status).toBe(200)
    expect((await correspondence(id)).messages).toMatchObject([
      { from: 'office', text: 'Chi era presente?', files: [{ id: fileId }], mail: { state: 'queued' } },
    ])
    const { letter } = await delivered(id)
    expect(letter).toMatchObject({
      to: 'anna@posta.example',
      replyTo: 'segnala@ufficio.example',
      subject: expect.stringContaining(`[${code}]`),
      text: expect.stringMatching(/^Chi era presente\?/),
      thread: ['<uno@posta.example>', '<due@posta.example>'],
      files: [{ mediaType: 'text/plain' }],
    })
    expect((await correspondence(id)).messages).toMatchObject([{ mail: { state: 'sent', at: expect.any(Date) } }])
  })

  test('gets the answer back as a message of the reporter, once an operator adds it', async () => {
    const { id, code } = await caseOfMail({ messageId: '<inizio@posta.example>' })
    await send(id, { testo: 'Quando?', flag_per_mail: 1 })
    const { messageId } = await delivered(id)
    const answer = { references: [messageId], messageId: '<risposta@posta.example>', text: 'Ieri.' }
    const mailId = await makeReceivedMail(portal, { ...answer, files: { 'nota.txt': 'Ecco.' } })
    expect((await manager.call(getReceivedMail, { params: { id: mailId } })).proposals[0]).toEqual({
      id,
      code,
      ground: 'thread',
    })
    // Nothing is added by itself.
    expect((await correspondence(id)).messages).toHaveLength(1)
    await add(mailId, id)
    const { messages } = await correspondence(id)
    expect(messages[1]).toMatchObject({ from: 'reporter', text: 'Ieri.', receivedMailId: mailId })
    expect(messages[1]?.files).toMatchObject([{ name: 'nota.txt' }])
    expect((await manager.call(listNotices)).rows[0]).toMatchObject({ kind: 'answered', caseId: id })
    // The next answer continues that mail.
    await send(id, { testo: 'Grazie.', flag_per_mail: 1 })
    expect((await delivered(id)).letter?.thread?.at(-1)).toBe('<risposta@posta.example>')
  })

  test('keeps a mail of another person among comments and documents, and never answers to its address', async () => {
    const { id } = await reported('ada.prova@posta.example')
    const mailId = await makeReceivedMail(portal, { sender: 'datore@ditta.example', files: { 'lettera.txt': 'No.' } })
    await add(mailId, id, { flag_del_segnalante: 0 })
    const { messages, comments, documents, byMail } = await correspondence(id)
    expect(messages).toEqual([])
    expect(comments).toMatchObject([{ text: expect.stringContaining('datore@ditta.example') }])
    expect(documents.map(({ file }) => file.name)).toEqual(['lettera.txt'])
    expect(byMail).toBeUndefined()
  })
})

describe('a mail that was added to a case', () => {
  const takeOut = (mailId: number) => manager.raw('POST', `/v1/posta/da-esaminare/${mailId}`, {})
  const history = async (id: number) => {
    const { rows } = await manager.call(listCaseEvents, { params: { id } })
    return rows.flatMap(({ kind, changes }) =>
      kind.startsWith('mail') ? [[kind, ...changes.map(({ before, after }) => [before, after])]] : [],
    )
  }
  const added = async (wire: object) => {
    const { id } = await caseOfMail()
    const mailId = await makeReceivedMail(portal, { text: 'Anche questo.', files: { 'nota.txt': `Per ${id}.` } })
    await add(mailId, id, wire)
    return { id, mailId }
  }

  test.each([
    ['a message', { flag_del_segnalante: 1 }],
    ['a comment', { flag_del_segnalante: 0 }],
  ])('as %s is taken out with its files, and added again; the history keeps all', async (_name, wire) => {
    const { id, mailId } = await added(wire)
    const { removal } = await manager.call(getReceivedMail, { params: { id: mailId } })
    expect(removal).toBe('possible')
    const files = async () => (await query('select id from attachments where case_id = $1', [id])).length
    const written = async () => {
      const { messages, comments } = await correspondence(id)
      return messages.length + comments.length
    }
    expect([await written(), await files()]).toEqual([1, 1])
    const mail = await manager.call(reviewMail, { params: { id: mailId } })
    expect([mail.state, mail.case, mail.decidedBy, mail.removal]).toEqual(['waiting', undefined, undefined, undefined])
    expect([await written(), await files()]).toEqual([0, 0])
    expect((await takeOut(mailId)).status).toBe(409)
    await add(mailId, id, wire)
    expect([await written(), await files()]).toEqual([1, 1])
    expect(await history(id)).toEqual([
      ['mailAdded', [undefined, 'nota.txt']],
      ['mailRemoved', ['nota.txt', undefined]],
      ['mailAdded', [undefined, 'nota.txt']],
    ])
  })

  test('stays once the office has answered it; so does one of which a case was made', async () => {
    const { id, mailId } = await added({})
    await send(id, { testo: 'Grazie.', flag_per_mail: 1 })
    expect((await manager.call(getReceivedMail, { params: { id: mailId } })).removal).toBe('answered')
    expect((await takeOut(mailId)).status).toBe(409)
    expect((await correspondence(id)).messages).toHaveLength(2)
    const [{ number }] = await query('select number from received_mails where case_id = $1 order by number', [id])
    expect(number).not.toBe(mailId)
    expect((await manager.call(getReceivedMail, { params: { id: number } })).removal).toBeUndefined()
    expect((await takeOut(number)).status).toBe(409)
  })
})

describe('a reporter who has a PIN', () => {
  test('gets texts by mail only after they wrote by mail, proposed while their newest message came by mail', async () => {
    const { id, code, pin } = await reported('ada@posta.example')
    expect((await correspondence(id)).byMail).toBeUndefined()
    expect((await send(id, { testo: 'Buongiorno', flag_per_mail: 1 })).status).toBe(409)
    const mailId = await makeReceivedMail(portal, { sender: 'altra@posta.example', text: 'Sono io.' })
    await add(mailId, id)
    const byMail = { address: 'ada@posta.example', isOnly: false }
    expect((await correspondence(id)).byMail).toEqual({ ...byMail, isDefault: true })
    const opened = await portal.visitor.raw('POST', '/v1/noauth/pratica/accesso', { codice: code, pin })
    const cookie = String([opened.headers['set-cookie']].flat().at(-1)).split(';')[0] ?? ''
    await portal.visitor.raw('POST', '/v1/noauth/pratica/messaggi', { testo: 'Scrivo da qui.' }, { cookie })
    expect((await correspondence(id)).byMail).toEqual({ ...byMail, isDefault: false })
    // A message without the mail is notified as ever, without its text.
    await send(id, { testo: 'Testo riservato' })
    expect((await delivered(id)).letter?.text).not.toContain('riservato')
  })
})

describe('receipts and bounces', () => {
  test('mark the message; one that failed is a notice to the operator of the case, once', async () => {
    const { id } = await caseOfMail()
    await send(id, { testo: 'Buongiorno', flag_per_mail: 1 })
    const { messageId } = await delivered(id)
    const mark = async () => (await correspondence(id)).messages[0]?.mail
    await note(messageId, 'accepted')
    expect(await mark()).toMatchObject({ state: 'accepted' })
    await note(messageId, 'delivered')
    expect(await mark()).toMatchObject({ state: 'delivered' })
    await note(messageId, 'failed')
    await note(messageId, 'failed')
    expect(await mark()).toMatchObject({ state: 'failed', reason: 'noRecipient' })
    const { rows } = await manager.call(listNotices)
    expect(rows.filter(({ kind, caseId }) => kind === 'mailFailed' && caseId === id)).toHaveLength(1)
  })

  test('outlive the mail; of the notices to operators none is a notice', async () => {
    const { id } = await caseOfMail()
    await send(id, { testo: 'Buongiorno', flag_per_mail: 1 })
    const { messageId } = await delivered(id)
    await note(messageId, 'failed')
    const { messageId: ofNotice } = await delivered(id)
    expect(ofNotice).not.toBe(messageId)
    await note(ofNotice, 'failed')
    await query('delete from mails where case_id = $1', [id])
    expect((await correspondence(id)).messages[0]?.mail).toMatchObject({ state: 'failed' })
    const { rows } = await manager.call(listNotices)
    expect(rows.filter(({ kind, caseId }) => kind === 'mailFailed' && caseId === id)).toHaveLength(1)
  })

  test('mark a letter to the complainant as well', async () => {
    const { id } = await caseOfMail()
    const path = `/v1/segnalazioni/comunicazioni-esito/${id}`
    const letter = { decisione: 'prosegue', lingua: 'it', modo: 'email', testo: 'Il caso prosegue.' }
    expect((await manager.raw('POST', path, letter)).status).toBe(200)
    const { messageId } = await delivered(id)
    await note(messageId, 'delivered')
    const { comunicazioni } = (await manager.raw('GET', path)).body.result
    expect(comunicazioni).toMatchObject([{ invio_mail: { esito_invio: 'consegnata' } }])
  })
})

describe('a mail that the mail server never takes', () => {
  const giveUp = () => portal.services.giveUpMails()
  const days = 24 * 3600
  const noticesOf = async (caseId: number) => {
    const later = await portal.as('manager')
    return (await later.call(listNotices)).rows.filter((notice) => notice.caseId === caseId)
  }

  test('is given up after five days: its message failed, and the operator gets the notice of a mail that came back', async () => {
    const { id } = await caseOfMail()
    await send(id, { testo: 'Buongiorno', flag_per_mail: 1 })
    portal.clock.advance(5 * days)
    await giveUp()
    expect(await noticesOf(id)).toEqual([])
    portal.clock.advance(2 * 3600)
    await giveUp()
    await giveUp()
    expect(await noticesOf(id)).toMatchObject([{ kind: 'mailFailed' }])
    manager = await portal.as('manager')
    const { mail } = (await correspondence(id)).messages[0] ?? {}
    expect(mail).toEqual({ state: 'failed', at: portal.clock.now() })
    // Nor is it sent later, after it was shown as failed.
    const [{ mail_id: mailId }] = await query('select mail_id from case_messages where case_id = $1', [id])
    const letters = portal.letters.length
    await portal.services.outbox.deliver({ mailId })
    expect(portal.letters).toHaveLength(letters)
  })

  test('is the same of a letter to the complainant; a notice of a case without an operator goes to the managers', async () => {
    const { id } = await caseOfMail()
    const path = `/v1/segnalazioni/comunicazioni-esito/${id}`
    await manager.raw('POST', path, { decisione: 'prosegue', lingua: 'it', modo: 'email', testo: 'Il caso prosegue.' })
    await query('update cases set assigned_to = null where id = $1', [id])
    portal.clock.advance(6 * days)
    await giveUp()
    expect(await noticesOf(id)).toMatchObject([{ kind: 'mailFailed' }])
    manager = await portal.as('manager')
    const { comunicazioni } = (await manager.raw('GET', path)).body.result
    expect(comunicazioni).toMatchObject([{ invio_mail: { esito_invio: 'non_consegnata' } }])
  })
})

test('a mailbox that cannot be read is named with the reason, since when it fails', async () => {
  const read = () =>
    portal.services.audit.job('mailboxes.read', (audit) => readMailboxes(portal.services.mailboxReading, audit))
  const since = portal.clock.now()
  expect(await manager.call(listMailboxes)).toEqual({ mailboxes: [{ isCertified: false }] })
  await expect(read()).rejects.toThrow('ordinary')
  portal.clock.advance(60)
  await expect(read()).rejects.toThrow('ordinary')
  const failing = { isCertified: false, failure: 'unreachable', failingSince: since }
  expect(await manager.call(listMailboxes)).toEqual({ mailboxes: [failing] })
})

test('files that are too large for one mail stop it, and nothing is sent', async () => {
  const { id } = await caseOfMail()
  const fileId = await uploadCaseFile(portal)
  await query('update files set size = $2 where id = $1', [fileId, limits.mailAttachments.bytes + 1])
  const allegati = [{ cmis_id: fileId, nomeFile: 'grande.txt' }]
  const { status, body } = await send(id, { testo: 'Ecco.', allegati, flag_per_mail: 1 })
  expect([status, body.result.errori]).toMatchObject([
    400,
    [{ campo: 'allegati', codice: 'allegati_troppo_grandi_per_mail' }],
  ])
  expect((await correspondence(id)).messages).toEqual([])
  expect(await query('select id from mails where case_id = $1', [id])).toEqual([])
})
