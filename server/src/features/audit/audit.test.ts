import { auditWords, type Endpoint, type Role } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { associationScenarios } from '../../../test/association-scenarios.ts'
import { batchScenarios } from '../../../test/batch-scenarios.ts'
import { type Caller, type Reply, startTestApp, type TestApp, taxCodeOf } from '../../../test/build-app.ts'
import { carryOutRequest } from '../../../test/carry-out-request.ts'
import { caseScenarios, fieldsOfList } from '../../../test/case-scenarios.ts'
import { exportScenarios } from '../../../test/export-scenarios.ts'
import { fileScenarios } from '../../../test/file-scenarios.ts'
import { followUpScenarios } from '../../../test/follow-up-scenarios.ts'
import { operatorOnWire, reminderOnWire, reportOnWire } from '../../../test/make.ts'
import { makeCase } from '../../../test/make-case.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const submit = '/v1/noauth/segnalazione'
const list = '/v1/segnalazioni/integrazione-segnalazione-view'
const detail = (id: number) => `/v1/segnalazioni/dettaglio/${id}`
const send = async (headers = {}): Promise<number> =>
  (await portal.visitor.raw('POST', submit, reportOnWire(), headers)).body.result.id_segnalazione

/** The stored entries that `work` adds. */
async function entriesOf<T>(work: () => Promise<T>) {
  const { rows } = await portal.database.pool.query('select coalesce(max(id), 0) as last from audit_entries')
  const result = await work()
  const found = await portal.database.pool.query('select * from audit_entries where id > $1 order by id', [
    rows[0].last,
  ])
  return { result, entries: found.rows.map((row) => ({ ...row, record_ids: row.record_ids.map(Number) })) }
}

interface Scenario {
  readonly as?: Role
  /** Tax code of the caller, if it is not the role's first person. */
  readonly person?: string
  /** Prepares the record; returns its id. */
  readonly prepare?: () => Promise<number>
  readonly call: (caller: Caller, id: number) => Promise<Reply>
  /** Ids of the records in the answer. */
  readonly ids: (result: Reply['body'], id: number) => readonly number[] | Promise<readonly number[]>
  readonly changedFields?: readonly string[]
  /** The kind of record that has a second entry. */
  readonly besides?: string
  /** The actor, if it is not the caller. */
  readonly actor?: Role | null
}

const rowIds = (name: string) => (result: { listaView: Record<string, number>[] }) =>
  result.listaView.map((row) => row[name] ?? 0)
const casesListed = { ids: rowIds('id_segnalazione'), changedFields: fieldsOfList }
const requestId = (result: { id_richiesta: number }) => [result.id_richiesta]
const self = (role: Role) => async () => [await portal.idOf(role)]
const withSeveralRoles = 'VTLNDR73S11L736T'

const assistanceOnWire = {
  nome: 'Ada',
  cognome: 'Prova',
  email: 'ada@example.it',
  oggetto: 1,
  messaggio: 'Aiuto',
  consenso: 1,
}

/** Starts or ends the calendar feed. */
const feedChange = (what: string): Scenario => ({
  call: (caller) => caller.raw('POST', `/v1/scadenze/calendario${what}`),
  ids: self('manager'),
  changedFields: ['feedMadeAt'],
})

/** A scenario for each audited endpoint of the contract; the first test fails if one is missing. */
const scenarios: Readonly<Record<string, Scenario>> = {
  [`POST ${submit}`]: {
    call: () => portal.visitor.raw('POST', submit, reportOnWire({ personaFisica: { nome: 'Ada' }, flag_anonimo: 1 })),
    ids: (result) => [result.id_segnalazione],
    changedFields: [
      ...['language', 'informationRead', 'profile', 'anonymous'],
      ...['message', 'eventDate', 'privacyConsent'],
    ],
    actor: null,
  },
  'POST /v1/assistenza/invio-mail': {
    call: () => portal.visitor.raw('POST', '/v1/assistenza/invio-mail', assistanceOnWire),
    ids: () => [],
    actor: null,
  },
  [`GET ${list}`]: { as: 'operatorTwo', call: (caller) => caller.raw('GET', list), ...casesListed },
  [`POST ${list}-pag`]: {
    call: (caller) => caller.raw('POST', `${list}-pag`, { filtri: { statoSegnalazione: [1] } }),
    ...casesListed,
  },
  'GET /v1/segnalazioni/dettaglio/:id': {
    as: 'operatorOne',
    prepare: send,
    call: (caller, id) => caller.raw('GET', detail(id)),
    ids: (result) => [result.id_segnalazione],
  },
  'GET /v1/segnalazioni/messaggi/:id': {
    prepare: send,
    call: (caller, id) => caller.raw('GET', `/v1/segnalazioni/messaggi/${id}`),
    ids: (_result, id) => [id],
  },
  'GET /v1/segnalazioni/corrispondenza/:id': {
    prepare: send,
    call: (caller, id) => caller.raw('GET', `/v1/segnalazioni/corrispondenza/${id}`),
    ids: (_result, id) => [id],
  },
  'POST /v1/segnalazioni/commenti/:id': {
    prepare: send,
    call: (caller, id) => caller.raw('POST', `/v1/segnalazioni/commenti/${id}`, { testo: 'Da risentire' }),
    ids: (_result, id) => [id],
    changedFields: ['comments'],
  },
  'POST /v1/segnalazioni/richiami/:id': {
    prepare: send,
    call: (caller, id) => caller.raw('POST', `/v1/segnalazioni/richiami/${id}`, reminderOnWire),
    ids: (_result, id) => [id],
    changedFields: ['reminders'],
  },
  'POST /v1/segnalazioni/richiami/:id/chiudi': {
    prepare: async () => {
      const id = await send()
      await (await portal.as('manager')).raw('POST', `/v1/segnalazioni/richiami/${id}`, reminderOnWire)
      return id
    },
    call: async (caller, id) => {
      const { rows } = await portal.database.pool.query('select id from case_reminders where case_id = $1', [id])
      const ended = { id_richiamo: rows[0].id, flag_tolto: 0 }
      return caller.raw('POST', `/v1/segnalazioni/richiami/${id}/chiudi`, ended)
    },
    ids: (_result, id) => [id],
    changedFields: ['reminders'],
  },
  'POST /v1/segnalazioni/messaggi/:id': {
    prepare: send,
    call: (caller, id) => caller.raw('POST', `/v1/segnalazioni/messaggi/${id}`, { testo: 'Buongiorno' }),
    ids: (_result, id) => [id],
    changedFields: ['messages'],
  },
  'GET /v1/calendario/:segreto': {
    prepare: () => makeCase(portal, { status: 'toAssign' }),
    call: async (caller) => {
      const { indirizzo } = (await caller.raw('POST', '/v1/scadenze/calendario')).body.result
      return portal.visitor.raw('GET', new URL(indirizzo).pathname.replace(/^.*\/api/, ''))
    },
    ids: async () => {
      const { rows } = await portal.database.pool.query(
        `select id from cases where status = 'toAssign' order by status_since, id`,
      )
      const reminded = await portal.database.pool.query(
        'select case_id as id from case_reminders where done_at is null order by due_on, id',
      )
      return [...rows, ...reminded.rows].map(({ id }) => id)
    },
    besides: 'user',
  },
  'POST /v1/scadenze/calendario': feedChange(''),
  'POST /v1/scadenze/calendario/chiudi': feedChange('/chiudi'),
  'GET /v1/segnalazioni/da-rivedere': {
    prepare: suspect,
    call: (caller) => caller.raw('GET', '/v1/segnalazioni/da-rivedere'),
    ids: rowIds('id_segnalazione'),
    changedFields: ['message'],
  },
  'POST /v1/segnalazioni/da-rivedere/:id/non-spam': {
    as: 'operatorTwo',
    prepare: suspect,
    call: (caller, id) => caller.raw('POST', `/v1/segnalazioni/da-rivedere/${id}/non-spam`),
    ids: (_result, id) => [id],
    changedFields: ['reviewedAt'],
  },
  ...fileScenarios(() => portal, send),
  ...batchScenarios(() => portal),
  ...followUpScenarios(() => portal),
  ...caseScenarios(() => portal),
  ...associationScenarios(() => portal),
  ...exportScenarios(() => portal),
  'POST /v1/mock': {
    call: () => portal.visitor.raw('POST', '/v1/mock', { cf: taxCodeOf('registerAdmin') }),
    ids: self('registerAdmin'),
    actor: 'registerAdmin',
  },
  'POST /v1/utenti/logout': {
    as: 'operatorTwo',
    call: (caller) => caller.raw('POST', '/v1/utenti/logout'),
    ids: self('operatorTwo'),
  },
  'POST /v1/ibm_security_logout': {
    as: 'operatorTwo',
    call: (caller) => caller.raw('POST', '/v1/ibm_security_logout?logout=Logout'),
    ids: self('operatorTwo'),
  },
  'POST /v1/utenti/set-ruolo': {
    as: 'operatorTwo',
    person: withSeveralRoles,
    call: (caller) => caller.raw('POST', '/v1/utenti/set-ruolo', { ruolo: 'ACLRUP' }),
    ids: (result) => [result.id_utente],
    changedFields: ['selectedRole'],
  },
  'GET /v1/utenti/sessioni': {
    as: 'registerOperator',
    call: (caller) => caller.raw('GET', '/v1/utenti/sessioni'),
    ids: self('registerOperator'),
  },
  'POST /v1/utenti/chiudi-sessioni': {
    as: 'registerOperator',
    call: (caller) => caller.raw('POST', '/v1/utenti/chiudi-sessioni', { flag_tieni_corrente: 1 }),
    ids: self('registerOperator'),
  },
  'POST /v1/admin/chiudi-sessioni': {
    prepare: addOperator,
    call: (caller, id) => caller.raw('POST', '/v1/admin/chiudi-sessioni', { id_utente: id }),
    ids: (_result, id) => [id],
  },
  'GET /v1/admin/operatori': { call: (caller) => caller.raw('GET', '/v1/admin/operatori'), ids: rowIds('id_utente') },
  'POST /v1/admin/operatori': {
    call: (caller) => caller.raw('POST', '/v1/admin/operatori', { filtri: { nominativo: 'ferri' } }),
    ids: rowIds('id_utente'),
  },
  'GET /v1/admin/operatori/:id': {
    prepare: addOperator,
    call: (caller, id) => caller.raw('GET', `/v1/admin/operatori/${id}`),
    ids: (_result, id) => [id],
  },
  'POST /v1/admin/add-operatore': {
    call: (caller) => caller.raw('POST', '/v1/admin/add-operatore', operatorOnWire()),
    ids: (result) => [result.id_utente],
    changedFields: ['taxCode', 'firstName', 'lastName', 'mail', 'enabledAt', 'isEnabled', 'roles'],
  },
  'POST /v1/admin/mod-operatore': {
    prepare: addOperator,
    call: (caller, id) =>
      caller.raw('POST', '/v1/admin/mod-operatore', { ...operatorOnWire(), id_utente: id, versione: 1, nome: 'Rosa' }),
    ids: (_result, id) => [id],
    changedFields: ['taxCode', 'firstName', 'mail'],
  },
  'POST /v1/admin/del-operatore': {
    prepare: addOperator,
    call: (caller, id) => caller.raw('POST', '/v1/admin/del-operatore', { id_utente: id }),
    ids: (_result, id) => [id],
    changedFields: ['deletedAt'],
  },
  'POST /v1/admin/riassegna-casi': {
    prepare: assignCase,
    call: async (caller) =>
      caller.raw('POST', '/v1/admin/riassegna-casi', {
        id_utente: await portal.idOf('operatorOne'),
        id_destinatari: [await portal.idOf('manager')],
      }),
    ids: (_result, id) => [id],
    changedFields: ['assignedTo'],
  },
  'POST /v1/admin/batch-utenze': {
    call: (caller) => caller.raw('POST', '/v1/admin/batch-utenze', { nome_file: 'utenze.csv', contenuto: usersFile() }),
    ids: (result) => [result.esecuzione.numero_univoco],
  },
  'GET /v1/audit': { call: (caller) => caller.raw('GET', '/v1/audit'), ids: rowIds('id_voce') },
  'GET /v1/audit/verifica': { call: (caller) => caller.raw('GET', '/v1/audit/verifica'), ids: () => [] },
  'POST /v1/diritti': {
    as: 'operatorTwo',
    call: (caller) =>
      caller.raw('POST', '/v1/diritti', { tipo: 'cancellazione', codice_fiscale: '12345678903', motivo: reason }),
    ids: requestId,
  },
  'GET /v1/diritti': { call: (caller) => caller.raw('GET', '/v1/diritti'), ids: rowIds('id_richiesta') },
  'GET /v1/diritti/:id': {
    prepare: requestRights,
    call: (caller, id) => caller.raw('GET', `/v1/diritti/${id}`),
    ids: requestId,
  },
  'POST /v1/diritti/:id/approva': {
    prepare: requestRights,
    call: (caller, id) => caller.raw('POST', `/v1/diritti/${id}/approva`, { motivo: reason }),
    ids: requestId,
    changedFields: ['status', 'decisionReason'],
  },
  'GET /v1/diritti/:id/archivio': {
    prepare: exportRights,
    call: (caller, id) => caller.raw('GET', `/v1/diritti/${id}/archivio`),
    ids: (_result, id) => [id],
  },
  'POST /v1/diritti/:id/rifiuta': {
    prepare: requestRights,
    call: (caller, id) => caller.raw('POST', `/v1/diritti/${id}/rifiuta`, { motivo: reason }),
    ids: requestId,
    changedFields: ['status', 'decisionReason'],
  },
}

const reason = 'Richiesta scritta, identità verificata.'

async function suspect(): Promise<number> {
  const id = await send()
  await portal.database.pool.query("update cases set suspect_reasons = '{links}' where id = $1", [id])
  return id
}

async function addOperator(): Promise<number> {
  const { body } = await manager.raw('POST', '/v1/admin/add-operatore', operatorOnWire())
  return body.result.id_utente
}

async function assignCase(): Promise<number> {
  const id = await send()
  const operator = await portal.idOf('operatorOne')
  await portal.database.pool.query(`update cases set assigned_to = $1, status = 'inWorkOne' where id = $2`, [
    operator,
    id,
  ])
  return id
}

function usersFile(): string {
  const { listaRuolo, ...account } = operatorOnWire()
  const row = { ...account, ruoli: String(listaRuolo) }
  const text = [Object.keys(row), Object.values(row)].map((cells) => cells.join(';')).join('\n')
  return Buffer.from(text).toString('base64')
}

async function requestRights(): Promise<number> {
  const operator = await portal.as('operatorOne')
  const rightsRequest = { tipo: 'esportazione', codice_fiscale: '12345678903', motivo: reason }
  return (await operator.raw('POST', '/v1/diritti', rightsRequest)).body.result.id_richiesta
}

async function exportRights(): Promise<number> {
  const id = await requestRights()
  await manager.raw('POST', `/v1/diritti/${id}/approva`, { motivo: reason })
  await carryOutRequest(portal, id)
  return id
}

/** Entries of anonymous calls have no network. */
const networkFor = (actor: unknown) => (actor ? '127.0.0.0/24' : null)

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const isAudited = ({ audit }: Endpoint) => audit !== 'none'

describe('every endpoint with an audit word', () => {
  test('has a scenario below', () => {
    const names = portal.app.served.filter(isAudited).map(nameOf)
    expect(names.filter((name) => !scenarios[name])).toEqual([])
  })

  test.each(Object.entries(scenarios))('%s leaves exactly one complete entry', async (name, scenario) => {
    const role = scenario.as ?? 'manager'
    const caller = await portal.asPerson(scenario.person ?? taxCodeOf(role))
    const callerId = (await caller.raw('GET', '/v1/utenti/in-sessione')).body.result.id_utente
    await send()
    const id = (await scenario.prepare?.()) ?? 0
    const { result, entries } = await entriesOf(() => scenario.call(caller, id))
    expect(result).toMatchObject({ status: 200 })
    const endpoint = portal.app.served.find((served) => nameOf(served) === name)
    const word = endpoint?.audit ?? 'none'
    const actor = scenario.actor === undefined ? role : scenario.actor
    expect(entries.filter((entry) => entry.record_kind !== scenario.besides)).toEqual([
      {
        id: expect.any(Number),
        at: portal.clock.now(),
        user_id: actor && (actor === role ? callerId : await portal.idOf(actor)),
        role: actor,
        action: word,
        outcome: 'done',
        record_kind: word === 'none' ? null : auditWords[word],
        record_ids: await scenario.ids(result.body.result, id),
        request_id: result.headers['x-request-id'],
        network: networkFor(actor),
        changed_fields: scenario.changedFields ?? [],
      },
    ])
  })

  test('leaves an entry of the refusal for a signed-in user without permission', async () => {
    const id = await send()
    const outsider = await portal.as('associationMember')
    const isForbidden = ({ allow }: Endpoint) => Array.isArray(allow) && !allow.includes('associationMember')
    const refused = portal.app.served.filter((served) => isAudited(served) && isForbidden(served))
    const { entries } = await entriesOf(async () => {
      for (const endpoint of refused) {
        const path = endpoint.path.replaceAll(/:\w+/g, String(id))
        const { status } = await outsider.raw(endpoint.method, path, endpoint.method === 'POST' ? {} : undefined)
        expect({ path, status }).toEqual({ path, status: 403 })
      }
    })
    const userId = await portal.idOf('associationMember')
    expect(entries).toEqual(
      refused.map(({ audit, path }) =>
        expect.objectContaining({
          action: audit,
          outcome: 'refused',
          user_id: userId,
          role: 'associationMember',
          record_kind: audit === 'none' ? null : auditWords[audit],
          record_ids: path.includes(':id') ? [id] : [],
        }),
      ),
    )
  })
})

describe('an entry', () => {
  test('of an encryption under a new key comes with one of the key', async () => {
    await portal.database.pool.query("update runs set state = 'done', finished_at = now() where finished_at is null")
    const { result, entries } = await entriesOf(() =>
      manager.raw('POST', '/v1/migrazione/dati-sensibili', { flag_nuova_chiave: 1 }),
    )
    expect(entries).toMatchObject([
      { action: 'encryption_started', record_kind: 'key', record_ids: [expect.any(Number)] },
      { action: 'encryption_started', record_kind: 'batch', record_ids: [result.body.result.numero_univoco] },
    ])
  })

  test('of a list is one entry with all ids', async () => {
    for (let index = 0; index < 12; index++) await send()
    const { result, entries } = await entriesOf(() => manager.raw('GET', `${list}?da=1&a=12`))
    expect(entries).toHaveLength(1)
    expect(entries[0].record_ids).toEqual(rowIds('id_segnalazione')(result.body.result))
    expect(entries[0].record_ids).toHaveLength(12)
  })

  test('exists for an empty list too', async () => {
    const { entries } = await entriesOf(() => manager.raw('GET', `${list}?filtri={"pertinenza":[999]}`))
    expect(entries).toMatchObject([{ action: 'case_list_read', record_ids: [], changed_fields: [] }])
  })

  test('exists for a record that the user may not see, and not for a missing one', async () => {
    const id = await send()
    await portal.database.pool.query(`update cases set status = 'inWorkTwo' where id = $1`, [id])
    const operator = await portal.as('operatorOne')
    const { entries } = await entriesOf(async () => {
      expect((await operator.raw('GET', detail(id))).status).toBe(403)
      expect((await operator.raw('GET', detail(999_999))).status).toBe(404)
    })
    expect(entries).toMatchObject([{ action: 'case_read', outcome: 'refused', record_kind: 'case', record_ids: [id] }])
  })

  test('does not exist for polls, reference lists, invalid input and anonymous callers', async () => {
    const { entries } = await entriesOf(async () => {
      for (let index = 0; index < 5; index++) await manager.raw('GET', '/v1/segnalazioni/numero-casi')
      await manager.raw('GET', '/v1/tipologiche/all-dettaglio/it')
      await manager.raw('GET', '/v1/mock')
      await manager.raw('GET', `${list}?da=0`)
      await portal.visitor.raw('GET', list)
      await portal.visitor.raw('POST', submit, {})
      await portal.visitor.raw('POST', '/v1/mock', { cf: 'NESSUNO' })
    })
    expect(entries).toEqual([])
  })

  test('of a repeated report says so, with the same record', async () => {
    const id = await send({ 'idempotency-key': 'twice' })
    const { entries } = await entriesOf(() => send({ 'idempotency-key': 'twice' }))
    expect(entries).toMatchObject([{ action: 'report_submitted', record_ids: [id], changed_fields: [] }])
  })

  test('is rolled back with its change', async () => {
    await portal.database.pool.query('alter table mails rename to mails_gone')
    const { result, entries } = await entriesOf(() => portal.visitor.raw('POST', submit, reportOnWire()))
    await portal.database.pool.query('alter table mails_gone rename to mails')
    expect({ status: result.status, entries }).toEqual({ status: 500, entries: [] })
  })

  test('that cannot be written blocks the answer and the change, and raises an alarm', async () => {
    const logLines: string[] = []
    const watched = await startTestApp({ beside: portal, logLines })
    const reader = await watched.as('manager')
    const id = await send()
    const count = async () => (await portal.database.pool.query('select from cases')).rowCount
    const before = await count()
    await portal.database.pool.query(
      `alter table audit_entries add constraint full_up check (action = 'none') not valid`,
    )
    const read = await reader.raw('GET', detail(id))
    const listed = await reader.raw('GET', list)
    const sent = await watched.visitor.raw('POST', submit, reportOnWire())
    const signedIn = await watched.visitor.raw('POST', '/v1/mock', { cf: taxCodeOf('manager') })
    await portal.database.pool.query('alter table audit_entries drop constraint full_up')
    for (const { status, body, headers } of [read, listed, sent, signedIn]) {
      expect({ status, word: body.errorCode }).toEqual({ status: 503, word: 'servizio_non_disponibile' })
      expect(JSON.stringify(body)).not.toMatch(/Niccolò|UNAR-|FRRGLI/)
      expect(headers['set-cookie']).toBeUndefined()
    }
    expect(await count()).toBe(before)
    expect(logLines.filter((line) => line.includes('"alert":"audit"'))).toHaveLength(4)
    await watched.close()
  })

  test('contains no values of fields and no personal data', async () => {
    await send()
    await manager.raw('GET', list)
    const { rows } = await portal.database.pool.query('select string_agg(e::text, chr(10)) as log from audit_entries e')
    expect(rows[0].log).not.toMatch(/Niccol|Angelo|niccolo@|0612345678|anagrafe|Umilt|FRRGLI|Giulia|127\.0\.0\.1/)
  })
})
