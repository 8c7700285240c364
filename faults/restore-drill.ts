import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fill } from '../bench/filled-cases.ts'
import { checkOffice } from '../server/src/backup/check-office.ts'
import { countRows } from '../server/src/backup/stored-tables.ts'
import { addDemoPeople } from '../server/src/features/session/demo-people.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { connectDatabase, type Database, openDatabase } from '../server/src/platform/database/database.ts'
import { createLogger } from '../server/src/platform/logger.ts'
import { readSettings } from '../server/src/platform/settings/settings.ts'
import { officeDefaults } from '../server/src/wiring/office-defaults.ts'
import { readyDatabase } from '../server/src/wiring/ready-database.ts'
import { createServices, type Services } from '../server/src/wiring/services.ts'
import { type DatabaseMachines, setUpDatabases } from './restore-machines.ts'

const migrations = fileURLToPath(new URL('../server/migrations', import.meta.url))
const masterKey = Buffer.alloc(32, 9)
const configuration = (etc: string) => [`--config=${join(etc, 'pgbackrest.conf')}`, '--stanza=portale']

/** The minutes of each phase, and what the check of the restored office read. */
export interface DrillResult {
  readonly minutes: Readonly<Record<string, number>>
  readonly failures: readonly string[]
  readonly rows: number
  readonly links: number
  readonly backupMegabytes: number
}

interface Needs {
  readonly machines: DatabaseMachines
  readonly settings: ReturnType<typeof readSettings>
}

async function onDatabase<T>({ machines }: Needs, work: (database: Database) => Promise<T>): Promise<T> {
  // Without the limits of the portal: filling and vacuuming take longer than its statements may.
  const connection = { connectionString: await machines.urlOf(await machines.findLeader()) }
  const database = connectDatabase({ connection, engine: 'postgres', poolSize: 4 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const onOffice = <T>(needs: Needs, work: (services: Services, database: Database) => Promise<T>) =>
  onDatabase(needs, async (database) => {
    const log = createLogger('silent')
    const { settings } = needs
    const services = await createServices({ settings, database, masterKey, clock: systemClock, log })
    try {
      return await work(services, database)
    } finally {
      await services.parsers.close()
    }
  })

/** Entries of the audit log, chained and sealed, and files. */
async function leaveTraces({ audit, chainer, files }: Services, count: number): Promise<void> {
  const file = { name: 'atto.txt', mediaType: 'text/plain', purpose: 'upload', madeBy: null } as const
  for (let index = 0; index < count; index++) {
    await audit.job('key_made', async (recorder) => recorder.record('key', [1]))
    await files.keep(file, Readable.from([Buffer.from(`Contenuto ${index} `.repeat(10_000))]))
  }
  await chainer.run()
}

/** Fills an office, backs it up, goes on, destroys the three machines, restores them to an instant in between, and checks it. */
export async function runDrill(cases: number, say: (line: string) => void): Promise<DrillResult> {
  const minutes: Record<string, number> = {}
  async function timed<T>(phase: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now()
    const result = await work()
    minutes[phase] = Math.round((performance.now() - start) / 600) / 100
    say(`${phase}: ${minutes[phase]} min`)
    return result
  }
  const machines = await setUpDatabases()
  try {
    const dataDir = join(machines.folder, 'portal')
    await mkdir(dataDir)
    const settings = readSettings({ DATA_DIR: dataDir, MASTER_KEY: masterKey.toString('base64') }, officeDefaults)
    const needs = { machines, settings }
    await timed('installation', () => install(machines))
    await timed(`filling ${cases} cases`, () => fillOffice(needs, cases))
    await timed('full backup', () => backUp(machines))
    const before = await timed('work after the backup', () => workOn(needs))
    await timed('damage that is to be undone', () => damage(needs))
    await machines.destroy()
    const { etc } = machines.first
    await timed('restore to the instant', () => machines.as(machines.first, join(etc, 'restore.sh'), before.instant))
    await timed('Patroni leads again', () => lead(machines))
    const check = await timed('check of the office', () =>
      onDatabase(needs, (database) => checkOffice({ database, settings, masterKey, expected: before })),
    )
    const undone = await onDatabase(needs, ({ pool }) => pool.query('select from reports where message is null'))
    await timed('three members again', () => joinOthers(machines))
    // The restored cluster has the settings of the archive from the data folder (patroni.dynamic.json).
    await timed('full backup again', () => backUp(machines))
    const size = JSON.parse(
      await machines.as(machines.first, 'pgbackrest', ...configuration(etc), 'info', '--output=json'),
    )
    return {
      minutes,
      failures: [
        ...check.failures,
        ...(undone.rowCount ? [`${undone.rowCount} reports are as the mistake left them.`] : []),
      ],
      rows: check.rows,
      links: check.links,
      backupMegabytes: Math.round(size[0].backup[0].info.repository.size / 1e6),
    }
  } finally {
    await machines.stop()
  }
}

async function untilLed(machines: DatabaseMachines): Promise<void> {
  for (;;) {
    const url = await machines.findLeader().then(machines.urlOf, () => undefined)
    const database = url && (await openDatabase({ databaseUrl: url, dataDir: '', poolSize: 1 }))
    const answer = database && (await database.pool.query('select 1').catch(() => undefined))
    if (database) await database.close()
    if (answer) return
    await delay(500)
  }
}

/** The first machine leads, since the folders of this run, which the command of the archive names, are its own. */
async function install(machines: DatabaseMachines): Promise<void> {
  await lead(machines)
  await joinOthers(machines)
  await startArchiving(machines)
}

/** As the chapter Backups of docs/operations.md says. */
async function startArchiving(machines: DatabaseMachines): Promise<void> {
  const { etc } = machines.first
  await machines.control('edit-config', '--apply', join(etc, 'archive.yml'), '--force', 'portale')
  await machines.untilPending()
  await machines.control('restart', 'portale', '--force')
  await untilLed(machines)
  await machines.untilWell()
  const leader = await machines.findLeader()
  if (leader.name !== 'db1')
    await machines.control('switchover', '--leader', leader.name, '--candidate', 'db1', '--force')
  await untilLed(machines)
}

async function fillOffice(needs: Needs, cases: number): Promise<void> {
  await onDatabase(needs, (database) => readyDatabase(database, needs.settings, migrations))
  await onOffice(needs, async (services, database) => {
    await addDemoPeople(services.inTransaction, services.vault)
    await fill(database, services.vault, cases)
    await leaveTraces(services, 20)
  })
}

async function backUp(machines: DatabaseMachines): Promise<void> {
  const leader = await machines.findLeader()
  const options = configuration(leader.etc)
  await machines.as(leader, 'pgbackrest', ...options, 'stanza-create')
  await machines.as(leader, 'pgbackrest', ...options, 'check')
  await machines.as(leader, 'pgbackrest', ...options, '--type=full', 'backup')
}

/** Returns the content of the office and an instant at which it has it. */
async function workOn(needs: Needs) {
  return onOffice(needs, async (services, { pool }) => {
    await leaveTraces(services, 10)
    await pool.query('update cases set version = version + 1 where id % 10 = 0')
    const [seal] = (
      await pool.query(
        `select up_to as position, encode(digest, 'hex') as digest from audit_seals order by number desc limit 1`,
      )
    ).rows
    const tables = await countRows(pool)
    // pgBackRest restores to an instant only from a backup that ended in an earlier second.
    await delay(2000)
    const [{ instant }] = (await pool.query('select now()::text as instant')).rows
    await delay(1000)
    return { tables, audit: seal, instant: instant as string }
  })
}

/** What a mistake would do, and waits until the backup has the log of it. */
const damage = (needs: Needs) =>
  onDatabase(needs, async ({ pool }) => {
    await pool.query('delete from report_tokens where id % 2 = 0')
    await pool.query(`update reports set message = null where case_id % 2 = 0`)
    const [{ file }] = (await pool.query('select pg_walfile_name(pg_switch_wal()) as file')).rows
    for (;;) {
      const { rows } = await pool.query('select last_archived_wal >= $1 as done from pg_stat_archiver', [file])
      if (rows[0].done) return
      await delay(500)
    }
  })

async function lead(machines: DatabaseMachines): Promise<void> {
  machines.start('etcd')
  machines.start('patroni', ['db1'])
  await untilLed(machines)
}

async function joinOthers(machines: DatabaseMachines): Promise<void> {
  machines.start('patroni', ['db2', 'db3'])
  await machines.untilWell()
}
