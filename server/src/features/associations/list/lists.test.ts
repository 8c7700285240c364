import {
  type AssociationStatus,
  associationListTabs,
  countAssociationTabs,
  countNewRequests,
  getRegisterQueue,
  listEnrolled,
  listNewRequests,
  listNotEnabled,
  type RegisterTab,
} from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { applicationOnWire, makeAssociation } from '../../../../test/make-association.ts'

let portal: TestApp
const made: Record<string, { id: number; number: string }> = {}
beforeAll(async () => {
  portal = await startTestApp()
  await portal.database.pool.query('delete from association_people')
  await portal.database.pool.query('delete from associations')
  const { anagrafica } = applicationOnWire([])
  const make = async (name: string, options: Parameters<typeof makeAssociation>[1] = {}) => {
    const wire = { ragione_sociale: name, ...options.wire }
    made[name] = await makeAssociation(portal, { ...options, wire })
    portal.clock.advance(86_400)
  }
  portal.clock.set(new Date('2026-11-01T10:00:00.000Z'))
  await make('Zenzero', { wire: { anagrafica: { ...anagrafica, id_regione: 5, email: 'zenzero@radici.example' } } })
  await make('Àncora', { status: 'documentsAsked', columns: { documentsDueOn: '2026-11-10' } })
  await make('Bussola', {
    status: 'approvedToSign',
    wire: { listaPersonaGiuridicaSottoGround: [{ id_ground: 2, priorita: 0 }, { id_ground: 3 }] },
  })
  await make('Corda', {
    status: 'renewalAsked',
    columns: { requestedAt: new Date('2025-01-15T10:00:00.000Z'), renewalRequestedOn: '2026-11-04' },
  })
  await make('Dado', { status: 'renewalApproved' })
  await make('Edera', { status: 'enrolled', columns: { enrolledOn: '2026-03-01', expiresOn: '2026-12-31' } })
  await make('Faro', {
    status: 'enrolled',
    columns: { enrolledOn: '2026-02-01', renewedOn: '2026-10-01', expiresOn: '2027-10-01' },
  })
  await make('Ginestra', { status: 'expired', columns: { closedOn: '2026-10-10' } })
  await make('Humus', { status: 'removed', columns: { closedOn: '2026-10-12' } })
  await make('Isola', { status: 'rejected', columns: { closedOn: '2026-10-11' } })
  portal.clock.set(new Date('2026-11-20T10:00:00.000Z'))
})
afterAll(() => portal.close())

type Row = Record<string, unknown> & { ragione_sociale: string }
async function read(list: string, filtri: object = {}, campo?: string, verso = 'asc'): Promise<Row[]> {
  const caller = await portal.as('registerOperator')
  const body = { filtri, da: 1, a: 50, ...(campo && { ordinamenti: [{ campo, verso }] }) }
  const reply = await caller.raw('POST', `/v1/associazioni/${list}`, body)
  expect([reply.status, reply.body.result?.errori]).toEqual([200, undefined])
  return reply.body.result.listaView
}
const names = async (...query: Parameters<typeof read>) => (await read(...query)).map((row) => row.ragione_sociale)

describe('the lists', () => {
  test('hold the statuses of their own, in their own order', async () => {
    expect(await names('lista-web')).toEqual(['Zenzero', 'Àncora', 'Bussola', 'Corda', 'Dado'])
    expect(new Set(await names('lista-iscritte'))).toEqual(new Set(['Edera', 'Faro']))
    expect(new Set(await names('lista-cancellate'))).toEqual(new Set(['Ginestra', 'Humus', 'Isola']))
  })

  test('show, sort and filter a renewal by its own request; when it first applied is said beside', async () => {
    const ofRenewal = { data_richiesta_da: '2026-11-04', data_richiesta_a: '2026-11-04' }
    expect(await read('lista-web', ofRenewal)).toMatchObject([
      {
        ragione_sociale: 'Corda',
        data_richiesta: '2026-11-03T23:00:00.000Z',
        data_prima_richiesta: '2025-01-15T10:00:00.000Z',
      },
    ])
    const [first] = await read('lista-web', { ragione_sociale: 'Zenzero' })
    expect(first).not.toHaveProperty('data_prima_richiesta')
  })

  test.each([
    ['piva', () => made.Zenzero?.number],
    ['legale_rappresentante', () => 'bruni'],
    ['email', () => 'zenzero@radici.example'],
  ])('find by %s the same by GET as by POST', async (filter, value) => {
    const caller = await portal.as('registerOperator')
    const filtri = { [filter]: value() }
    const query = new URLSearchParams({ a: '50', filtri: JSON.stringify(filtri) })
    const { status, body } = await caller.raw('GET', `/v1/associazioni/lista-web?${query}`)
    expect(status).toBe(200)
    const found = (body.result.listaView as Row[]).map((row) => row.ragione_sociale)
    expect(found).toContain('Zenzero')
    expect(found).toEqual(await names('lista-web', filtri))
  })

  test('have the columns of the specification', async () => {
    const [row] = await read('lista-web')
    expect(row).toEqual({
      id_persona_giuridica: made.Zenzero?.id,
      ragione_sociale: 'Zenzero',
      piva: made.Zenzero?.number,
      versione: 1,
      numero_richiesta: 'R-2026-000001',
      id_stato_persona_giuridica: 1,
      data_richiesta: '2026-11-01T10:00:00.000Z',
      legale_rappresentante: 'Bruni Mario',
      email: 'zenzero@radici.example',
      id_regione: 5,
      id_ground: 1,
      flag_in_ritardo: 0,
      flag_proposta: 0,
      flag_cancellazione_richiesta: 0,
    })
    const [, late] = await read('lista-web')
    expect(late).toMatchObject({ flag_in_ritardo: 1, data_scadenza_integrazione: '2026-11-10T00:00:00.000Z' })
    expect((await read('lista-iscritte', { ragione_sociale: 'faro' }))[0]).toMatchObject({
      data_iscrizione: '2026-02-01T00:00:00.000Z',
      data_rinnovo_iscrizione: '2026-10-01T00:00:00.000Z',
    })
    expect((await read('lista-cancellate', { ragione_sociale: 'humus' }))[0]).toMatchObject({
      data_chiusura: '2026-10-12T00:00:00.000Z',
    })
  })

  test.each([
    ['lista-web', 'ragione_sociale', ['Àncora', 'Bussola', 'Corda', 'Dado', 'Zenzero']],
    ['lista-web', 'data_richiesta', ['Zenzero', 'Àncora', 'Bussola', 'Corda', 'Dado']],
    ['lista-iscritte', 'ragione_sociale', ['Edera', 'Faro']],
    ['lista-iscritte', 'data_iscrizione', ['Faro', 'Edera']],
    ['lista-iscritte', 'data_scadenza_iscrizione', ['Edera', 'Faro']],
    ['lista-cancellate', 'data_chiusura', ['Ginestra', 'Isola', 'Humus']],
  ] as const)('%s sorts by %s, both ways', async (list, column, order) => {
    expect(await names(list, {}, column)).toEqual(order)
    expect(await names(list, {}, column, 'desc')).toEqual([...order].reverse())
  })

  test.each([
    [{ stato_richiesta: [3, 4] }, ['Àncora', 'Bussola']],
    [{ stato_richiesta: [5] }, []],
    [{ regione: [5] }, ['Zenzero']],
    [{ ground: [3] }, ['Bussola']],
    [{ ground: [2], regione: [5] }, []],
    [{ ragione_sociale: 'ancora' }, ['Àncora']],
    [{ ragione_sociale: 'BUSS' }, ['Bussola']],
    [{ legale_rappresentante: 'mario bruni' }, ['Zenzero', 'Àncora', 'Bussola', 'Corda', 'Dado']],
    [{ legale_rappresentante: 'rossi' }, []],
    [{ email: 'zenzero@radici.example' }, ['Zenzero']],
    [
      { data_richiesta_da: '2026-11-02T00:00:00.000Z', data_richiesta_a: '2026-11-03T00:00:00.000Z' },
      ['Àncora', 'Bussola'],
    ],
    [{ data_evento_da: '2026-01-01T00:00:00.000Z', data_evento_a: '2026-11-01T00:00:00.000Z' }, ['Zenzero']],
    [
      { data_iscrizione_da: '2026-01-10T00:00:00.000Z', data_iscrizione_a: '2026-12-31T00:00:00.000Z' },
      ['Corda', 'Dado'],
    ],
    [{ data_rinnovo_da: '2026-01-01T00:00:00.000Z', data_rinnovo_a: '2026-12-31T00:00:00.000Z' }, []],
    [{ in_ritardo: 1 }, ['Àncora']],
    [{ tocca_a: 'registro' }, ['Zenzero', 'Àncora', 'Corda']],
    [{ tocca_a: ['rup', 'associazione'] }, ['Bussola', 'Dado']],
    [{ tocca_a: 'amministratore_registro' }, []],
  ] as const)('filter by %j', async (filters, expected) => expect(await names('lista-web', filters)).toEqual(expected))

  test('find a number and an id, and refuse too little and a reversed range', async () => {
    expect(await names('lista-web', { piva: made.Corda?.number })).toEqual(['Corda'])
    expect(await names('lista-web', { id_persona_giuridica: made.Dado?.id })).toEqual(['Dado'])
    const staff = await portal.as('registerOperator')
    expect((await staff.raw('POST', '/v1/associazioni/lista-web', { filtri: { ragione_sociale: 'a' } })).status).toBe(
      400,
    )
    const reversed = { data_richiesta_da: '2026-11-03T00:00:00.000Z', data_richiesta_a: '2026-11-01T00:00:00.000Z' }
    expect((await staff.raw('POST', '/v1/associazioni/lista-web', { filtri: reversed })).status).toBe(400)
  })
})

test('the numbers of the home page are those of the lists, and what waits for each role', async () => {
  const count = async (role: 'registerOperator' | 'registerAdmin' | 'manager') =>
    (await (await portal.as(role)).raw('GET', '/v1/associazioni/numero-nuove-richieste')).body.result
  const all = { nuoveRichieste: 5, inRitardo: 1, iscritte: 2, inScadenza: 1, nonAbilitate: 3, avvisi: 0 }
  expect(await count('registerOperator')).toEqual({ ...all, daLavorare: 3, toccaATe: 3 })
  expect(await count('registerAdmin')).toEqual({ ...all, daLavorare: 3, toccaATe: 3 })
  expect(await count('manager')).toEqual({ ...all, daLavorare: 2, toccaATe: 2 })
})

const endpoints = { newRequests: listNewRequests, enrolled: listEnrolled, notEnabled: listNotEnabled } as const
const listNames = Object.keys(endpoints) as (keyof typeof endpoints)[]

describe.each(['registerOperator', 'registerAdmin', 'manager'] as const)('the tabs of the lists for %s', (role) => {
  test.each(listNames)('count the rows that they open: %s', async (list) => {
    const caller = await portal.as(role)
    const { rows } = await caller.call(countAssociationTabs, { query: { list } })
    const opened = associationListTabs(list, role).map(async ({ name: tab, filters }) => {
      const { count } = await caller.call(endpoints[list], { query: { filters } })
      return { tab, count }
    })
    expect(rows).toEqual(await Promise.all(opened))
  })

  test('begin with what the badge of the menu counts', async () => {
    const caller = await portal.as(role)
    const { waiting } = await caller.call(countNewRequests)
    const { rows } = await caller.call(countAssociationTabs, { query: { list: 'newRequests' } })
    expect(rows[0]).toEqual({ tab: 'mine', count: waiting })
  })
})

test('what waits for a decision or for the association is in the queue of who decides, the earliest term first, and found by its filter', async () => {
  const proposedAt = (day: string) => ({ proposedAt: new Date(`${day}T10:00:00.000Z`) })
  const make = (name: string, status: AssociationStatus, columns: object) =>
    makeAssociation(portal, { status, columns, wire: { ragione_sociale: name } })
  const waiting = { origin: 'renewalAsked', enrolledOn: '2025-09-01' }
  const checked = (checkedDocuments: number[], day: string) => ({
    checkedDocuments,
    requestedAt: new Date(`${day}T10:00:00.000Z`),
  })
  const all = [
    await make('Propone', 'enrolled', proposedAt('2026-10-21')),
    await make('Propone Tardi', 'enrolled', proposedAt('2026-10-20')),
    await make('Scaduta Propone', 'expired', proposedAt('2026-11-01')),
    await make('Esce', 'enrolled', { removalRequestedOn: '2026-10-21' }),
    await make('Esce Tardi', 'enrolled', { removalRequestedOn: '2026-10-20' }),
    await make('Verificata', 'submitted', checked([1, 2, 3, 4, 5, 6, 7], '2026-10-21')),
    await make('Verificata Tardi', 'renewalAsked', checked([3, 4, 5, 6, 7], '2026-10-20')),
    await make('Verificata a metà', 'submitted', checked([3, 4, 5, 6, 7], '2026-10-20')),
    await make('Rinnova', 'documentsAsked', { ...waiting, expiresOn: '2026-09-07' }),
    await make('Rinnova Tardi', 'documentsAsked', { ...waiting, expiresOn: '2026-09-06' }),
  ]
  const ids = all.map(({ id }) => id)
  const found = async (list: string, filter: object) => (await names(list, filter)).toSorted()
  const queueOf = async (role: 'registerOperator' | 'registerAdmin' | 'manager', tab: RegisterTab) => {
    const caller = await portal.as(role)
    const { rows, ...counts } = await caller.call(getRegisterQueue, { query: { tab } })
    const mine = (await caller.raw('GET', '/v1/associazioni/numero-nuove-richieste')).body.result.toccaATe
    expect({ role, mine: counts.mine }).toEqual({ role, mine })
    expect(rows).toHaveLength(counts[tab])
    return rows.filter(({ id }) => ids.includes(id)).map(({ name, step, dueState }) => `${name}: ${step} ${dueState}`)
  }
  expect(await queueOf('manager', 'mine')).toEqual(['Esce Tardi: decideRemoval late', 'Esce: decideRemoval soon'])
  const proposals = ['Propone: decideProposal soon', 'Scaduta Propone: decideProposal onTime']
  const late = ['Propone Tardi: decideProposal late', 'Verificata a metà: check late']
  expect(await queueOf('registerOperator', 'mine')).toEqual([...late, ...proposals])
  expect(await queueOf('registerAdmin', 'mine')).toEqual([
    'Propone Tardi: decideProposal late',
    'Verificata Tardi: approve late',
    'Verificata a metà: check late',
    'Propone: decideProposal soon',
    'Verificata: approve soon',
    'Scaduta Propone: decideProposal onTime',
  ])
  expect(await queueOf('registerOperator', 'others')).toContain('Esce: decideRemoval soon')
  expect(await found('lista-iscritte', { con_proposta: 1 })).toEqual(['Propone', 'Propone Tardi'])
  expect(await found('lista-cancellate', { con_proposta: 1 })).toEqual(['Scaduta Propone'])
  expect(await found('lista-iscritte', { cancellazione_richiesta: 1 })).toEqual(['Esce', 'Esce Tardi'])
  expect(await found('lista-web', { verifica_completa: 1 })).toEqual(['Verificata', 'Verificata Tardi'])
  expect(await found('lista-web', { rinnovo_in_attesa: 1 })).toEqual(['Rinnova', 'Rinnova Tardi'])
  const { pool } = portal.database
  for (const table of ['association_events', 'association_certificates'])
    await pool.query(`delete from ${table} where association_id = any($1)`, [ids])
  await pool.query('delete from associations where id = any($1)', [ids])
})

describe('one search over all lists', () => {
  const search = async (testo: string) =>
    (await portal.as('registerOperator')).raw('POST', '/v1/associazioni/cerca', { testo })
  const found = async (testo: string) =>
    (await search(testo)).body.result.listaView.map((row: Row) => row.ragione_sociale) as string[]

  test.each([
    ['the beginning of a name, without its accent', () => 'anco', ['Àncora']],
    ['a name of another list', () => 'ginestra', ['Ginestra']],
    ['a VAT number', () => made.Faro?.number ?? '', ['Faro']],
    ['a mail', () => 'zenzero@radici.example', ['Zenzero']],
  ])('finds %s', async (_what, text, names) => expect(await found(text())).toEqual(names))

  test('finds the number of a request, and nothing where nothing fits', async () => {
    const [first] = await read('lista-web', { ragione_sociale: 'Zenzero' })
    expect(await found(String(first?.numero_richiesta).toLowerCase())).toEqual(['Zenzero'])
    expect((await search('bruni')).body.result).toMatchObject({ flag_altre: 0 })
    expect((await search('nessuno si chiama così')).body.result).toEqual({ listaView: [], flag_altre: 0 })
  })

  test('refuses a text that says too little', async () => {
    const { status, body } = await search('a')
    expect([status, body.errorCode]).toEqual([400, 'dati_non_validi'])
  })
})

test('the associations of a person are found by tax code', async () => {
  const member = await portal.idOf('associationMember')
  await makeAssociation(portal, { status: 'expired', members: [member], wire: { ragione_sociale: 'Lago' } })
  const staff = await portal.as('registerOperator')
  const { rows } = await portal.database.pool.query(
    'select count(*)::int as n from association_people where user_id = $1',
    [member],
  )
  const cf = (await (await portal.as('associationMember')).raw('GET', '/v1/utenti/in-sessione')).body.result.cf
  const found = await staff.raw('POST', '/v1/associazioni/lista-referente', { cf: cf.toLowerCase() })
  expect(found.body.result).toMatchObject({ count: rows[0].n })
  expect(found.body.result.listaView.map((row: Row) => row.ragione_sociale)).toContain('Lago')
  const none = await staff.raw('POST', '/v1/associazioni/lista-referente', { cf: 'NSSNSN80A01H501Y' })
  expect(none.body.result).toMatchObject({ count: 0, listaView: [] })
})

test('search finds every record again after its key was renewed', async () => {
  const manager = await portal.as('manager')
  const started = await manager.raw('POST', '/v1/migrazione/dati-sensibili', { flag_nuova_chiave: 1 })
  expect(started.status).toBe(200)
  await portal.services.runs.work({ runId: started.body.result.numero_univoco })
  const { rows } = await portal.database.pool.query('select distinct key_id from associations')
  expect(rows).toEqual([{ key_id: expect.any(Number) }])
  expect(rows[0].key_id).toBeGreaterThan(1)
  expect(await names('lista-web', { ragione_sociale: 'zenzero' })).toEqual(['Zenzero'])
  expect(await names('lista-web', { piva: made.Corda?.number })).toEqual(['Corda'])
  expect(await names('lista-web', { email: 'zenzero@radici.example' })).toEqual(['Zenzero'])
  expect(await names('lista-web', { legale_rappresentante: 'bruni' })).toHaveLength(5)
})
