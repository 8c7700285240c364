import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPgBouncer, startPgBouncer } from './pgbouncer-server.ts'
import { findPostgresBinaries, type PostgresServer, startPostgres } from './postgres-server.ts'
import { clientOf } from './run-client.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

const isMissing = !process.env.CI && !(findPostgresBinaries() && findPgBouncer())
if (isMissing) process.stderr.write('\nSKIPPED: PgBouncer is not installed; a pooler is not tested.\n\n')

describe.skipIf(isMissing)('behind PgBouncer, which shares connections among transactions', { timeout: 90_000 }, () => {
  let postgres: PostgresServer
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeAll(async () => {
    const started = await startPostgres()
    if (!started) throw new Error('PostgreSQL is not installed.')
    postgres = started
    bouncer = await startPgBouncer(postgres.folder)
    folder = await temporaryFolder()
  }, 60_000)
  afterAll(async () => {
    await bouncer?.stop()
    await postgres?.stop()
    await folder?.remove()
  })

  const start = (env: Record<string, string>) =>
    spawnServer({
      dataDir: folder.path,
      env: {
        DATABASE_URL: bouncer.url,
        DATABASE_OWNER_URL: postgres.url,
        DATABASE_LISTEN_URL: postgres.url,
        AUTH_MOCK: 'on',
        ...env,
      },
    })

  /** Sends the main calls at the same time, many times; returns the statuses that occurred. */
  async function statusesOf(api: string): Promise<number[]> {
    const client = clientOf(api)
    const headers = await client.asManager()
    const sent = await Promise.all(Array.from({ length: 6 }, () => client.submit()))
    const ids: number[] = sent.map(({ body }) => body.result.id_segnalazione)
    const [id] = ids
    const list = '/v1/segnalazioni/integrazione-segnalazione-view?da=1&a=10'
    const reads = [
      ...[list, `${list}&filtri=${encodeURIComponent('{"statoSegnalazione":[1,2]}')}`],
      ...[`/v1/segnalazioni/dettaglio/${id}`, '/v1/segnalazioni/home', '/v1/utenti/in-sessione'],
      ...[
        '/v1/segnalazioni/numero-casi',
        '/v1/tipologiche/all-dettaglio?lang=it',
        '/v1/admin/operatori?da=1&a=10',
        '/v1/audit?da=1&a=10',
      ],
    ]
    const calls = Array.from({ length: 12 }, () => reads).flat()
    const answers = await Promise.all(calls.map((path) => client.call('GET', path, undefined, headers)))
    // Each sends several statements without waiting for the answers between them.
    const saved = await Promise.all(
      ids.map(async (each) => {
        const { body } = await client.call('GET', `/v1/segnalazioni/dettaglio/${each}`, undefined, headers)
        const changed = { ...body.result, note: 'Sentito il segnalante.' }
        return client.call('POST', '/v1/segnalazioni/integrazione-segnalazione', changed, headers)
      }),
    )
    return [...new Set([...sent, ...answers, ...saved].map(({ status }) => status))].sort()
  }

  test('the main calls succeed without prepared statements', async () => {
    const server = start({ PREPARED_STATEMENTS: 'off' })
    expect(await statusesOf(await server.ready)).toEqual([200])
    expect({ end: await server.stop(), stderr: server.stderr() }).toEqual({ end: 0, stderr: '' })
  })

  test('with them calls fail: an old PgBouncer does not know in which connection a statement is', async () => {
    const server = start({})
    const statuses = await server.ready.then(statusesOf).catch(() => [500])
    expect(statuses).toContain(500)
    await server.stop()
  })
})
