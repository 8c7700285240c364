import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import { type TestApp, taxCodeOf } from '../../../test/build-app.ts'
import { answerOf, makeSpid, openBrowser } from '../../../test/spid-round.ts'
import { sealedSpidLog } from './sealed-log.ts'

let world: Awaited<ReturnType<typeof makeSpid>>
let portal: TestApp
beforeAll(async () => {
  world = await makeSpid()
  portal = await world.start()
})
afterAll(() => portal.close())

const taxCode = taxCodeOf('operatorTwo')
const entityOf = () => world.a.idp.entityId

async function rowOf(requestId: string) {
  const row = await portal.database.db
    .selectFrom('spidLog')
    .selectAll()
    .where('requestId', '=', requestId)
    .executeTakeFirstOrThrow()
  return openSealed(portal.services.vault, sealedSpidLog, row.id, row)
}

async function played(error?: 'nr25') {
  const browser = openBrowser(portal)
  const { id, xml } = await browser.begin(entityOf())
  const sent = await rowOf(id)
  portal.clock.advance(30)
  const answer = answerOf(world.a, { id, taxCode, now: portal.clock.now() }, error && { error })
  await browser.bring(answer)
  return { id, xml, sent, responseXml: Buffer.from(answer, 'base64').toString() }
}

describe('the log of SPID', () => {
  test('has a request as soon as it is sent, and later its answer', async () => {
    const at = portal.clock.now()
    const { id, xml, sent, responseXml } = await played()
    expect(sent).toMatchObject({ idp: entityOf(), requestedAt: at, requestXml: xml, outcome: null, responseXml: null })
    const row = await rowOf(id)
    expect(row).toMatchObject({
      requestXml: xml,
      responseXml,
      outcome: 'good',
      requestedAt: at,
      answeredAt: portal.clock.now(),
      responseIssuer: entityOf(),
      responseIssuedAt: '2026-11-20T10:00:30Z',
      responseId: expect.stringMatching(/^_/),
      assertionId: expect.stringMatching(/^_/),
    })
    expect(JSON.parse(row.subject ?? '')).toEqual([entityOf(), expect.stringMatching(/^_/)])
    expect(responseXml).toContain(JSON.parse(row.subject ?? '')[1])
  })

  test('has refusals by the provider, too', async () => {
    const { id, responseXml } = await played('nr25')
    expect(await rowOf(id)).toMatchObject({ outcome: 'nr25', responseXml, assertionId: null, subject: null })
  })

  test('has unsolicited answers, under an invented id', async () => {
    const stray = answerOf(world.a, { id: '_never', taxCode, now: portal.clock.now() })
    await openBrowser(portal).bring(stray)
    await openBrowser(portal).bring('%%%')
    const rows = await portal.database.db.selectFrom('spidLog').select('requestId').orderBy('id').execute()
    const [repeated, junk] = await Promise.all(rows.slice(-2).map(({ requestId }) => rowOf(requestId)))
    expect(repeated).toMatchObject({
      outcome: 'unasked',
      idp: entityOf(),
      requestXml: null,
      responseXml: Buffer.from(stray, 'base64').toString(),
    })
    expect(junk).toMatchObject({ outcome: 'unasked', idp: 'unknown', responseXml: null, responseId: null })
    expect(repeated?.requestId).not.toBe('_never')
  })

  test('can be decrypted if the key changed between a request and its answer', async () => {
    const browser = openBrowser(portal)
    const { id, xml } = await browser.begin(entityOf())
    await portal.services.vault.ring.add()
    await browser.bring(answerOf(world.a, { id, taxCode, now: portal.clock.now() }))
    expect(await rowOf(id)).toMatchObject({ requestXml: xml, outcome: 'good' })
  })

  test('shows nothing without the keys', async () => {
    await played()
    const { rows } = await portal.database.pool.query('select to_jsonb(t)::text as text from spid_log t')
    const hex = (text: string) => Buffer.from(text).toString('hex')
    const stored = rows.map(({ text }) => text).join('\n')
    for (const plain of [taxCode, 'Maria', 'AuthnRequest', 'samlp:Response'])
      for (const form of [plain, hex(plain)]) expect(stored).not.toContain(form)
  })

  test('keeps entries for 24 months', async () => {
    const { id } = await played()
    const { rows: before } = await portal.database.pool.query('select id from spid_log')
    const now = portal.clock.now()
    portal.clock.set(new Date('2028-11-20T09:59:00Z'))
    await portal.services.retention.run('nightly')
    expect((await portal.database.pool.query('select id from spid_log')).rows).toEqual(before)
    portal.clock.set(new Date('2028-11-20T11:00:00Z'))
    await portal.services.retention.run('nightly')
    await portal.services.retention.run('hourly')
    for (const table of ['spid_log', 'spid_requests', 'spid_assertions'])
      expect((await portal.database.pool.query(`select count(*)::int as count from ${table}`)).rows, table).toEqual([
        { count: 0 },
      ])
    expect(id).toMatch(/^_/)
    portal.clock.set(now)
  })
})
