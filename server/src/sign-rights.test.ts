import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endLinks } from '#features/associations/record/association-links.store.ts'
import { createLogger } from '#platform/logger.ts'
import { type Caller, startTestApp, type TestApp } from '../test/build-app.ts'
import { act, deliverMails, makeAssociation, secretIn, solveCaptcha } from '../test/make-association.ts'
import { newVisitor } from '../test/upload.ts'
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
    await inTransaction((tx) => endLinks(tx, vault, id, portal.clock.now()))
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
    const other = await portal.asPerson('CNTMRC68B02F205T')
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
