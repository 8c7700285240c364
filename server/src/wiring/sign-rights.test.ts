import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endLinks } from '#features/associations/record/association-links.store.ts'
import { signOwnedFiles } from '#platform/attachments/sealed-attachments.ts'
import { unaudited } from '#platform/database/transaction.ts'
import { createLogger } from '#platform/logger.ts'
import { type Caller, startTestApp, type TestApp } from '../../test/build-app.ts'
import { carryOutRequest } from '../../test/carry-out-request.ts'
import { claimedFile, uploadCaseFile } from '../../test/claimed-file.ts'
import { reportOnWire } from '../../test/make.ts'
import { act, deliverMails, makeAssociation, secretIn, solveCaptcha } from '../../test/make-association.ts'
import { newVisitor, scanPaths, upload } from '../../test/upload.ts'
import { signRights } from './sign-rights.ts'

const logLines: string[] = []
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ logLines })
})
afterAll(() => portal.close())
beforeEach(() => {
  logLines.length = 0
})

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
const query = async (statement: string, values: unknown[] = []) =>
  (await portal.database.pool.query(statement, values)).rows
const alarms = () => logLines.filter((line) => line.includes('"alert":"damaged"')).length

/** An association that has a link to send its documents with. */
async function linked() {
  const made = await makeAssociation(portal)
  await act(portal, await portal.as('registerAdmin'), made.number, 'richiedi_documenti', { noteMail: 'Tutti.' })
  const link = await secretIn(portal)
  return { ...made, link }
}
const openLink = async (collegamento: string) =>
  (await portal.visitor.raw('POST', '/v1/noauth/pratica-pg', { collegamento })).status

async function savedDraft(email: string) {
  const visitor = newVisitor(portal)
  await solveCaptcha(visitor)
  const { body } = await visitor.raw('POST', '/v1/noauth/bozza-pg', { email, bozza: { ragione_sociale: 'A metà' } })
  expect(body.success, JSON.stringify(body)).toBe(true)
  await deliverMails(portal)
  return body.result.collegamento as string
}
const openDraft = async (collegamento: string) =>
  (await portal.visitor.raw('POST', '/v1/noauth/bozza-pg/apri', { collegamento })).status

const ownIds = async () =>
  (await (await portal.as('associationMember')).raw('GET', '/v1/associazioni/proprie')).body.result.map(
    (own: { id_persona_giuridica: number }) => own.id_persona_giuridica,
  )

describe('a row that was written without the key gives no right, and raises an alarm', () => {
  test('as a link to an association', async () => {
    const { id, link } = await linked()
    const forged = 'f'.repeat(43)
    await query(
      `insert into association_links (secret_hash, association_id, made_at, until)
       values ($1, $2, now(), '2030-01-01')`,
      [hashOf(forged), id],
    )
    expect(await openLink(forged)).toBe(404)
    expect(alarms()).toBe(1)
    expect(await openLink(link)).toBe(200)
  })

  test.each([
    ['another association', 'association_id', (other: number) => other],
    ['another secret', 'secret_hash', () => hashOf('g'.repeat(43))],
    ['a later end', 'until', () => new Date('2031-01-01')],
  ])('as a link with %s', async (_what, column, value) => {
    const other = await makeAssociation(portal)
    const { id, link } = await linked()
    await query(`update association_links set ${column} = $2 where association_id = $1`, [id, value(other.id)])
    expect(await openLink(column === 'secret_hash' ? 'g'.repeat(43) : link)).toBe(404)
    expect(alarms()).toBe(1)
  })

  test('as a link that was used', async () => {
    const { id, link } = await linked()
    const { inTransaction, vault } = portal.services
    await inTransaction(unaudited, (tx) => endLinks(tx, vault, id, portal.clock.now()))
    await query('update association_links set used_at = null where association_id = $1', [id])
    expect(await openLink(link)).toBe(404)
    expect(alarms()).toBe(1)
  })

  test('as an unfinished application with another secret', async () => {
    const link = await savedDraft('uno@voci.example')
    expect(await openDraft(link)).toBe(200)
    const forged = 'h'.repeat(43)
    await query('update enrolment_drafts set secret_hash = $1 where secret_hash = $2', [hashOf(forged), hashOf(link)])
    expect(await openDraft(forged)).toBe(404)
    expect(alarms()).toBe(1)
    expect(await openDraft(await savedDraft('due@voci.example'))).toBe(200)
  })

  test('as a member of an association, while the other rows of the member hold', async () => {
    const made = await makeAssociation(portal, { status: 'enrolled' })
    const before = await ownIds()
    await query("insert into association_people (association_id, user_id, position) values ($1, $2, 'contact')", [
      made.id,
      await portal.idOf('associationMember'),
    ])
    expect(await ownIds()).toEqual(before)
    const member = await portal.as('associationMember')
    expect((await member.raw('GET', `/v1/associazioni/propria/iter/${made.id}`)).status).toBe(404)
    expect(alarms()).toBeGreaterThan(0)
  })

  test('as a calendar feed', async () => {
    const two = await portal.as('operatorTwo')
    const feed = async () => new URL((await two.raw('POST', '/v1/scadenze/calendario')).body.result.indirizzo)
    const statusOf = async (url: URL) => (await portal.inject({ method: 'GET', url: url.pathname })).statusCode
    const url = await feed()
    expect(await statusOf(url)).toBe(200)
    await query('delete from agendas where user_id = $1', [await portal.idOf('operatorOne')])
    await query('update agendas set user_id = $1 where user_id = $2', [
      await portal.idOf('operatorOne'),
      await portal.idOf('operatorTwo'),
    ])
    expect(await statusOf(url)).toBe(404)
    expect(alarms()).toBe(1)
    expect(await statusOf(await feed())).toBe(200)
  })

  const exportOf = async (caller: Caller) => {
    const { body } = await caller.raw('POST', '/v1/report/start-operatori', {})
    const id = body.result.numero_univoco as number
    await portal.services.runs.work({ runId: id })
    return {
      id,
      statusFor: async (reader: Caller) =>
        (await reader.raw('POST', '/v1/report/get-operatori', { numero_univoco: id })).status,
    }
  }

  test('as an export of another user, in another role, or with the file of another export', async () => {
    const manager = await portal.as('manager')
    const other = await portal.asPerson('CNTMRC68B02F205B')
    const [first, second, third] = [await exportOf(manager), await exportOf(manager), await exportOf(other)]
    expect(await Promise.all([first, second].map(({ statusFor }) => statusFor(manager)))).toEqual([200, 200])
    await query('update exports set owner_id = (select owner_id from exports where id = $1) where id = $2', [
      third.id,
      first.id,
    ])
    await query("update exports set role = 'registerAdmin' where id = $1", [second.id])
    await query('update runs set started_by = (select started_by from runs where id = $1) where id = $2', [
      third.id,
      first.id,
    ])
    expect(await Promise.all([first.statusFor(other), second.statusFor(manager)])).toEqual([404, 404])
    expect(alarms()).toBe(2)
    await query('update runs set file_id = (select file_id from runs where id = $1) where id = $2', [
      first.id,
      third.id,
    ])
    expect(await third.statusFor(other)).toBe(404)
    expect(alarms()).toBe(3)
  })
})

const pdf = (text: string) => ({ name: 'prova.txt', bytes: Buffer.from(text) })

describe('whose an unclaimed file is', () => {
  const uploadAs = async (visitor: Caller, text: string) => {
    const { body } = await upload(visitor, scanPaths.report, pdf(text))
    return body.result.allegato.cmis_id as string
  }
  const deleteAs = async (visitor: Caller, id: string) =>
    (await visitor.raw('POST', '/v1/noauth/allegato/delete-allegato', { cmis_id: id })).status

  test('is not changed by a row in clear: neither uploader can use it, and it can be sent again', async () => {
    const [victim, thief] = [newVisitor(portal), newVisitor(portal)]
    const file = await uploadAs(victim, 'di una vittima')
    await uploadAs(thief, 'di un altro')
    await query(
      'update attachments set visitor_hash = (select visitor_hash from attachments order by number desc limit 1) where id = $1',
      [file],
    )
    expect(await deleteAs(thief, file)).toBe(404)
    expect(alarms()).toBe(1)
    expect(await uploadAs(victim, 'di una vittima')).not.toBe(file)
    expect(await deleteAs(victim, await uploadAs(victim, 'di una vittima bis'))).toBe(200)
  })

  test('is not changed by putting the file into an unfinished application', async () => {
    const visitor = newVisitor(portal)
    const file = await uploadAs(visitor, 'di chi non si iscrive')
    const link = await savedDraft('ladro@voci.example')
    await query('update files set draft_id = (select id from enrolment_drafts where secret_hash = $2) where id = $1', [
      file,
      hashOf(link),
    ])
    const { body } = await portal.visitor.raw('POST', '/v1/noauth/bozza-pg/apri', { collegamento: link })
    expect(body.result.allegati).toEqual([])
    expect(alarms()).toBe(1)
  })
})

describe('which record a claimed file belongs to', () => {
  const caseWithPin = async () =>
    (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())).body.result as {
      id_segnalazione: number
      codice: string
      pin: string
    }
  const listed = async (caller: Caller, id: number) =>
    (await caller.raw('GET', `/v1/segnalazioni/documenti/${id}`)).body.result.documenti.map(
      ({ allegato }: { allegato: { cmis_id: string } }) => allegato.cmis_id,
    )
  const statusFor = async (caller: Caller, file: string) =>
    (await caller.raw('GET', `/v1/segnalazioni/allegato/${file}`)).status

  test.each([
    ['another case', 'case_id = $2', async () => (await caseWithPin()).id_segnalazione],
    [
      'a message',
      'message_id = $2',
      async (id: number) => {
        const manager = await portal.as('manager')
        await manager.raw('POST', `/v1/segnalazioni/messaggi/${id}`, { testo: 'Buongiorno' })
        const [row] = await query('select id from case_messages where case_id = $1', [id])
        return row.id
      },
    ],
    [
      'an association',
      'case_id = null, association_document = 1, association_id = $2',
      async () => (await makeAssociation(portal)).id,
    ],
    ['a public page', 'association_public = $2', async () => true],
  ])('cannot be moved to %s: nobody reads it, and an alarm is raised', async (_what, change, value) => {
    const { id_segnalazione: id, codice, pin } = await caseWithPin()
    const manager = await portal.as('manager')
    const file = await claimedFile(portal, id)
    expect(await statusFor(manager, file)).toBe(200)
    const moved = await value(id)
    await query(`update attachments set ${change} where id = $1`, [file, moved])
    expect(await statusFor(manager, file)).toBe(404)
    expect(alarms()).toBe(1)
    const reporter = newVisitor(portal)
    const opened = await reporter.raw('POST', '/v1/noauth/pratica/accesso', { codice, pin })
    expect(opened.status).toBe(200)
    expect(JSON.stringify(opened.body)).not.toContain(file)
    expect(await listed(manager, id)).toEqual([])
  })

  test('as a document of the office is never one of the reporter', async () => {
    const { id_segnalazione: id, codice, pin } = await caseWithPin()
    const manager = await portal.as('manager')
    const file = await uploadCaseFile(portal)
    const allegati = [{ cmis_id: file, id_tipo_allegato: 1 }]
    expect((await manager.raw('POST', `/v1/segnalazioni/documenti/${id}`, { allegati })).status).toBe(200)
    expect(await listed(manager, id)).toEqual([file])
    await query('update attachments set document_type_id = null where id = $1', [file])
    const reporter = newVisitor(portal)
    const opened = await reporter.raw('POST', '/v1/noauth/pratica/accesso', { codice, pin })
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
    const asReporter = await portal.visitor.raw('GET', `/v1/segnalazioni/allegato/${file}`, undefined, { cookie })
    expect([asReporter.status, await listed(manager, id)]).toEqual([404, []])
  })

  test('is signed once for the files from before seals', async () => {
    const { id_segnalazione: id } = await caseWithPin()
    const manager = await portal.as('manager')
    const file = await claimedFile(portal, id)
    await query('update attachments set claims = null')
    expect([await statusFor(manager, file), await listed(manager, id)]).toEqual([404, []])
    const { inTransaction, vault } = portal.services
    expect(await signOwnedFiles(inTransaction, vault)).toBeGreaterThan(0)
    expect([await statusFor(manager, file), await listed(manager, id)]).toEqual([200, [file]])
    expect(await signOwnedFiles(inTransaction, vault)).toBe(0)
  })
})

describe('a request about personal data', () => {
  const subject = { tipo: 'esportazione', motivo: 'Richiesta scritta.', codice_fiscale: 'RSSMRA80A01H501U' }
  async function request() {
    const operator = await portal.as('operatorOne')
    const manager = await portal.as('manager')
    const { body } = await operator.raw('POST', '/v1/diritti', subject)
    const id = body.result.id_richiesta as number
    const path = `/v1/diritti/${id}`
    return {
      id,
      read: async (caller: Caller) => (await caller.raw('GET', path)).status,
      approve: async () => (await manager.raw('POST', `${path}/approva`, { motivo: 'Verificata.' })).status,
      archive: async () => (await manager.raw('GET', `${path}/archivio`)).status,
      operator,
      manager,
    }
  }

  test.each([
    [
      'entered by somebody else',
      'requested_by = (select user_id from user_roles where role = $2 limit 1)',
      'operatorTwo',
    ],
    ['approved without a decision', 'decided_at = now(), status = $2', 'approved'],
    ['for erasure in place of export', 'kind = $2', 'erasure'],
  ])('is not one %s', async (_what, change, value) => {
    const one = await request()
    expect(await one.read(one.operator)).toBe(200)
    await query(`update rights_requests set ${change} where id = $1`, [one.id, value])
    expect([await one.read(one.operator), await one.read(one.manager)]).toEqual([404, 404])
    expect(alarms()).toBe(2)
    const { body } = await one.manager.raw('GET', '/v1/diritti')
    const listed = body.result.listaView.find((row: { id_richiesta: number }) => row.id_richiesta === one.id)
    expect(listed).toBeDefined()
    expect(listed).not.toHaveProperty('soggetto')
  })

  test('is carried out for the cases of its approval alone', async () => {
    const { body } = await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())
    const one = await request()
    expect(await one.approve()).toBe(200)
    await query('insert into rights_request_cases (request_id, case_id) values ($1, $2)', [
      one.id,
      body.result.id_segnalazione,
    ])
    await carryOutRequest(portal, one.id)
    const [{ status }] = await query('select status from rights_requests where id = $1', [one.id])
    expect(status).toBe('approved')
    expect(alarms()).toBe(1)
  })

  test('has its own archive alone', async () => {
    const [one, other] = [await request(), await request()]
    for (const each of [one, other]) {
      await each.approve()
      await carryOutRequest(portal, each.id)
    }
    expect([await one.archive(), await other.archive()]).toEqual([200, 200])
    await query('update runs set file_id = (select file_id from runs where subject = $2) where subject = $1', [
      String(one.id),
      String(other.id),
    ])
    expect(await one.archive()).toBe(404)
    expect(alarms()).toBe(1)
  })
})

test('rows from before seals are signed once, and counted', async () => {
  await query('delete from association_people where claims is null')
  const { id, link } = await linked()
  const draft = await savedDraft('tre@voci.example')
  const before = await ownIds()
  for (const table of ['association_links', 'enrolment_drafts', 'association_people'])
    await query(`update ${table} set claims = null`)
  expect([await openLink(link), await openDraft(draft), await ownIds()]).toEqual([404, 404, []])

  await signRights({ ...portal.services, log: createLogger('info', { write: (line) => logLines.push(line) }) })
  expect([await openLink(link), await openDraft(draft), await ownIds()]).toEqual([200, 200, before])
  expect(logLines.join()).toContain('signed the rows that give rights, once')

  await query('update association_links set claims = null where association_id = $1', [id])
  await signRights({ ...portal.services, log: createLogger('info', { write: (line) => logLines.push(line) }) })
  expect(await openLink(link)).toBe(404)
})
