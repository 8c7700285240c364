import {
  type CaseStatus,
  caseStatusIds,
  getCase,
  listCaseEvents,
  listNotices,
  type Role,
  roleCodes,
} from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { makeCase } from '../../../../test/make-case.ts'
import { sendNotices } from '../../../../test/send-notices.ts'

let portal: TestApp
const callers = {} as Record<Role, Caller>
const people = {} as Record<Role, number>
const roles = Object.keys(roleCodes) as Role[]
beforeAll(async () => {
  portal = await startTestApp()
  for (const role of roles) {
    callers[role] = await portal.as(role)
    people[role] = await portal.idOf(role)
  }
})
afterAll(() => portal.close())

const path = '/v1/segnalazioni/cambia-stato-segnalazione'
const statuses = Object.keys(caseStatusIds) as CaseStatus[]
const statusOf = async (id: number) =>
  (await portal.database.pool.query<{ status: CaseStatus }>('select status from cases where id = $1', [id])).rows[0]
    ?.status

/** What each action is given so that nothing but the table decides. */
const given = (): Record<string, object> => ({
  prendi_in_carico: {},
  assegna_op1: { id_operatore: people.operatorOne },
  assegna_op2: { id_operatore: people.operatorTwo },
  invia_in_attribuzione: { id_pertinenza: 1, id_ground: 1 },
  restituisci: { motivo: 'Serve altro.' },
  assegna_esterno: {
    id_ente_esterno: 1,
    data_assegnazione_esterna: '2026-11-19T00:00:00.000Z',
    protocollo_esterno: 'OSCAD 12/2026',
    base_giuridica: 'art. 7',
  },
  riapri_da_esterno: { motivo: 'Ha risposto.' },
  proponi_chiusura: { id_esito_finale: 3 },
  rimanda: { motivo: 'Manca il parere.' },
  chiudi: { id_esito_finale: 3, id_azioni_svolte: 1, flag_risposta_immediata: 1 },
  riapri: { motivo: 'Nuovi elementi.' },
  annulla: { motivo: 'Duplicato.' },
})

/** The table of decisions §5: action, from which statuses, who, where it leads by role (0: the status stays). */
// biome-ignore format: a table
const rows: readonly (readonly [word: string, from: readonly number[], to: Partial<Record<Role, number>>])[] = [
  ['prendi_in_carico',      [1, 7],             { operatorOne: 3, operatorTwo: 4 }],
  ['assegna_op1',           [1, 2, 3, 7],       { manager: 3 }],
  ['assegna_op2',           [1, 2, 3, 4, 7],    { manager: 4 }],
  ['invia_in_attribuzione', [1, 3, 7],          { manager: 2, operatorOne: 2 }],
  ['restituisci',           [4],                { manager: 2, operatorTwo: 2 }],
  ['assegna_esterno',       [2, 4],             { manager: 5 }],
  ['riapri_da_esterno',     [5],                { manager: 4 }],
  ['proponi_chiusura',      [3, 4],             { manager: 0, operatorOne: 0, operatorTwo: 0 }],
  ['rimanda',               [3, 4],             { manager: 0 }],
  ['chiudi',                [2, 3, 4, 5],       { manager: 6 }],
  ['riapri',                [6],                { manager: 7 }],
  ['annulla',               [1, 2, 3, 4, 5, 7], { manager: 8 }],
]
/** What level I may besides: close a case of its own at once. */
const leadsTo = (word: string, role: Role, status: number): number | undefined => {
  if (word === 'chiudi' && role === 'operatorOne') return status === 3 ? 6 : undefined
  const row = rows.find(([name]) => name === word)
  const to = row?.[1].includes(status) ? row[2][role] : undefined
  return to === 0 ? status : to
}

const may = (word: string, role: Role) =>
  [1, 2, 3, 4, 5, 6, 7, 8].some((status) => leadsTo(word, role, status) !== undefined)
const done = { status: 200, errorCode: null }
const wrongStatus = { status: 409, errorCode: 'stato_non_ammesso' }
const wrongRole = { status: 403, errorCode: 'non_autorizzato' }
const errorOf = (word: string, role: Role) => (may(word, role) ? wrongStatus : wrongRole)

/** A case on which the user may take the action: unassigned for `take`, else their own; with a proposal to close where the action rejects one. */
const caseFor = (role: Role, status: CaseStatus, word: string) =>
  makeCase(portal, {
    status,
    createdBy: people[role],
    assignedTo: word === 'prendi_in_carico' ? null : people[role],
    columns: word === 'rimanda' ? { closing_proposed_at: portal.clock.now() } : {},
  })

describe('every cell of the table of transitions', () => {
  const cells = rows.flatMap(([word]) => roles.map((role) => [word, role] as const))

  test.each(cells)('%s by %s, from every status', async (word, role) => {
    for (const status of statuses) {
      const id = await caseFor(role, status, word)
      const body = { id_segnalazione: id, versione: 1, azione: word, ...given()[word] }
      const reply = await callers[role].raw('POST', path, body)
      const to = leadsTo(word, role, caseStatusIds[status])
      const expected = to !== undefined ? done : errorOf(word, role)
      const { errorCode, result } = reply.body
      expect({ from: status, status: reply.status, errorCode }).toEqual({ from: status, ...expected })
      expect(caseStatusIds[(await statusOf(id)) ?? 'open']).toBe(to ?? caseStatusIds[status])
      if (to === undefined) expect(result.descrizione.length).toBeGreaterThan(20)
    }
  })
})

describe('what the table asks beyond role and status', () => {
  const act = (role: Role, body: object) => callers[role].raw('POST', path, { versione: 1, ...body })
  const errors = (body: { result: { errori: { campo: string; messaggio: string }[] } }) =>
    body.result.errori.map(({ campo, messaggio }) => `${campo}: ${messaggio}`)

  test('only an unassigned case can be taken', async () => {
    const id = await makeCase(portal, { assignedTo: people.operatorTwo })
    const { status, body } = await act('operatorOne', { id_segnalazione: id, azione: 'prendi_in_carico' })
    expect({ status, word: body.errorCode }).toEqual({ status: 409, word: 'caso_gia_assegnato' })
  })

  test.each(['operatorOne', 'operatorTwo'] as const)('%s acts on no case of somebody else', async (role) => {
    const status = role === 'operatorOne' ? 'inWorkOne' : 'inWorkTwo'
    const other = role === 'operatorOne' ? people.operatorTwo : people.operatorOne
    const words =
      role === 'operatorOne' ? ['invia_in_attribuzione', 'proponi_chiusura'] : ['restituisci', 'proponi_chiusura']
    for (const word of words) {
      const id = await makeCase(portal, { status, assignedTo: other })
      const { status: answer, body } = await act(role, { id_segnalazione: id, azione: word, ...given()[word] })
      expect({ word, answer, code: body.errorCode }).toEqual({ word, answer: 403, code: 'caso_di_altri' })
    }
  })

  test('level I closes its own case when it was answered at once, or is not relevant, and no other', async () => {
    const close = async (columns: object, changes: object = {}) => {
      const id = await makeCase(portal, {
        status: 'inWorkOne',
        assignedTo: people.operatorOne,
        columns: { ...columns },
      })
      const body = { id_segnalazione: id, azione: 'chiudi', id_esito_finale: 5, id_azioni_svolte: 1, ...changes }
      const reply = await act('operatorOne', body)
      return reply.status === 200 ? 'closed' : `${reply.status} ${reply.body.errorCode}`
    }
    expect(await close({})).toBe('409 chiusura_non_immediata')
    expect(await close({}, { flag_risposta_immediata: 1 })).toBe('closed')
    expect(await close({ relevance_id: 2 })).toBe('closed')
    expect(await close({ relevance_id: 4 })).toBe('closed')
    expect(await close({ relevance_id: 1 })).toBe('409 chiusura_non_immediata')
  })

  test.each([
    [
      'invia_in_attribuzione',
      'open',
      ['id_pertinenza: Campo obbligatorio', 'id_ground: Ground: Inserire almeno un ground'],
    ],
    ['restituisci', 'inWorkTwo', ['motivo: Campo obbligatorio']],
    ['riapri_da_esterno', 'external', ['motivo: Campo obbligatorio']],
    ['riapri', 'closed', ['motivo: Campo obbligatorio']],
    ['annulla', 'open', ['motivo: Campo obbligatorio']],
    [
      'chiudi',
      'inWorkTwo',
      ['id_esito_finale: Campo obbligatorio', "id_azioni_svolte: Indica almeno un'azione svolta"],
    ],
    ['assegna_op1', 'open', ['id_operatore: Campo obbligatorio']],
    [
      'assegna_esterno',
      'toAssign',
      ['id_ente_esterno', 'data_assegnazione_esterna', 'protocollo_esterno', 'base_giuridica'].map(
        (name) => `${name}: Campo obbligatorio`,
      ),
    ],
  ] as const)('%s says all that it still needs, by name', async (word, status, expected) => {
    const id = await makeCase(portal, { status })
    const reply = await act('manager', { id_segnalazione: id, azione: word })
    expect({ status: reply.status, errors: errors(reply.body) }).toEqual({ status: 400, errors: expected })
    expect(await statusOf(id)).toBe(status)
  })

  test('assegna_esterno refuses a day that is yet to come', async () => {
    const id = await makeCase(portal, { status: 'toAssign' })
    const later = { data_assegnazione_esterna: '2035-05-05T00:00:00.000Z' }
    const reply = await act('manager', {
      id_segnalazione: id,
      azione: 'assegna_esterno',
      ...given().assegna_esterno,
      ...later,
    })
    expect(errors(reply.body)).toEqual([
      expect.stringMatching(/^data_assegnazione_esterna: .*non può essere nel futuro/),
    ])
    expect(await statusOf(id)).toBe('toAssign')
  })

  test.each([
    ['chiudi', 'inWorkTwo', ['id_esito_finale', 'id_azioni_svolte']],
    ['invia_in_attribuzione', 'open', ['id_pertinenza', 'id_ground']],
    ['assegna_esterno', 'toAssign', ['id_ente_esterno']],
  ] as const)('%s refuses choices that no list has, by name', async (word, status, names) => {
    const id = await makeCase(portal, { status })
    const unknown = Object.fromEntries(names.map((name) => [name, 99_999]))
    const reply = await act('manager', { id_segnalazione: id, azione: word, ...given()[word], ...unknown })
    const expected = names.map((name) => `${name}: La scelta non è tra quelle previste`)
    expect({ status: reply.status, errors: errors(reply.body) }).toEqual({ status: 400, errors: expected })
    expect(await statusOf(id)).toBe(status)
  })

  test('what the case holds already need not be given again', async () => {
    const columns = { outcome_id: 5, performed_actions: JSON.stringify([{ actionId: 1, date: '2026-11-01' }]) }
    const id = await makeCase(portal, { status: 'inWorkTwo', columns })
    expect((await act('manager', { id_segnalazione: id, azione: 'chiudi' })).status).toBe(200)
  })

  test.each([
    ['assegna_op1', 'operatorTwo'],
    ['assegna_op2', 'operatorOne'],
    ['assegna_op1', 'registerAdmin'],
  ] as const)('%s refuses a person of another level (%s)', async (word, role) => {
    const id = await makeCase(portal)
    const { status, body } = await act('manager', { id_segnalazione: id, azione: word, id_operatore: people[role] })
    expect({ status, word: body.errorCode }).toEqual({ status: 409, word: 'operatore_non_adatto' })
  })

  test('riapri_da_esterno assigns the case to its former operator; to the user where that one can no longer work on it', async () => {
    const cannot = [people.operatorOne, people.registerAdmin]
    for (const assignedTo of [people.operatorTwo, ...cannot]) {
      const id = await makeCase(portal, { status: 'external', assignedTo })
      const { status } = await act('manager', {
        id_segnalazione: id,
        azione: 'riapri_da_esterno',
        motivo: 'Ha risposto.',
      })
      const { rows } = await portal.database.pool.query('select status, assigned_to from cases where id = $1', [id])
      const assigned_to = cannot.includes(assignedTo) ? people.manager : assignedTo
      expect({ status, row: rows[0] }).toEqual({ status: 200, row: { status: 'inWorkTwo', assigned_to } })
    }
  })

  test('an action on an older version is refused with the case as it is now', async () => {
    const id = await makeCase(portal)
    const { status, body } = await callers.manager.raw('POST', path, {
      id_segnalazione: id,
      versione: 7,
      azione: 'annulla',
      motivo: 'x',
    })
    expect({ status, word: body.errorCode, versione: body.result.versione }).toEqual({
      status: 409,
      word: 'conflitto',
      versione: 1,
    })
  })

  test('an action by its own call, or by the status that it leads to, is the same action', async () => {
    const calls = [
      ['annulla', 'open', { motivo: 'x' }, 'cancelled'],
      ['riapri', 'closed', { motivo: 'x' }, 'reopened'],
      ['riapri-esterno', 'external', { motivo: 'x' }, 'inWorkTwo'],
      ['assegna-esterno', 'toAssign', given().assegna_esterno, 'external'],
      ['nuovo-stato-segnalazione', 'open', { id_stato: 8, motivo: 'x' }, 'cancelled'],
      ['nuovo-stato-segnalazione', 'open', { id_stato: 3, id_operatore: people.operatorOne }, 'inWorkOne'],
    ] as const
    for (const [call, from, body, to] of calls) {
      const id = await makeCase(portal, { status: from })
      const reply = await callers.manager.raw('POST', `/v1/segnalazioni/${call}`, {
        id_segnalazione: id,
        versione: 1,
        ...body,
      })
      expect({ call, status: reply.status, to: await statusOf(id) }).toEqual({ call, status: 200, to })
    }
    const id = await makeCase(portal)
    const { status } = await callers.manager.raw('POST', '/v1/segnalazioni/nuovo-stato-segnalazione', {
      id_segnalazione: id,
      versione: 1,
      id_stato: 7,
    })
    expect(status).toBe(409)
  })
})

describe('what an action leaves', () => {
  const act = (role: Role, body: object) => callers[role].raw('POST', path, body)
  const newest = async (id: number) => (await callers.manager.call(listCaseEvents, { params: { id } })).rows[0]

  test('an entry of the history: from, to, who, when, why, and the fields that changed', async () => {
    const id = await makeCase(portal, { status: 'inWorkTwo', columns: { outcome_id: 5 } })
    await act('manager', {
      id_segnalazione: id,
      versione: 1,
      azione: 'chiudi',
      motivo: 'Conciliati.',
      id_esito_finale: 1,
      id_azioni_svolte: 6,
      data: '2026-11-02T00:00:00.000Z',
    })
    expect(await newest(id)).toMatchObject({
      kind: 'close',
      from: 'inWorkTwo',
      to: 'closed',
      role: 'manager',
      reason: 'Conciliati.',
      by: expect.stringMatching(/ /),
      at: portal.clock.now(),
      changes: [
        { field: 'listaAzioniSvolte', after: [{ id_azioni_svolte: 6, data: '2026-11-02T00:00:00.000Z' }] },
        { field: 'id_esito_finale', before: 5, after: 1 },
      ],
    })
  })

  test('the newest entry that led to a status is found behind any number of later ones', async () => {
    const id = await makeCase(portal, { status: 'inWorkTwo', assignedTo: people.operatorTwo })
    const filters = { reached: 'toAssign' as const }
    const arrivals = () => callers.manager.call(listCaseEvents, { params: { id }, query: { from: 1, to: 1, filters } })
    expect(await arrivals()).toMatchObject({ rows: [], count: 0 })
    await act('operatorTwo', { id_segnalazione: id, versione: 1, azione: 'restituisci', motivo: 'Primo rinvio.' })
    await act('manager', { id_segnalazione: id, versione: 2, azione: 'assegna_op2', id_operatore: people.operatorTwo })
    await act('operatorTwo', { id_segnalazione: id, versione: 3, azione: 'restituisci', motivo: 'Serve altro.' })
    await portal.database.pool.query(
      `insert into case_events (case_id, kind, at, status_from, status_to)
       select $1, 'changed', now(), case when n % 2 = 0 then 'toAssign' end, case when n % 2 = 0 then 'toAssign' end
       from generate_series(1, 30) n`,
      [id],
    )
    expect(await arrivals()).toMatchObject({
      rows: [{ kind: 'giveBack', to: 'toAssign', reason: 'Serve altro.' }],
      count: 2,
    })
  })

  test('reopening clears the outcome of the case, which stays in the history, and leaves the case unassigned', async () => {
    const id = await makeCase(portal, {
      status: 'closed',
      assignedTo: people.operatorTwo,
      columns: { outcome_id: 5, closed_at: new Date() },
    })
    await act('manager', { id_segnalazione: id, versione: 1, azione: 'riapri', motivo: 'Nuovi elementi.' })
    const detail = await callers.manager.call(getCase, { params: { id } })
    expect(detail).toMatchObject({ status: 'reopened', values: expect.not.objectContaining({ outcomeId: 5 }) })
    expect({ operator: detail.operator, closedAt: detail.closedAt }).toEqual({
      operator: undefined,
      closedAt: undefined,
    })
    expect((await newest(id))?.changes).toEqual([{ field: 'id_esito_finale', before: 5 }])
  })

  test('closing notes when, for retention counts from it', async () => {
    const id = await makeCase(portal, { status: 'toAssign' })
    await act('manager', {
      id_segnalazione: id,
      versione: 1,
      azione: 'chiudi',
      id_esito_finale: 14,
      id_azioni_svolte: 17,
    })
    expect((await callers.manager.call(getCase, { params: { id } })).closedAt).toEqual(portal.clock.now())
  })

  test('a notice and a mail to everyone concerned except the user; the mail has only the code of the case', async () => {
    const id = await makeCase(portal)
    await sendNotices(portal)
    const before = (await callers.operatorOne.call(listNotices)).count
    await act('manager', { id_segnalazione: id, versione: 1, azione: 'assegna_op1', id_operatore: people.operatorOne })
    await sendNotices(portal)
    const { rows: notices, count } = await callers.operatorOne.call(listNotices)
    expect({ count, first: notices[0] }).toMatchObject({ count: before + 1, first: { kind: 'assigned', caseId: id } })
    const { rows: mails } = await portal.database.pool.query(
      'select count(*)::int as n from mails where case_id = $1',
      [id],
    )
    expect(mails[0].n).toBe(1)
    await act('manager', { id_segnalazione: id, versione: 2, azione: 'assegna_op2', id_operatore: people.operatorTwo })
    await sendNotices(portal)
    expect((await callers.operatorOne.call(listNotices)).rows[0]).toMatchObject({ kind: 'taken', caseId: id })
  })

  test('a proposal to close tells RUP and leaves the case where it is', async () => {
    const id = await makeCase(portal, { status: 'inWorkTwo', assignedTo: people.operatorTwo })
    await act('operatorTwo', { id_segnalazione: id, versione: 1, azione: 'proponi_chiusura', id_esito_finale: 3 })
    expect(await statusOf(id)).toBe('inWorkTwo')
    await sendNotices(portal)
    expect((await callers.manager.call(listNotices)).rows[0]).toMatchObject({ kind: 'closingProposed', caseId: id })
  })

  test('RUP sends a proposed closing back with a reason: the proposal ends, the assignee gets a notice, the history says why', async () => {
    const id = await makeCase(portal, { status: 'inWorkTwo', assignedTo: people.operatorTwo })
    const sendBack = (versione: number, more: object = { motivo: 'Manca il parere.' }) =>
      callers.manager.raw('POST', path, { id_segnalazione: id, versione, azione: 'rimanda', ...more })
    const early = await sendBack(1)
    expect({ status: early.status, word: early.body.errorCode }).toEqual({ status: 409, word: 'chiusura_non_proposta' })
    await act('operatorTwo', { id_segnalazione: id, versione: 1, azione: 'proponi_chiusura', id_esito_finale: 3 })
    const bare = await sendBack(2, {})
    expect(bare.body.result.errori[0].campo).toBe('motivo')
    expect((await sendBack(2)).status).toBe(200)
    const now = await callers.manager.call(getCase, { params: { id } })
    expect(now).toMatchObject({ status: 'inWorkTwo', operatorId: people.operatorTwo })
    expect(now.closingProposedAt).toBeUndefined()
    await sendNotices(portal)
    expect((await callers.operatorTwo.call(listNotices)).rows[0]).toMatchObject({ kind: 'closingSentBack', caseId: id })
    const { rows: history } = await callers.operatorTwo.call(listCaseEvents, { params: { id } })
    expect(history[0]).toMatchObject({ kind: 'sendBack', reason: 'Manca il parere.' })
    expect((await sendBack(3)).body.errorCode).toBe('chiusura_non_proposta')
  })
})
