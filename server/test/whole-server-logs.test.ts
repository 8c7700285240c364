import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { freePort } from './clamd-server.ts'
import { serverDatabase } from './engines.ts'
import { clientOf } from './run-client.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

const planted = {
  first: 'Zenobia',
  last: 'Quattrocchi',
  mail: 'zenobia.q@privata.example',
  mailOfNobody: 'zenobia.q@',
  phone: '+390699912345',
  brokenPhone: '06-ZENOBIA',
  address: 'Vicolo Segreto 77',
  narrative: 'narrazione-riservata-8417',
  taxCode: 'QTTZNB80A41H501Z',
  query: 'cercata-riservata-5503',
}

const person = (email: string, recapito_pri: string) => ({
  resoconto_fatti: planted.narrative,
  personaFisica: {
    nome: planted.first,
    cognome: planted.last,
    anagrafica: { email, recapito_pri, indirizzo: planted.address, id_nazione: 105 },
  },
})

interface ReceivedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
}

/** A collector of OpenTelemetry that keeps what it receives. */
async function startCollector() {
  const bodies: string[] = []
  const server = createServer(async (request, reply) => {
    bodies.push(await text(request))
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => bodies.join('\n'),
    spans: (): ReceivedSpan[] =>
      bodies.flatMap((body) =>
        JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: ReceivedSpan[] }[] }) =>
          resource.scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    stop: () => server.close(),
  }
}

test('the log, the metrics and the traces of a working day contain no names and no texts', async () => {
  const folder = await temporaryFolder()
  const database = await serverDatabase()
  const collector = await startCollector()
  const metricsPort = await freePort()
  const server = spawnServer({
    dataDir: folder.path,
    env: {
      ...database.env,
      LOG_LEVEL: 'debug',
      METRICS_PORT: String(metricsPort),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
  })
  const { call, submit, asManager } = clientOf(await server.ready)
  const path = '/v1/noauth/segnalazione'
  const key = { 'idempotency-key': planted.query }
  const statuses = [
    await submit(person(planted.mail, planted.phone)),
    await submit(person(planted.mail, planted.phone), planted.query),
    await submit(person(planted.mail, planted.brokenPhone)),
    await submit(person(planted.mailOfNobody, planted.phone)),
    await submit({ ...person(planted.mail, planted.phone), resoconto_fatti: `${planted.narrative}\u0000` }),
    await call('POST', path, `{"resoconto_fatti":"${planted.narrative}","nome":${planted.first}`),
    await call('POST', path, { resoconto_fatti: planted.narrative.repeat(20_000) }),
    await call('POST', `${path}?v=${planted.query}`, {}, key),
    await call('POST', '/v1/mock', { cf: planted.taxCode }),
    await call('GET', `/v1/${planted.query}?cf=${planted.taxCode}`),
    await call('GET', `/v1/segnalazioni/dettaglio/${planted.query}`, undefined, await asManager()),
    await call('GET', `/v1/segnalazioni/integrazione-segnalazione-view?filtri=${planted.query}`, undefined, {
      ...(await asManager()),
      referer: `http://127.0.0.1/${planted.query}`,
    }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 400, 400, 200, 400, 413, 400, 403, 404, 400, 400])
  // The mails of the three reports are sent too.
  await expect.poll(() => mailsIn(folder.path), { timeout: 10_000 }).toHaveLength(3)
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  await server.stop()
  collector.stop()
  const written = server.stdout() + server.stderr() + metrics + collector.received()
  expect(metrics).toContain(`portale_call_seconds_count{method="POST"`)
  expect(written).toContain('"status":200')
  expect(Object.values(planted).filter((text) => written.toLowerCase().includes(text.toLowerCase()))).toEqual([])
  expect(written).not.toContain('127.0.0.1"')

  // A report's trace has the statements that stored it; so have the jobs that it caused.
  const spans = collector.spans()
  const report = spans.find(({ name }) => /^POST .*\/v1\/noauth\/segnalazione$/.test(name))
  const parts = spans.filter(
    ({ parentSpanId, traceId }) => parentSpanId === report?.spanId && traceId === report?.traceId,
  )
  expect(parts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['insert cases', 'insert reports', 'insert mails']),
  )
  expect(spans.map(({ name }) => name)).toContain('job mail.send')
  expect(written).toContain(`"trace":"${report?.traceId}"`)
  await database.remove()
  await folder.remove()
})

async function mailsIn(dataDir: string): Promise<string[]> {
  const names = await readdir(`${dataDir}/outbox`).catch(() => [])
  return names.filter((name) => name.endsWith('.eml.sealed'))
}
