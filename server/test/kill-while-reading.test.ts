import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type ServerDatabase, serverDatabase } from './engines.ts'
import { clientOf } from './run-client.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

let database: ServerDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  database = await serverDatabase()
  folder = await temporaryFolder()
}, 60_000)
afterAll(async () => {
  await database.remove()
  await folder.remove()
})

// On the embedded engine the database dies with the server; its durability has tests of its own.
test.skipIf(inject('testEngine') === 'embedded')(
  'after a kill amid concurrent reads the audit log has an entry for every answer that left',
  { timeout: 60_000 },
  async () => {
    const server = spawnServer({ dataDir: folder.path, env: database.env })
    const client = clientOf(await server.ready)
    const headers = await client.asManager()
    const ids: number[] = []
    for (let count = 0; count < 4; count++) ids.push((await client.submit()).body.result.id_segnalazione)

    const answered = new Map(ids.map((id) => [id, 0]))
    let isAlive = true
    let total = 0
    const readers = ids
      .flatMap((id) => [id, id, id, id])
      .map(async (id) => {
        while (isAlive) {
          const reply = await client
            .call('GET', `/v1/segnalazioni/dettaglio/${id}`, undefined, headers)
            .catch(() => undefined)
          if (reply?.status !== 200) continue
          answered.set(id, (answered.get(id) ?? 0) + 1)
          total += 1
          if (total === 400) server.signal('SIGKILL')
        }
      })
    await server.ended
    isAlive = false
    await Promise.all(readers)

    const pool = new pg.Pool({ connectionString: database.env.DATABASE_URL, max: 1 })
    const { rows } = await pool.query<{ id: number; count: number }>(
      `select record::int as id, count(*)::int as count from audit_entries, unnest(record_ids) as record
       where action = 'case_read' and outcome = 'done' group by record`,
    )
    await pool.end()
    const entries = new Map(rows.map(({ id, count }) => [id, count]))
    expect(total).toBeGreaterThanOrEqual(400)
    for (const [id, count] of answered) expect(entries.get(id) ?? 0).toBeGreaterThanOrEqual(count)
  },
)
