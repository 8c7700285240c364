import { limits } from '@portal/contract'
import type pg from 'pg'
import { sealedReports } from '../server/src/features/reports/index.ts'
import type { Vault } from '../server/src/platform/protection/vault.ts'

/** A list of a working day: the query of the screen, and the same by SQL alone. */
export interface MeasuredList {
  readonly by: 'manager' | 'operator'
  readonly view?: number
  readonly query: object
  readonly where: string
  /** The condition for the start of the page, which the count ignores. */
  readonly pageStart?: string
  readonly order?: string
  /** For searches, which have another aim: the condition on tokens, and whether matches are so frequent that a scan meets a page. */
  readonly tokenMatch?: string
  /** The condition on facets, without search tokens. */
  readonly facetMatch?: string
  readonly isFrequent?: boolean
}

const dimension = { placeRegion: 10, outcome: 7, ground: 15, mode: 17, hashtag: 21 }
const facetMatch = (ids: Partial<Record<keyof typeof dimension, number>>) =>
  Object.entries(ids)
    .map(([name, id]) => `facets && '{${dimension[name as keyof typeof dimension] * 2 ** 20 + id}}'::int[]`)
    .join(' and ')
const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
const midnight = (date: string) => `'${date}'::timestamp at time zone 'Europe/Rome'`
const instant = (date: string) => `${date}T00:00:00.000Z`
const inRemit = 'not is_out_of_remit'
/** Late cases are in the order of their terms up to this number, beyond it in the order of all cases. */
const exactCount = limits.page.exactCount
const byPlace = 'list_rank desc, cases.id desc'
const waiting = "('open', 'toAssign', 'reopened')"
const pending = "status in ('open', 'toAssign', 'inWorkOne', 'inWorkTwo', 'external', 'reopened')"
const isLate = `${pending}
  and (worked_from < ${midnight(day(90))} or (status in ${waiting} and status_since < ${midnight(day(7))}))`
const due = `least(worked_from + interval '90 days', case when status in ${waiting} then status_since + interval '7 days' end)`
const byDue = `${due}, cases.id`

/** One list by several questions, which take turns: one question alone would only measure what is read a moment ago. */
export type Questions = readonly [MeasuredList, ...MeasuredList[]]
const each = <V>(values: readonly V[], listOf: (value: V) => MeasuredList) => values.map(listOf) as unknown as Questions

/** The lists to measure. `operator` is the id of the operator whose own cases are listed. */
export async function listsOf(pool: pg.Pool, vault: Vault, operator: number): Promise<Record<string, Questions>> {
  const idsBy = async (statement: string) => (await pool.query<{ id: number }>(statement)).rows.map(({ id }) => id)
  const middle = (part: number) =>
    idsBy(
      `select id from cases where list_rank = 0 and ${inRemit} order by id offset (select count(*) / ${part} from cases) limit 1`,
    )
  const middles = (await Promise.all([2, 3, 5].map(middle))).flat()
  const busy = await idsBy(
    'select assigned_to as id from cases where assigned_to is not null group by 1 order by count(*) desc limit 4',
  )
  const word = (text: string) => tokens(vault, ['message'], text)
  const names = await someSurnames(pool, vault)
  const { rows: late } = await pool.query(`select from cases where ${inRemit} and ${isLate} limit ${exactCount + 1}`)
  // biome-ignore format: a table
  return {
    'all cases, first page':          [{ by: 'manager', query: {}, where: inRemit }],
    'all cases, a page by key':       each(middles, (id) => ({ by: 'manager', query: { dopo: `0-${id}` }, where: inRemit, pageStart: `(list_rank, cases.id) < (0, ${id})` })),
    'own cases':                      [{ by: 'operator', view: 2, query: {}, where: `${inRemit} and assigned_to = ${operator}` }],
    'waiting (three statuses)':       [{ by: 'manager', query: { filtri: { statoSegnalazione: [1, 2, 7] } }, where: `${inRemit} and status in ${waiting}` }],
    'late':                           [{ by: 'manager', query: { filtri: { in_ritardo: 1 } }, where: `${inRemit} and ${isLate}`, ...(late.length <= exactCount && { order: byDue }) }],
    'received in a month, years ago': each([1000, 900, 1200, 1100], (from) => ({ by: 'manager', query: { filtri: { data_creazione_da: instant(day(from)), data_creazione_a: instant(day(from - 29)) } }, where: `${inRemit} and created_at >= ${midnight(day(from))} and created_at < ${midnight(day(from - 30))}` })),
    'a ground':                       each([1, 2, 3, 4], (id) => ({ by: 'manager', query: { filtri: { ground: [id] } }, where: inRemit, facetMatch: facetMatch({ ground: id }), isFrequent: true })),
    'a ground in a region':           each([[2, 3], [1, 5], [3, 9]] as const, ([ground, region]) => ({ by: 'manager', query: { filtri: { ground: [ground], regioneLuogo: [region] } }, where: inRemit, facetMatch: facetMatch({ ground, placeRegion: region }) })),
    'three filters':                  [{ by: 'manager', query: { filtri: { ground: [2], regioneLuogo: [3], statoSegnalazione: [4] } }, where: `${inRemit} and status = 'inWorkTwo' and cases.id in (select id from case_facets where ${facetMatch({ ground: 2, placeRegion: 3 })})` }],
    'a mode with an outcome':         each([[2, 5], [3, 5], [4, 5]] as const, ([mode, outcome]) => ({ by: 'manager', query: { filtri: { modalitaDiscriminazione: [mode], esitoFinale: [outcome] } }, where: inRemit, facetMatch: facetMatch({ mode, outcome }) })),
    'a rare hashtag':                 [{ by: 'manager', query: { filtri: { hashtags: [60] } }, where: inRemit, facetMatch: facetMatch({ hashtag: 60 }) }],
    'an operator':                    each(busy, (id) => ({ by: 'manager', query: { filtri: { user: { id_utente: [id] } } }, where: `${inRemit} and assigned_to = ${id}` })),
    'unread messages':                [{ by: 'manager', query: { filtri: { messaggi_non_letti: 1 } }, where: `${inRemit} and unread > 0` }],
    'happened in a month':            each([430, 520, 700, 900], (from) => ({ by: 'manager', query: { filtri: { data_evento_da: instant(day(from)), data_evento_a: instant(day(from - 29)) } }, where: `${inRemit} and id in (select case_id from reports where event_date between '${day(from)}' and '${day(from - 29)}')` })),
    'in work, oldest first':          [{ by: 'manager', query: { filtri: { statoSegnalazione: [4] }, ordinamenti: [{ campo: 'data_creazione', verso: 'asc' }] }, where: `${inRemit} and status = 'inWorkTwo'`, order: 'created_at, cases.id' }],
    'a word of two cases in five':    [{ by: 'manager', tokenMatch: word('condominio'), isFrequent: true, query: { filtri: { resoconto_fatti: 'condominio' } }, where: inRemit }],
    'a word of one case in ten':      [{ by: 'manager', tokenMatch: word('ospedale'), isFrequent: true, query: { filtri: { resoconto_fatti: 'ospedale' } }, where: inRemit }],
    'a word of one case in 1000':     [{ by: 'manager', tokenMatch: word('zampogna'), query: { filtri: { resoconto_fatti: 'zampogna' } }, where: inRemit }],
    'two words':                      [{ by: 'manager', tokenMatch: word('condominio zampogna'), query: { filtri: { resoconto_fatti: 'condominio zampogna' } }, where: inRemit }],
    'a name':                         each(names, (name) => ({ by: 'manager', tokenMatch: tokens(vault, ['lastName', 'firstName'], name), query: { filtri: { nominativo: name } }, where: inRemit, order: `${wholeName(vault, name)} desc, ${byPlace}` })),
    'a word and a mode rarely together': [{ by: 'manager', tokenMatch: word('condominio'), query: { filtri: { resoconto_fatti: 'condominio', modalitaDiscriminazione: [9] } }, where: `${inRemit} and cases.id in (select id from case_facets where ${facetMatch({ mode: 9 })})` }],
  }
}

const fresh = `${inRemit} and status in ('open', 'reopened') and assigned_to is null`

/** The parts of the queue on the home page, as conditions: of RUP, where more cases are late than are counted, and of an operator. */
export const homePartsOf = (operator: number) => ({
  manager: [
    `${inRemit} and ${isLate}`,
    `${inRemit} and status = 'toAssign'`,
    'closing_proposed_at is not null',
    fresh,
    `${inRemit} and unread > 0`,
    `is_out_of_remit and ${pending}`,
  ],
  operator: [
    `${inRemit} and assigned_to = ${operator} and ${isLate}`,
    `${inRemit} and assigned_to = ${operator} and ${pending} and unread > 0`,
    `${inRemit} and assigned_to = ${operator} and status in ('inWorkOne', 'inWorkTwo', 'external')`,
    `is_out_of_remit and assigned_to = ${operator} and ${pending}`,
    fresh,
  ],
})

/** The queue by SQL alone: the counts of its parts and of all their cases, each once, and the first 25 in order of term. */
export function queueSql(parts: readonly string[]): string {
  const names = parts.map((_, place) => `part_${place}`)
  const tables = parts.map(
    (where, place) =>
      `${names[place]} as materialized (select id, ${due} as due from cases where ${where} limit ${exactCount + 1})`,
  )
  const everything = names.map((name) => `select id, due from ${name}`).join(' union ')
  const counts = names.map((name) => `(select count(*) from ${name})`)
  return `with ${tables.join()}, everything as materialized (${everything}),
    shown as (select id from everything order by due, id limit 25)
    select cases.*, operators.last_name, operators.first_name, array[${counts.join()}] as counts,
      (select count(*) from everything) as total
    from shown join cases using (id) left join users as operators on operators.id = cases.assigned_to`
}

/** The counts of the tabs of view 0 by SQL alone. */
export const tabCountsSql = `select ${[pending, `${pending} and assigned_to is null`, isLate, 'unread > 0', 'true']
  .map(
    (where) =>
      `(select count(*) from (select from cases where ${inRemit} and ${where} limit ${exactCount + 1}) as found)`,
  )
  .join()}`

const tokens = (vault: Vault, fields: ('message' | 'lastName' | 'firstName')[], text: string) =>
  vault
    .find(sealedReports, fields, text)
    .map((group) => `tokens && '{${group.join()}}'::bigint[]`)
    .join(' and ')

/** Whether a case has the name whole, by which its search is sorted first. */
const wholeName = (vault: Vault, name: string) => {
  const words = vault.findWhole(sealedReports, ['lastName', 'firstName'], name)
  const matches = words.map((alternatives) =>
    alternatives.map((needed) => `tokens @> '{${needed.join()}}'::bigint[]`).join(' or '),
  )
  return `(cases.id in (select id from report_tokens where (${matches.join(') and (')})))`
}

/** Surnames that occur. */
async function someSurnames(pool: pg.Pool, vault: Vault): Promise<string[]> {
  const { rows } = await pool.query(
    `select id, last_name from reports join cases on id = case_id where ${inRemit} and last_name is not null and id >= 777 order by id limit 4`,
  )
  const opened = await Promise.all(rows.map((row) => vault.open(sealedReports, row.id, { lastName: row.last_name })))
  return opened.flatMap(({ lastName }) => lastName ?? [])
}

// Optimised by hand: with its own plan PostgreSQL would take seconds for the searches.
const hits = (tokenMatch: string) => `with hits as materialized (select id from report_tokens where ${tokenMatch})`
const fromHits = 'from hits join cases on cases.id = hits.id'

type PlainList = Omit<MeasuredList, 'by' | 'query'>

function pageOf({ where, pageStart = 'true', tokenMatch, facetMatch, isFrequent }: PlainList) {
  const match = tokenMatch ?? facetMatch
  if (!match) return { first: '', rows: `from cases where ${where} and ${pageStart}` }
  const matches = `(select ${match} from ${tokenMatch ? 'report_tokens' : 'case_facets'} r where r.id = cases.id)`
  if (isFrequent) return { first: '', rows: `from cases where ${where} and ${matches}` }
  return tokenMatch
    ? { first: hits(tokenMatch), rows: `${fromHits} where ${where}` }
    : { first: first10(match, where), rows: 'from hits join cases using (id)' }
}

const first10 = (match: string, where: string) =>
  `with hits as (select id from case_facets as cases where ${where} and ${match} order by ${byPlace} limit 10)`

export function pageSql(list: PlainList): string {
  const { first, rows } = pageOf(list)
  const order = list.order ?? byPlace
  return `${first} select cases.*, operators.last_name, operators.first_name
    from (select cases.*, row_number() over (order by ${order}) as place ${rows} order by ${order} limit 10) as cases
      left join users as operators on operators.id = cases.assigned_to order by place`
}

export const countSql = ({ where, tokenMatch, facetMatch }: PlainList): string =>
  tokenMatch
    ? `${hits(tokenMatch)} select count(*) from (select 1 ${fromHits} where ${where} limit 10001) as found`
    : facetMatch
      ? `select count(*) from (select 1 from case_facets where ${where} and ${facetMatch} limit 10001) as found`
      : `select count(*) from (select 1 from cases where ${where} limit 10001) as found`
