import { api, type Endpoint } from '@portal/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/build-app.ts'
import { reportOnWire } from '../test/make.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const byPath = (a: Endpoint, b: Endpoint) => nameOf(a).localeCompare(nameOf(b))

const submit = '/v1/noauth/segnalazione'
const post = (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  portal.inject({ method: 'POST', url: `/unar/api${submit}`, payload, headers })

describe('every call', () => {
  test('of the contract is served exactly once', () => {
    const inContract = Object.values(api).flat()
    expect(portal.app.served.toSorted(byPath)).toEqual(inContract.toSorted(byPath))
    expect(new Set(inContract.map(nameOf)).size).toBe(inContract.length)
  })

  test('is described by OpenAPI 3.1, with a page beside it', async () => {
    const { status, body } = await portal.visitor.raw('GET', '/openapi.json')
    expect({ status, openapi: body.openapi }).toEqual({ status: 200, openapi: '3.1.0' })
    for (const { method, path } of Object.values(api).flat() as Endpoint[])
      expect(body.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()], path).toBeDefined()
    const opened = ({ $ref: ref, ...own }: Record<string, string>) =>
      ref ? body.components.schemas[ref.replace('#/components/schemas/', '')] : own
    const schema = body.paths[submit].post.requestBody.content['application/json'].schema
    expect(schema.properties.personaFisica.properties.anagrafica.properties.email).toMatchObject({ format: 'email' })
    expect(schema.required).toEqual(expect.arrayContaining(['id_segnalante', 'resoconto_fatti']))
    expect(schema.properties.id_segnalante.enum).toEqual([1, 2, 3, 4])
    const detail = body.paths['/v1/segnalazioni/dettaglio/{id}'].get.responses[200].content['application/json'].schema
    expect(opened(detail.properties.result).properties).toMatchObject({ id_stato: {}, personaFisica: {} })
    const conflict = body.paths['/v1/admin/operatori/{id}'].get.responses[409].content['application/json'].schema
    const [{ allOf: both }] = conflict.properties.result.anyOf
    expect(JSON.stringify(both.map(opened))).toMatch(/descrizione.*data_eliminazione/)
    const page = await portal.inject({ url: '/unar/api/' })
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain(submit)
  })

  test('answers in the envelope with success, result and errorCode', async () => {
    const { body } = await portal.visitor.raw('GET', '/v1/tipologiche/regione')
    expect(Object.keys(body)).toEqual(['success', 'result', 'errorCode'])
    const refused = await portal.visitor.raw('GET', '/v1/utenti/in-sessione')
    expect(refused.body).toEqual({
      success: false,
      result: { descrizione: 'Per proseguire occorre accedere' },
      errorCode: 'non_autenticato',
    })
  })

  test('carries a request id and the time of the server, and nothing for caches or frames', async () => {
    const { headers } = await portal.visitor.raw('GET', '/v1/noauth/spid/gestori')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.date).toBe(portal.clock.now().toUTCString())
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-content-type-options']).toBe('nosniff')
    const csp = String(headers['content-security-policy'])
    expect(csp).toContain("default-src 'none'")
    expect(csp).toContain("frame-ancestors 'none'")
    expect(csp).not.toContain('unsafe')
    expect(csp).not.toMatch(/https?:/)
  })
})

describe('a request that cannot be read', () => {
  test.each([
    ['truncated JSON', '{"id_lingua": 1, "resoc', 400, 'richiesta_malformata'],
    ['no JSON at all', 'id_lingua=1', 400, 'richiesta_malformata'],
    ['a member named twice', '{"id_lingua":1,"id_lingua":2}', 400, 'dati_non_validi'],
    ['nesting without end', '['.repeat(50_000), 400, 'richiesta_malformata'],
    ['a list for an object', '[]', 400, 'dati_non_validi'],
    ['a body of 2 MB', JSON.stringify({ resoconto_fatti: 'x'.repeat(2_000_000) }), 413, 'troppo_grande'],
  ])('%s gets a clear answer', async (_what, payload, status, word) => {
    const reply = await post(payload)
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({ success: false, errorCode: word, result: { descrizione: expect.any(String) } })
  })

  test('bytes that are no UTF-8 are refused', async () => {
    const payload = Buffer.concat([Buffer.from('{"resoconto_fatti":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
    const reply = await portal.inject({
      method: 'POST',
      url: `/unar/api${submit}`,
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.statusCode).toBe(400)
  })

  test('a form or plain text is the wrong type', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/xml'])
      expect((await post('a=b', { 'content-type': type })).statusCode, type).toBe(415)
  })

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('%s on a POST path is 405 and names POST', async (method) => {
    const reply = await portal.inject({ method, url: `/unar/api${submit}` })
    expect(reply.statusCode).toBe(405)
    expect(reply.headers.allow).toBe('POST')
    expect(reply.json()).toMatchObject({ success: false, errorCode: 'metodo_non_ammesso' })
  })

  test('an unknown path is 404 in the envelope', async () => {
    const { status, body } = await portal.visitor.raw('GET', '/v1/segnalazioni/nulla')
    expect({ status, word: body.errorCode }).toEqual({ status: 404, word: 'non_trovato' })
  })

  test('in another language is answered in that language', async () => {
    const errorsOf = async (language: string, report: object) =>
      (await portal.visitor.raw('POST', `${submit}?lang=${language}`, report)).body.result.errori
    expect((await errorsOf('AR', {}))[0].messaggio).toBe('حقل إلزامي')
    expect((await errorsOf('en', {}))[0].messaggio).toBe('Mandatory field')
    // The Arabic sentence has the number of the specification; the rule is 15 in all languages.
    const withLetters = reportOnWire({ personaFisica: { anagrafica: { id_nazione: 105, recapito_pri: 'uno' } } })
    expect((await errorsOf('ar', withLetters))[0].messaggio).toMatch(/بحد أقصى 12 خانة$/)
  })
})

describe('a request that changes something', () => {
  const send = (headers: Record<string, string>) => portal.visitor.raw('POST', submit, reportOnWire(), headers)

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin of null', { origin: 'null' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['a loopback host that is not the one called', { origin: 'http://localhost:9999', host: 'localhost:3000' }],
  ])('from %s is refused', async (_from, headers) => {
    const { status, body } = await send(headers as Record<string, string>)
    expect({ status, word: body.errorCode }).toEqual({ status: 403, word: 'origine_non_ammessa' })
  })

  test.each([
    [
      'the address of HOST and PORT',
      { origin: 'http://127.0.0.1:3000', host: 'portale.local', 'sec-fetch-site': 'same-origin' },
    ],
    ['the page itself', { origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }],
    ['a program that is no browser', {}],
  ])('from %s is taken', async (_from, headers) => {
    expect((await send(headers as Record<string, string>)).status).toBe(200)
  })
})

describe('a character that nobody types', () => {
  test.each([
    ['POST', '/v1/segnalazioni/integrazione-segnalazione-view-pag', { filtri: { listaNumeroProtocollo: ['1\0'] } }],
    ['GET', '/v1/diritti?filtri=%7B%22stato%22%3A%22a%5Cu0000%22%7D', undefined],
    ['POST', '/v1/segnalazioni/possibili-duplicati', { listaNumeroProtocollo: ['1\0'] }],
    ['GET', '/v1/audit?azione=%00', undefined],
    ['POST', '/v1/segnalazioni/viste', { nome: 'Le\t\u0008mie \ud800', vista: 0, filtri: {} }],
  ] as const)('is read as if it were not there: %s %s %j', async (method, path, body) => {
    const manager = await portal.as('manager')
    const reply = await manager.raw(method, path, body)
    expect(JSON.stringify(reply.body)).not.toContain('carattere')
    expect([200, 400]).toContain(reply.status)
  })
})

describe('a GET that changes something', () => {
  test.each(['/v1/segnalazioni/lock/1', '/v1/utenti/reactivate-session'])(
    '%s is refused from another site',
    async (path) => {
      const manager = await portal.as('manager')
      const statusFrom = async (headers: Record<string, string>) =>
        (await manager.raw('GET', path, undefined, headers)).status
      expect(await statusFrom({ 'sec-fetch-site': 'cross-site' })).toBe(403)
      expect(await statusFrom({ origin: 'https://evil.example' })).toBe(403)
      expect(await statusFrom({ 'sec-fetch-site': 'same-origin' })).not.toBe(403)
      expect(
        (await manager.raw('GET', '/v1/utenti/in-sessione', undefined, { 'sec-fetch-site': 'cross-site' })).status,
      ).toBe(200)
    },
  )
})

describe('a test installation', () => {
  test('says so on the pages that the server draws', async () => {
    const declared = await startTestApp({ env: { TEST_INSTALLATION: 'on' }, beside: portal })
    const page = async (server: TestApp) => (await server.inject({ url: '/unar/error/userNotAllowed' })).body
    expect(await page(declared)).toContain('Sito di prova')
    expect(await page(portal)).not.toContain('Sito di prova')
    await declared.close()
  })
})

describe('in production a request that changes something', () => {
  test('is taken from the public address and from no other, not even a loopback host', async () => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://portale.example' }
    const real = await startTestApp({ env, beside: portal })
    const from = async (headers: Record<string, string>) =>
      (await real.visitor.raw('POST', submit, reportOnWire(), headers)).status
    expect(await from({ origin: 'http://localhost:3000', host: 'localhost:3000' })).toBe(403)
    expect(await from({ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' })).toBe(403)
    expect(await from({ origin: 'https://portale.example', host: 'portale.example' })).toBe(200)
    await real.close()
  })
})

describe('a flood', () => {
  test('of reports from one network is stopped with the seconds to wait, another network gets through', async () => {
    const small = await startTestApp({ env: { REPORTS_PER_MINUTE: '3', TRUST_PROXY: 'on' }, beside: portal })
    const from = (address: string) => small.visitor.raw('POST', submit, reportOnWire(), { 'x-forwarded-for': address })
    const statuses = []
    for (let index = 0; index < 5; index++) statuses.push((await from('203.0.113.7')).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const refused = await from('203.0.113.200')
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect((await from('198.51.100.7')).status).toBe(200)
    // The count is in the database: a second server over it refuses too.
    const second = await startTestApp({ env: { REPORTS_PER_MINUTE: '3', TRUST_PROXY: 'on' }, beside: portal })
    const there = await second.visitor.raw('POST', submit, reportOnWire(), { 'x-forwarded-for': '203.0.113.7' })
    expect(there.status).toBe(429)
    await second.close()
    small.clock.advance(60)
    expect((await from('203.0.113.7')).status).toBe(200)
    await small.close()
  })

  test('of any calls is stopped too', async () => {
    const small = await startTestApp({ env: { REQUESTS_PER_MINUTE: '60' }, beside: portal })
    const statuses = []
    for (let index = 0; index < 62; index++)
      statuses.push((await small.visitor.raw('GET', '/v1/tipologiche/regione')).status)
    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true)
    expect(statuses.slice(60)).toEqual([429, 429])
    const { body, headers } = await small.visitor.raw('GET', '/v1/tipologiche/regione')
    expect(body.errorCode).toBe('troppe_richieste')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    await small.close()
  })
})

describe('health', () => {
  test('says that the server lives and is ready', async () => {
    expect(await portal.visitor.raw('GET', '/health/live')).toMatchObject({ status: 200 })
    expect(await portal.visitor.raw('GET', '/health/accepting')).toMatchObject({ status: 200 })
    expect(await portal.visitor.raw('GET', '/health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  test('says 503 while the database is away', async () => {
    const broken = await startTestApp()
    await broken.database.close()
    const ready = await broken.visitor.raw('GET', '/health/ready')
    expect(ready.status).toBe(503)
    await broken.app.close()
  })
})

describe('what nobody foresaw', () => {
  test('is answered with an id and nothing of the inside', async () => {
    const logLines: string[] = []
    const broken = await startTestApp({ logLines })
    await sql`alter table protocol_counters rename to gone`.execute(broken.database.db)
    const { status, body, headers } = await broken.visitor.raw('POST', submit, reportOnWire())
    await sql`alter table gone rename to protocol_counters`.execute(broken.database.db)
    expect(status).toBe(500)
    expect(body.errorCode).toBe('errore_interno')
    expect(body.result.id).toBe(headers['x-request-id'])
    expect(body.result.descrizione).toContain(body.result.id)
    expect(JSON.stringify(body)).not.toMatch(/protocol_counters|select|insert|Error:/)
    const failed = logLines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'call failed')
    expect(failed).toMatchObject({ reqId: body.result.id, err: { code: '42P01' } })
    await broken.close()
  })
})
