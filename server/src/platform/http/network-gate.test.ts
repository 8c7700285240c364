import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp, testParsers } from '../../../test/build-app.ts'
import { makeAssociation } from '../../../test/make-association.ts'

const pictures = 700
const flooding = '198.51.100.7'
const other = '203.0.113.9'

let portal: TestApp
let operator: Caller
beforeAll(async () => {
  // What is tried is the way to the database, not the drawing.
  const run = (async () => new Uint8Array([1])) as typeof testParsers.run
  portal = await startTestApp({ parsers: { ...testParsers, run } })
  operator = await portal.as('manager')
  await makeAssociation(portal, { status: 'enrolled' })
})
afterAll(() => portal.close())

const get = async (path: string, remoteAddress: string, cookie?: string) => {
  const headers = cookie ? { cookie } : {}
  const { statusCode, headers: answered } = await portal.inject({ url: `/unar/api${path}`, remoteAddress, headers })
  return { status: statusCode, retryAfter: answered['retry-after'] }
}
const picture = (address: string) => get('/v1/captcha?type=image', address)
const waitForBlocked = async () => {
  const blocked = `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  while ((await portal.database.pool.query(blocked)).rows[0].count === 0) await new Promise(setImmediate)
}

describe('700 pictures at once from one network, whose count in the database is locked', () => {
  let replies: Promise<Awaited<ReturnType<typeof get>>>[]
  let unlock: () => Promise<void>
  beforeAll(async () => {
    expect((await picture(flooding)).status).toBe(200)
    const client = await portal.database.pool.connect()
    await client.query('begin')
    await client.query('select from request_counts for update')
    unlock = async () => {
      await client.query('rollback')
      client.release()
    }
    replies = Array.from({ length: pictures }, () => picture(flooding))
    await waitForBlocked()
  })

  test('are refused with 429 beyond 500, before they ask for a connection', async () => {
    const refused = await Promise.all(
      replies.map((reply) =>
        Promise.race([reply, new Promise<undefined>((resolve) => setImmediate(resolve, undefined))]),
      ),
    )
    const answered = refused.flatMap((reply) => reply ?? [])
    expect(answered).toEqual(Array.from({ length: pictures - 500 }, () => ({ status: 429, retryAfter: '5' })))
  })

  test('leave the portal to another network and to users', async () => {
    for (const path of [
      '/v1/captcha?type=image',
      '/v1/noauth/registro',
      '/v1/captcha/checkCaptcha?answer=1',
      '/v1/tipologiche/ground',
    ])
      expect([path, (await get(path, other)).status]).toEqual([path, 200])
    // A cookie that is no session asks the database too.
    expect((await get('/v1/noauth/registro', other, `unar=${'x'.repeat(43)}`)).status).toBe(200)
    expect((await operator.raw('GET', '/v1/segnalazioni/miei-casi')).status).toBe(200)
  })

  test('are answered once the count is free, none with 503', async () => {
    await unlock()
    const statuses = (await Promise.all(replies)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(500)
    expect(statuses.filter((status) => status === 429)).toHaveLength(pictures - 500)
  })
})
