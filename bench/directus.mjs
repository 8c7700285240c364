// A peer for `calls --peer`: Directus on the same cases, in clear, in a database of its own in the same PostgreSQL. It is installed for the
// run alone, in any folder that `DIRECTUS` names: `npm init -y && npm install directus@12.4.0`. It does not seal, records no reads
// and checks no rights of single cases; its calls are those with which an administrator reads the same columns.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)
const [port, token] = [8155, 'a-token-of-the-bench']

const columns = `id, protocol_year, protocol_number, status, list_rank, created_at, worked_from, status_since, field_id, mode_id, ground_id,
  outcome_id, place_province, place_region, assigned_to, unread, is_out_of_remit, closed_at, version`
const narrative = `case when id % 1000 = 1 then 'zampogna ' else '' end || repeat('All''ufficio mi hanno detto che non c''era posto. ', 16)`

async function copyCases({ host, user }) {
  const admin = new pg.Client({ host, user, database: 'postgres' })
  await admin.connect()
  await admin.query('create database peer')
  await admin.end()
  const peer = new pg.Client({ host, user, database: 'peer' })
  await peer.connect()
  await peer.query(`create extension pg_trgm;
    create table cases (id integer primary key, protocol_year integer, protocol_number integer, status text, list_rank integer,
      created_at timestamptz, worked_from timestamptz, status_since timestamptz, field_id integer, mode_id integer, ground_id integer,
      outcome_id integer, place_province integer, place_region integer, assigned_to integer, unread integer, is_out_of_remit boolean,
      closed_at timestamptz, version integer, first_name text, last_name text, message text)`)
  const from = `copy (select ${columns}, 'Nome' || id % 977, 'Cognome' || id % 4999, ${narrative} from cases) to stdout`
  const psql = (database) => `psql -v ON_ERROR_STOP=1 -q -h ${host} -U ${user} -d ${database}`
  await run('sh', ['-c', `${psql('postgres')} -c "$COPY" | ${psql('peer')} -c 'copy cases from stdin'`], {
    env: { ...process.env, COPY: from },
  })
  // What a database administrator would give to these calls.
  for (const index of [
    '(list_rank desc, id desc)',
    '(ground_id)',
    '(place_region)',
    '(status)',
    'using gin (message gin_trgm_ops)',
  ])
    await peer.query(`create index on cases ${index}`)
  await peer.query('vacuum analyze cases')
  await peer.end()
}

/** Starts Directus; `connection` is that of the portal. */
export async function startPeer(connection) {
  const folder = process.env.DIRECTUS
  if (!folder) throw new Error('DIRECTUS must name the folder where Directus is installed.')
  await copyCases(connection)
  const env = {
    PATH: process.env.PATH,
    DB_CLIENT: 'pg',
    DB_HOST: connection.host,
    DB_PORT: '5432',
    DB_USER: connection.user,
    DB_PASSWORD: '',
    DB_DATABASE: 'peer',
    DB_POOL__MAX: '10',
    SECRET: 'a-secret-of-the-bench',
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: 'a-password-of-the-bench',
    ADMIN_TOKEN: token,
    HOST: '127.0.0.1',
    PORT: String(port),
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    PRESSURE_LIMITER_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    WEBSOCKETS_ENABLED: 'false',
  }
  const program = join(folder, 'node_modules/directus/cli.js')
  await run(process.execPath, [program, 'bootstrap'], { cwd: folder, env })
  const server = spawn(process.execPath, [program, 'start'], { cwd: folder, env, stdio: 'inherit' })
  const origin = `http://127.0.0.1:${port}`
  const headers = { authorization: `Bearer ${token}` }
  const answers = () =>
    fetch(`${origin}/items/cases/1`, { headers })
      .then(({ ok }) => ok)
      .catch(() => false)
  for (let tries = 0; !(await answers()); tries++) {
    if (tries > 120 || server.exitCode !== null) throw new Error('Directus did not start.')
    await delay(500)
  }
  const page = '/items/cases?limit=10&sort=-list_rank,-id&meta=filter_count&filter[is_out_of_remit][_eq]=false'
  return {
    origin,
    pid: server.pid,
    headers,
    paths: {
      list: page,
      'list by a ground': `${page}&filter[ground_id][_eq]=1`,
      'list by three filters': `${page}&filter[ground_id][_eq]=2&filter[place_region][_eq]=3&filter[status][_eq]=inWorkTwo`,
      'word of one in 1000': `${page}&filter[message][_contains]=zampogna`,
      case: '/items/cases/{id}',
      badges: '/items/cases?aggregate[count]=*&groupBy[]=status&filter[is_out_of_remit][_eq]=false',
      'in-sessione': '/users/me',
    },
    async stop() {
      server.kill()
      await once(server, 'exit')
    },
  }
}
