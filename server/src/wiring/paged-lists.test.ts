import {
  api,
  type Endpoint,
  listAudit,
  listDocumentsOfRecord,
  listReferenceEntries,
  type Role,
  roleCodes,
  wireNames,
} from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { exampleOf } from '../../../contract/test/wire-values.ts'
import { type Caller, startTestApp, type TestApp } from '../../test/build-app.ts'
import { makeAssociation } from '../../test/make-association.ts'
import { makeCase } from '../../test/make-case.ts'

let portal: TestApp
let caseId: number
let associationId: number
beforeAll(async () => {
  portal = await startTestApp()
  for (const status of ['open', 'inWorkOne', 'inWorkTwo', 'closed', 'open'] as const)
    caseId = await makeCase(portal, { status, assignedTo: await portal.idOf('manager') })
  const manager = await portal.as('manager')
  for (const taxCode of ['12345678903', '00488410010', '00743110157'])
    await manager.raw('POST', '/v1/diritti', {
      tipo: 'esportazione',
      codice_fiscale: taxCode,
      motivo: 'Richiesta scritta, identità verificata.',
    })
  for (const name of ['Ada', 'Bea', 'Eva', 'Ida', 'Zoe']) {
    await manager.raw('POST', '/v1/anagrafica/add-persona-fisica', { nome: name, cognome: 'Paginata' })
    await manager.raw('POST', '/v1/anagrafica/add-persona-giuridica', { ragione_sociale: `Casa ${name}` })
  }
  const members = [await portal.idOf('associationMember')]
  for (const status of ['submitted', 'approvedToSign', 'expired', 'removed', 'enrolled', 'enrolled'] as const)
    associationId = (await makeAssociation(portal, { status, members })).id
  for (const insertion of [
    `association_events (association_id, place, kind, at) select $1, n, 'remind', now() from generate_series(2, 5) n`,
    `association_letters (association_id, kind, at, is_certified) select $1, 'expiry', now(), n = 1 from generate_series(1, 5) n`,
  ])
    await portal.database.pool.query(`insert into ${insertion}`, [associationId])
})
afterAll(() => portal.close())

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const isOneOf = (schema: z.ZodMiniType | undefined, names: readonly string[]) =>
  schema !== undefined && names.includes(wireNames.get(schema)?.name ?? '')
const requestOf = ({ query, body }: Endpoint) => body ?? query

/** Every list that is read by pages; the lists of a single record are those of the last case or association. */
const lists = Object.values(api)
  .flat()
  .filter((endpoint) => isOneOf(endpoint.reply, ['pagina']))
  .filter((endpoint) => isOneOf(requestOf(endpoint), ['richiesta_pagina', 'richiesta_pagina_json']))
const filtersOf = (endpoint: Endpoint): unknown => {
  const { body, query } = exampleOf(endpoint)
  const { filtri } = (body ?? query ?? {}) as { filtri?: unknown }
  return typeof filtri === 'string' ? JSON.parse(filtri) : filtri
}

/** Lists that answer only to filters. */
const searches: readonly Endpoint[] = [listReferenceEntries, listDocumentsOfRecord]
const needsOf = (endpoint: Endpoint) => (searches.includes(endpoint) ? { filtri: filtersOf(endpoint) } : {})

/** The filters that choose between two answers. */
const alternatives = [
  'virtuale_fisico',
  'privato_pubblico',
  'individuo_gruppo',
  'aggressione_fisica',
  'hate_crime',
  'coinvolgimento_minori',
  'accomodamento',
  'flag_abilitazione',
]

/** A caller whose role may read the list. */
const callerOf = ({ allow }: Endpoint): Promise<Caller> =>
  portal.as((typeof allow === 'string' ? Object.keys(roleCodes) : allow)[0] as Role)

/** Sends a page query as this endpoint takes it: in the address, or as a body. */
async function read(endpoint: Endpoint, request: Readonly<Record<string, unknown>>) {
  const id = endpoint.path.startsWith('/v1/associazioni') ? associationId : caseId
  const path = endpoint.path.replace(/:\w+/g, String(id))
  const caller = await callerOf(endpoint)
  if (endpoint.body) return caller.raw('POST', path, request)
  const texts = Object.entries(request).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return caller.raw('GET', `${path}?${new URLSearchParams(texts)}`)
}

/** Rows of the pages of two, each after the last key of the one before; by number where a list has no keys. */
async function readByPages(endpoint: Endpoint, request: object, atLeast: number) {
  const rows: unknown[] = []
  let place: object = { da: 1, a: 2 }
  for (;;) {
    const { status, body } = await read(endpoint, { ...request, ...place })
    expect(status).toBe(200)
    const page: unknown[] = body.result.listaView
    rows.push(...page)
    if (page.length === 0 || rows.length >= atLeast) return rows
    const key = body.result.chiave_ultima
    place = key === undefined ? { da: rows.length + 1, a: rows.length + 2 } : { a: 2, dopo: key }
  }
}

const orders = lists.flatMap((endpoint) =>
  [undefined, ...Object.values(endpoint.sorts ?? {})].flatMap((campo) =>
    (campo === undefined ? ['desc'] : ['asc', 'desc']).map((verso) => ({ endpoint, campo, verso })),
  ),
)
const titleOf = ({ endpoint, campo, verso }: (typeof orders)[number]) =>
  `${nameOf(endpoint)} by ${campo === undefined ? 'its own order' : `${campo}, ${verso}`}`

describe('a list', () => {
  test.each(orders.map((order) => [titleOf(order), order] as const))(
    '%s has each row on one page',
    async (_title, { endpoint, campo, verso }) => {
      const request = { ...needsOf(endpoint), ...(campo !== undefined && { ordinamenti: [{ campo, verso }] }) }
      const whole = await read(endpoint, { ...request, a: 20 })
      expect(whole.status).toBe(200)
      const rows: unknown[] = whole.body.result.listaView
      // Reading the audit log adds to its beginning.
      const paged = await readByPages(endpoint, request, rows.length + 2)
      const first = paged.findIndex((row) => JSON.stringify(row) === JSON.stringify(rows[0]))
      expect(paged.slice(Math.max(first, 0)).slice(0, rows.length)).toEqual(rows)
      expect(new Set(paged.map((row) => JSON.stringify(row))).size).toBe(paged.length)
    },
  )

  test.each(lists.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s refuses a column that it does not have',
    async (_name, endpoint) => {
      const { status, body } = await read(endpoint, {
        ...needsOf(endpoint),
        ordinamenti: [{ campo: 'constructor', verso: 'asc' }],
      })
      expect(status).toBe(400)
      expect(body.result.errori).toMatchObject([{ campo: 'ordinamenti' }])
    },
  )

  test.each(lists.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s takes every filter',
    async (_name, endpoint) => {
      expect((await read(endpoint, { filtri: filtersOf(endpoint) })).status).toBe(200)
    },
  )

  test.each(lists.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s reads past U+0000 in a filter, and refuses it in an order and in the key of a row',
    async (_name, endpoint) => {
      const needed = (needsOf(endpoint) as { filtri?: object }).filtri ?? {}
      const key = Buffer.from(JSON.stringify(['a\u0000', 1])).toString('base64url')
      const text = Object.entries(filtersOf(endpoint) ?? {}).find(([, value]) => typeof value === 'string')
      const answerTo = async (typed: string) =>
        (await read(endpoint, { filtri: { ...needed, [text?.[0] ?? '']: typed } })).status
      if (text) expect(await answerTo('a\u0000bc')).toBe(await answerTo('abc'))
      for (const request of [
        { filtri: needed, ordinamenti: [{ campo: 'a\u0000', verso: 'asc' }] },
        { filtri: needed, dopo: key },
      ])
        expect([request, (await read(endpoint, request)).status]).toEqual([request, 400])
    },
  )

  test.each(lists.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s refuses by name what it does not know, within its filters and beside them',
    async (_name, endpoint) => {
      const { filtri = {} } = needsOf(endpoint) as { filtri?: object }
      for (const [request, campo] of [
        [{ filtri: { ...filtri, inventato: 'x' } }, 'filtri.inventato'],
        [{ filtri, inventato: 'x' }, 'inventato'],
      ] as const) {
        const { status, body } = await read(endpoint, request)
        expect(status).toBe(400)
        expect(body.result.errori).toMatchObject([{ campo, codice: 'filtro_sconosciuto' }])
      }
    },
  )

  test.each(lists.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s takes an empty, zero or -1 filter for none, and what callers send back for no filter',
    async (_name, endpoint) => {
      const needed = Object.keys((needsOf(endpoint) as { filtri?: object }).filtri ?? {})
      const rows = async (filtri: object) => {
        const beside = { v: '1732700000000', count: 0, listaView: [], ordinamenti: [] }
        const { status, body } = await read(endpoint, { da: 1, a: 20, ...beside, filtri })
        expect([filtri, status, body.result.errori]).toEqual([filtri, 200, undefined])
        return body.result.listaView as unknown[]
      }
      const all = filtersOf(endpoint) as Readonly<Record<string, unknown>> | undefined
      const kept = Object.fromEntries(needed.map((key) => [key, all?.[key]]))
      const names = Object.keys(all ?? {}).filter((key) => !needed.includes(key))
      const blank = (value: unknown) => ({ ...Object.fromEntries(names.map((name) => [name, value])), ...kept })
      const unset = await rows(kept)
      // Zero is an answer of those that choose between two.
      const zero = Object.fromEntries(Object.entries(blank(0)).filter(([name]) => !alternatives.includes(name)))
      // Reading the audit log adds to its beginning.
      for (const filtri of [blank(''), blank([]), blank(-1), blank([-1]), blank(null), zero])
        if (endpoint !== listAudit) expect(await rows(filtri)).toEqual(unset)
        else expect((await rows(filtri)).length).toBeGreaterThanOrEqual(unset.length)
    },
  )
})
