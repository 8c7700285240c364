import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readSettings } from '#platform/settings/settings.ts'
import { handleCheck } from '../src/commands/backup.ts'
import { officeDefaults } from '../src/wiring/office-defaults.ts'
import { emptyDatabase } from './engines.ts'
import { makeSmallOffice, type SmallOffice } from './small-office.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const rows = 30_000

let office: SmallOffice
let target: Awaited<ReturnType<typeof emptyDatabase>>
beforeAll(async () => {
  office = await makeSmallOffice()
  target = await emptyDatabase()
})
afterAll(async () => {
  await office.remove()
  await target.stop()
})

const ask = async (sql: string) => {
  const client = new pg.Client(target.connection)
  await client.connect()
  return (await client.query(sql).finally(() => client.end())).rows
}
/** How many rows of a table have arrived. */
const arrived = async (): Promise<number> =>
  (await ask('select count(*)::int as count from request_counts').catch(() => []))[0]?.count ?? 0

test.runIf(inject('testEngine') === 'postgres')(
  'a move that is killed again and again ends with every row, once',
  async () => {
    await office.onDatabase(({ pool }) =>
      pool.query(
        `insert into request_counts select 'report', 'n' || n, '2026-01-01'::timestamptz, n from generate_series(1, ${rows}) as n`,
      ),
    )
    const env = {
      DATA_DIR: office.settings.dataDir,
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      DATABASE_URL: target.connection.connectionString,
    }
    const move = () =>
      spawn(process.execPath, ['scripts/move.mjs', 'database'], { cwd: root, env: { ...process.env, ...env } })
    const seen = [0]
    while (seen.length < 6) {
      const child = move()
      const ended = once(child, 'exit')
      const from = seen.at(-1) ?? 0
      while (child.exitCode === null && (await arrived()) < from + rows / 6) await delay(5)
      child.kill('SIGKILL')
      await ended
      seen.push(await arrived())
    }
    expect(seen.filter((count) => count > 0 && count < rows).length).toBeGreaterThan(2)
    const last = move()
    expect((await once(last, 'exit'))[0]).toBe(0)
    expect(await arrived()).toBe(rows)
    expect(await ask(`select nspname from pg_namespace where nspname = 'portale_move'`)).toEqual([])
    const settings = readSettings(env, officeDefaults)
    expect(await handleCheck(settings)).toMatchObject({ code: 0 })
  },
)
