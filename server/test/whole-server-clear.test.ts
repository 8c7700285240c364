import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { leakFinder, type PlantedPerson, plantPeople } from './planted.ts'
import { startPostgres } from './postgres-server.ts'
import { type Client, clientOf } from './run-client.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

const people = plantPeople(40)
/** Number of people who make mistakes, some of each script. */
const careless = 12
const planted = people.flatMap(({ name, taxCode, mail, phone, phrase }) => [
  name,
  taxCode,
  mail,
  phone.slice(3),
  phrase,
])
/** A word that the database and its files do contain: a search that misses it would miss leaks too. */
const control = 'report_submitted'
const finder = leakFinder([...planted, control])

const reportOf = (person: PlantedPerson, index: number) => ({
  id_lingua: [1, 2, 3, 4, 6, 10][index % 6],
  resoconto_fatti: `Mi chiamo ${person.name}, codice fiscale ${person.taxCode}. ${person.phrase}. Scrivetemi a ${person.mail}.`,
  personaFisica: {
    nome: person.name,
    cognome: person.name,
    anagrafica: {
      id_nazione: 105,
      email: person.mail,
      recapito_pri: person.phone,
      indirizzo: person.phrase,
      cap: '00100',
    },
  },
  ...(index % 4 === 0 && {
    id_segnalante: 4,
    personaGiuridica: {
      ragione_sociale: `Associazione ${person.name}`,
      piva: person.vat,
      soggetto_da_contattare: person.name,
      personaGiuridicaLegaleRappresentante: { cognome: person.name },
      anagrafica: { email: person.mail, recapito_pri: person.phone, indirizzo: person.phrase },
    },
  }),
})

/** Performs a day of work of reporters and office, with mistakes; returns the ids of the reports. */
async function useThePortal(client: Client): Promise<void> {
  const { call, submit, asManager } = client
  const manager = await asManager()
  const post = (path: string, body: unknown) => call('POST', path, body, manager)
  for (const [index, person] of people.entries()) {
    const { status, body } = await submit(reportOf(person, index), `key-${index}-${person.taxCode}`)
    expect({ index, status }).toEqual({ index, status: 200 })
    const found = await post('/v1/segnalazioni/integrazione-segnalazione-view-pag', {
      filtri: { nominativo: person.name },
    })
    expect({ index, count: found.body.result.count > 0 }).toEqual({ index, count: true })
    const read = await call('GET', `/v1/segnalazioni/dettaglio/${body.result.id_segnalazione}`, undefined, manager)
    expect(read.body.result.resoconto_fatti).toContain(person.phrase)
    if (index < careless) await makeMistakes(client, person, reportOf(person, index), manager)
    if (index < 5) await askForRights(post, person, body.result)
  }
  await post('/v1/migrazione/dati-sensibili', { flag_nuova_chiave: 1 })
  const run = () => call('GET', '/v1/migrazione/dati-sensibili/stato', undefined, manager)
  await expect.poll(async () => (await run()).body.result.esecuzione.data_fine, { timeout: 30_000 }).toBeDefined()
}

/** Calls that are refused or find nothing, with planted values in every part. */
async function makeMistakes(
  { call, submit }: Client,
  { name, taxCode, phrase, mail }: PlantedPerson,
  report: Record<string, unknown>,
  manager: Record<string, string>,
) {
  const view = '/v1/segnalazioni/integrazione-segnalazione-view-pag'
  await submit({ ...report, data_evento: phrase })
  await call('POST', '/v1/mock', { cf: taxCode })
  await call('POST', view, { filtri: { resoconto_fatti: phrase, contatto: mail } }, manager)
  await call('GET', `/v1/segnalazioni/dettaglio/${encodeURIComponent(phrase)}`, undefined, manager)
  await call('POST', '/v1/noauth/segnalazione', `{"nome": "${name}", "resoconto_fatti": "${phrase}`)
}

type Post = (path: string, body: unknown) => Promise<{ status: number }>

async function askForRights(post: Post, person: PlantedPerson, { codice, pin }: { codice: string; pin: string }) {
  const motivo = `Richiesta di ${person.name}: ${person.phrase}`
  await post('/v1/diritti', { tipo: 'esportazione', codice_fiscale: person.taxCode, motivo })
  await post('/v1/diritti', { tipo: 'esportazione', codice, pin, motivo })
  await post('/v1/diritti', { tipo: 'cancellazione', codice, pin, motivo })
}

/** Requests an export, whose archive stays in the data folder, and an erasure; another RUP approves both. */
async function carryOutRights({ call, asManager }: Client): Promise<void> {
  const [person] = people
  const other = await asManager(1)
  const requests = (await call('GET', '/v1/diritti?da=1&a=100', undefined, other)).body.result.listaView as {
    id_richiesta: number
    tipo: string
    soggetto: string
  }[]
  const ofReports = requests.filter(({ soggetto }) => /-\d{6}$/.test(soggetto))
  // For two different people, since an erasure deletes the person's archive too.
  const exported = ofReports.find((request) => request.tipo === 'esportazione')
  const erased = ofReports.findLast((request) => request.tipo === 'cancellazione')
  expect(exported?.soggetto).not.toBe(erased?.soggetto)
  for (const found of [exported, erased]) {
    const path = `/v1/diritti/${found?.id_richiesta}`
    const approval = { motivo: `Accolta per ${person?.name}: ${person?.phrase}`, anche_aperti: 1 }
    expect((await call('POST', `${path}/approva`, approval, other)).status).toBe(200)
    const state = async () => (await call('GET', `${path}/stato`, undefined, other)).body.result.stato
    await expect.poll(state, { timeout: 30_000 }).toBe('conclusa')
    if (found === exported) expect((await call('GET', `${path}/archivio`, undefined, other)).status).toBe(200)
  }
}

/** All rows of all tables, including the job queue's, as text. */
async function dump(pool: pg.Pool): Promise<{ table: string; text: Buffer }[]> {
  const { rows: tables } = await pool.query(`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where schemaname in ('public', 'pgboss') order by 1`)
  const dumped = []
  for (const { name } of tables) {
    const { rows } = await pool.query(`select t::text as row, to_jsonb(t)::text as json from ${name} t`)
    dumped.push({ table: name, text: Buffer.from(rows.map(({ row, json }) => `${row}\n${json}`).join('\n')) })
  }
  return dumped
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

interface Place {
  readonly socketFolder: string
  readonly databaseFolder: string
  readonly env: Record<string, string>
  stop(): Promise<void>
}

/** A database used by this server only, so that its files contain no data of other tests. */
async function placeOf(dataDir: string): Promise<Place> {
  if (inject('testEngine') === 'embedded')
    return { socketFolder: dataDir, databaseFolder: dataDir, env: {}, stop: async () => {} }
  const server = await startPostgres()
  if (!server) throw new Error('PostgreSQL is not installed.')
  const env = { DATABASE_URL: server.url, AUTH_MOCK: 'on' }
  return { socketFolder: server.folder, databaseFolder: join(server.folder, 'data'), env, stop: server.stop }
}

async function leaksAfterADay() {
  const folder = await temporaryFolder()
  const place = await placeOf(folder.path)
  const server = spawnServer({ dataDir: folder.path, env: { ...place.env, LOG_LEVEL: 'debug' } })
  const leaks: string[] = []
  const look = (where: string, bytes: Buffer) => {
    for (const value of finder.find(bytes)) leaks.push(`${where}: ${value}`)
  }
  try {
    const client = clientOf(await server.ready)
    await useThePortal(client)
    // A receipt for each report, and the notifications of RUP on requests.
    await expect
      .poll(async () => (await readdir(join(folder.path, 'outbox'))).length, { timeout: 30_000 })
      .toBeGreaterThanOrEqual(people.length)
    await carryOutRights(client)
    expect(await filesBelow(join(folder.path, 'files'))).not.toEqual([])
    const pool = new pg.Pool({ host: place.socketFolder, user: 'postgres', database: 'postgres', max: 1 })
    const tables = await dump(pool)
    expect(tables.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['public.reports', 'public.mails', 'pgboss.job']),
    )
    for (const { table, text } of tables) look(table, text)
    await pool.query('checkpoint')
    await pool.end()
    await server.stop()
    const output = Buffer.from(server.stdout() + server.stderr())
    expect(output.length).toBeGreaterThan(10_000)
    look('log', output)
    const files = [...new Set([...(await filesBelow(folder.path)), ...(await filesBelow(place.databaseFolder))])]
    expect(files.length).toBeGreaterThan(100)
    for (const file of files) look(file, await readFile(file))
    const controls = leaks.filter((leak) => leak.endsWith(`: ${control}`))
    expect(controls.some((leak) => leak.startsWith('public.audit'))).toBe(true)
    expect(controls.some((leak) => leak.startsWith(place.databaseFolder))).toBe(true)
    expect(controls.some((leak) => leak.startsWith('log'))).toBe(true)
    return leaks.filter((leak) => !controls.includes(leak))
  } finally {
    await server.stop()
    await place.stop()
    await folder.remove()
  }
}

test('the search for leaks finds known values, in any case and encoding', () => {
  for (const { name, mail, phrase } of people.slice(0, 8)) {
    const secret = `x${phrase} `
    for (const [spelling, bytes] of Object.entries({
      plain: Buffer.from(secret),
      capitals: Buffer.from(secret.toUpperCase()),
      hex: Buffer.from(Buffer.from(secret).toString('hex').toUpperCase()),
      wide: Buffer.from(secret, 'utf16le'),
      base64: Buffer.from(Buffer.from(secret).toString('base64')),
      shifted: Buffer.from(Buffer.from(`xy${secret}`).toString('base64url')),
      address: Buffer.from(encodeURIComponent(secret)),
    }))
      expect(finder.find(bytes), spelling).toEqual([phrase])
    expect(finder.find(Buffer.from(`<${name}> ${mail}`)).sort()).toEqual([name, mail].sort())
  }
  expect(finder.find(Buffer.from('nothing of anybody in here'))).toEqual([])
})

test('a stolen copy of database, files and logs contains none of 200 planted values', async () => {
  expect(planted).toHaveLength(200)
  expect(await leaksAfterADay()).toEqual([])
}, 180_000)
