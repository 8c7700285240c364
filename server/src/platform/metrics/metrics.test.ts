import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { serveMetrics } from './serve-metrics.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { METRICS_PORT: '9100' } })
})
afterAll(() => portal.close())

const metrics = () => {
  const made = portal.services.metrics
  if (!made) throw new Error('There are no metrics.')
  return made
}

/** The samples in a text of metrics: their name, labels and value. */
const samplesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line))
    .filter((found) => found !== null)
    .map(([, name = '', labels = '', value]) => ({
      name,
      labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', text]) => [label, text])),
      value: Number(value),
    }))
const sampleOf = async (name: string, labels: Readonly<Record<string, string>> = {}) =>
  samplesIn(await metrics().text()).find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value

test('calls are counted by their declared path and status', async () => {
  const manager = await portal.as('manager')
  for (const id of [2_000_000_001, 2_000_000_002]) await manager.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)
  const route = `/${portal.services.office.slug}/api/v1/segnalazioni/dettaglio/:id`
  expect(await sampleOf('portale_call_seconds_count', { method: 'GET', route, status: '404' })).toBe(2)
})

test('what waits in the database is counted, with the age of the oldest', async () => {
  const { pool } = portal.database
  await pool.query(`insert into mails (recipient, subject, body, queued_at, sent_at)
    values ('', '', '', now() - interval '1 hour', null), ('', '', '', now(), null), ('', '', '', now() - interval '1 day', now())`)
  await pool.query(`insert into pgboss.job (name, start_after)
    values ('lists.check', now() - interval '2 hours'), ('lists.check', now() + interval '2 hours')`)
  await pool.query('delete from audit_pending')
  await pool.query("insert into mailbox_checks (mailbox, read_at) values ('ordinary', now() - interval '1 hour')")
  expect({
    mails: await sampleOf('portale_mails_waiting'),
    jobs: await sampleOf('portale_jobs_waiting', { queue: 'lists.check' }),
    entries: await sampleOf('portale_audit_unchained'),
    up: await sampleOf('portale_database_up'),
  }).toEqual({ mails: 2, jobs: 1, entries: 0, up: 1 })
  expect(Math.round((await sampleOf('portale_mails_oldest_seconds')) ?? 0)).toBeGreaterThanOrEqual(3600)
  expect(await sampleOf('portale_mailbox_read_seconds', { mailbox: 'ordinary' })).toBeGreaterThanOrEqual(3600)
  expect(await sampleOf('portale_jobs_oldest_seconds', { queue: 'lists.check' })).toBeGreaterThanOrEqual(7200)
})

test('inputs of parsers are counted by outcome', async () => {
  const before = (await sampleOf('portale_parser_outcomes', { parser: 'captchaImage', outcome: 'done' })) ?? 0
  await portal.visitor.raw('GET', '/v1/captcha?type=image&lang=it&t=1')
  const after = await sampleOf('portale_parser_outcomes', { parser: 'captchaImage', outcome: 'done' })
  expect(after).toBeGreaterThan(before)
})

describe('no label', () => {
  const planted = ['Wolkenstein', 'anna.rossi@example.org', 'RSSMRA80A01H501U', 'PIN-4711', '10.9.8.7']

  test('contains a value of a call', async () => {
    const manager = await portal.as('manager')
    for (const value of planted) {
      const text = encodeURIComponent(value)
      await manager.raw('GET', `/v1/${text}`, undefined, { 'x-forwarded-for': value, 'user-agent': value })
      await manager.raw('GET', `/v1/segnalazioni/dettaglio/${text}`)
      await manager.raw('GET', `/v1/segnalazioni/integrazione-segnalazione-view?da=1&a=10&parola=${text}`)
      await portal.inject({ method: 'GET', url: `/${text}` })
      await portal.visitor.raw('POST', '/v1/noauth/seguito', { codice: value, pin: value })
    }
    const text = await metrics().text()
    expect(planted.filter((value) => text.includes(value) || text.includes(encodeURIComponent(value)))).toEqual([])
  })

  test('has other values than declared ones', async () => {
    const allowed: Readonly<Record<string, (value: string) => boolean>> = {
      route: (value) => value === 'none' || ['GET', 'POST', 'HEAD'].some((method) => hasRoute(method, value)),
      method: (value) => ['GET', 'HEAD', 'POST', 'OPTIONS'].includes(value),
      status: (value) => /^[1-5]\d\d$/.test(value),
      queue: (value) => /^[a-z.-]+$/.test(value),
      parser: (value) => value in portal.services.parsers.counts(),
    }
    const hasRoute = (method: string, url = '') => portal.app.hasRoute({ method: method as 'GET', url })
    const others = samplesIn(await metrics().text())
      .filter(({ name }) => name.startsWith('portale_'))
      .flatMap(({ labels }) => Object.entries(labels))
      .filter(([label, value]) => allowed[label]?.(value ?? '') === false)
    expect(others).toEqual([])
  })
})

test('the rules and the dashboard of deploy/ name metrics that exist', async () => {
  const folder = new URL('../../../../deploy/monitoring/', import.meta.url)
  const exposed = new Set(samplesIn(await metrics().text()).map(({ name }) => name))
  // A server without a replica has none of its metrics.
  const ofReplica = /^portale_(replica|reads)_/
  const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))
  const named = files.flatMap(({ name, text }) =>
    [...text.matchAll(/\b(portale|nodejs|process)_[a-z0-9_]+\b/g)].map(([metric]) => ({ name, metric })),
  )
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter(({ metric }) => !(exposed.has(metric) || ofReplica.test(metric)))).toEqual([])
})

test('they are served at one path, to GET alone', async () => {
  const server = await serveMetrics({ host: '127.0.0.1', port: 0, metrics: metrics() })
  const call = async (path: string, method = 'GET') =>
    (await fetch(`http://127.0.0.1:${server.port}${path}`, { method })).status
  const found = await fetch(`http://127.0.0.1:${server.port}/metrics`)
  expect([found.headers.get('content-type'), await found.text()]).toEqual([
    expect.stringContaining('text/plain'),
    expect.stringContaining('portale_info{version="",node="v'),
  ])
  expect([await call('/'), await call('/metrics', 'POST')]).toEqual([404, 404])
  await server.stop()
})
