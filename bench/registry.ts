import type { Role } from '@portal/contract'
import { demoPeople } from '../server/src/features/session/demo-people.ts'
import { fillPeople } from '../server/test/registry-people/fill-people.ts'
import { type InventedPerson, inventPeople } from '../server/test/registry-people/people.ts'
import { measureQuality, type Quality } from '../server/test/registry-people/quality.ts'
import { typeQueries } from '../server/test/registry-people/queries.ts'
import { sealedEnv, withVault } from './filled-cases.ts'
import { startWithPeople } from './filled-people.ts'
import { createCaller, type Measurement, runAlternating, runAtRate } from './load.ts'
import { type Portal, startPortal } from './portal.ts'
import { processorTimes, usedBetween } from './processor.ts'

/** Signs in as the head of the office; returns the headers of calls. */
export async function signIn(portal: Portal, role: Role = 'manager'): Promise<Readonly<Record<string, string>>> {
  const cf = demoPeople.find(({ roles }) => roles.join() === role)?.taxCode
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${portal.api}/v1/mock`, { method: 'POST', headers, body: JSON.stringify({ cf }) })
  return { ...headers, cookie: reply.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' }
}

type Filters = Readonly<Record<string, unknown>>

/** Sends searches over HTTP. */
async function createSearch(portal: Portal, connections: number) {
  const headers = await signIn(portal)
  const { call, close } = createCaller(connections)
  const search = async (filtri: Filters) => {
    const body = JSON.stringify({ filtri })
    const reply = await call(`${portal.api}/v1/anagrafica/persone-fisiche`, { method: 'POST', headers, body })
    if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.body}`)
    const { listaView, count } = JSON.parse(reply.body).result
    return { ids: (listaView as { id_persona_fisica: number }[]).map((row) => row.id_persona_fisica), count }
  }
  return { search, close }
}

/** Measures how well searches find people: `rows` invented people, `queries` searches; undefined without PostgreSQL. */
export async function measureRegistryQuality(rows: number, queries: number): Promise<Quality | undefined> {
  const portal = await startPortal('postgres', { env: sealedEnv })
  if (!portal) return undefined
  try {
    const people = inventPeople(rows)
    await withVault(portal, (vault, database) => fillPeople(database, vault, people))
    const { search, close } = await createSearch(portal, 1)
    try {
      return await measureQuality(search, typeQueries(people, queries, 7))
    } finally {
      close()
    }
  } finally {
    await portal.close()
  }
}

/** People whose names the searches use. */
const searched = 20_000

interface Scenario {
  readonly filtersOf: (person: InventedPerson, words: string) => Filters
  /** The same on plain columns: every word in the name, or the name by trigrams. */
  readonly plain: (
    person: InventedPerson,
    words: string,
  ) => { readonly where: string; readonly values: readonly unknown[]; readonly order?: string }
}

const name = "(last_name || ' ' || first_name)"
const hasWords = (words: string, from = 1) => ({
  where: words
    .split(' ')
    .map((_, index) => `${name} ilike $${index + from}`)
    .join(' and '),
  values: words.split(' ').map((word) => `%${word}%`),
})
const birth = ({ values: { birthDate } }: InventedPerson) => ({ data_nascita_da: birthDate, data_nascita_a: birthDate })
const lastWord = (words: string) => words.split(' ').at(-1) ?? ''

// biome-ignore format: a table
const scenarios: Readonly<Record<string, Scenario>> = {
  'name and surname': {
    filtersOf: (_, parole) => ({ parole }),
    plain: (_, words) => hasWords(words) },
  'name and surname, by similarity of trigrams': {
    filtersOf: (_, parole) => ({ parole }),
    plain: (_, words) => ({ where: `${name} % $1`, values: [words], order: `similarity(${name}, $1) desc` }) },
  'with the birth date': {
    filtersOf: (person, parole) => ({ parole, ...birth(person) }),
    plain: (person, words) => ({ ...hasWords(words, 2), where: `birth_date = $1 and ${hasWords(words, 2).where}`, values: [person.values.birthDate, ...hasWords(words).values] }) },
  'with the city': {
    filtersOf: ({ values }, parole) => ({ parole, id_citta: values.city }),
    plain: ({ values }, words) => ({ where: `city = $1 and ${hasWords(words, 2).where}`, values: [values.city, ...hasWords(words).values] }) },
  'one word': {
    filtersOf: (_, words) => ({ parole: lastWord(words) }),
    plain: (_, words) => hasWords(lastWord(words)) },
  'a telephone number': {
    filtersOf: ({ values }) => ({ telefono: values.phone }),
    plain: ({ values }) => ({ where: 'phone = $1', values: [values.phone] }) },
  'a city': {
    filtersOf: ({ values }) => ({ id_citta: values.city }),
    plain: ({ values }) => ({ where: 'city = $1', values: [values.city] }) },
  'everybody in Italy': {
    filtersOf: () => ({ id_nazione: 105 }),
    plain: () => ({ where: 'nation = $1', values: [105] }) },
  'three letters': {
    filtersOf: (_, words) => ({ parole: lastWord(words).slice(0, 3) }),
    plain: (_, words) => hasWords(lastWord(words).slice(0, 3)) },
  'no filter': {
    filtersOf: () => ({}),
    plain: () => ({ where: 'true', values: [] }) },
}

/** One scenario: over HTTP at 40 calls a second, and one at a time alternating with the SQL on plain text. */
export interface RegistryFigures {
  readonly steady: Measurement
  /** Milliseconds of processor time for one call at 40 a second; they depend little on what else the machine does. */
  readonly processor: { readonly server: number; readonly database: number }
  readonly alone: Measurement
  readonly plain: Measurement
}

interface Measured {
  readonly figures: Readonly<Record<string, RegistryFigures>>
  readonly megabytes: Readonly<Record<string, number>>
  readonly tokensPerPerson: number
}

const sizes = `select
  round(pg_table_size('natural_persons') / 1e6)::int as sealed, round(pg_table_size('natural_person_tokens') / 1e6)::int as tokens,
  round(pg_relation_size('natural_person_tokens_by_token') / 1e6)::int as "index of tokens",
  round(pg_table_size('plain_people') / 1e6)::int as plain, round(pg_indexes_size('plain_people') / 1e6)::int as "plain indexes"`

/** Measures searches among `rows` people on PostgreSQL; undefined if it is not installed. */
export async function measureRegistry(
  rows: number,
  { seconds, only }: { readonly seconds: number; readonly only: string | undefined },
): Promise<Measured | undefined> {
  const portal = await startWithPeople(rows)
  if (!portal) return undefined
  const pool = portal.connect(16)
  const { search, close } = await createSearch(portal, 256)
  try {
    const people = inventPeople(Math.min(searched, rows))
    const typed = typeQueries(people, 4000, 11).map(({ person, filters }) => ({
      person,
      words: String(filters.parole),
    }))
    const at = (index: number) => typed[index % typed.length] as (typeof typed)[number]
    const figures: Record<string, RegistryFigures> = {}
    for (const [title, { filtersOf, plain }] of Object.entries(scenarios)) {
      if (only && !title.includes(only)) continue
      const sealed = async (index: number) => {
        const { person, words } = at(index)
        await search(filtersOf(person, words))
        return true
      }
      const bare = async (index: number) => {
        const { person, words } = at(index)
        const { where, values, order = 'id desc' } = plain(person, words)
        const from = `from plain_people where ${where}`
        await Promise.all([
          pool.query(`select * ${from} order by ${order} limit 10`, [...values]),
          pool.query(`select count(*) from (select ${from} limit 10001) counted`, [...values]),
        ])
        return true
      }
      await runAlternating(1, [sealed, bare])
      const [alone, plainAlone] = await runAlternating(seconds, [sealed, bare])
      const before = await processorTimes(portal.server, pool)
      const steady = await runAtRate(40, seconds, sealed)
      const used = usedBetween(before, await processorTimes(portal.server, pool))
      const perCall = (total: number) => (total * 1000) / (40 * seconds)
      const processor = { server: perCall(used.server), database: perCall(used.database) }
      figures[title] = { alone, plain: plainAlone, steady, processor }
      console.log(title, JSON.stringify(figures[title]))
    }
    const { rows: measured } = await pool.query(sizes)
    const { rows: counted } = await pool.query(
      'select avg(cardinality(tokens))::float as tokens from natural_person_tokens where id <= 1000',
    )
    return { figures, megabytes: measured[0], tokensPerPerson: counted[0].tokens }
  } finally {
    close()
    await pool.end()
    await portal.close()
  }
}
