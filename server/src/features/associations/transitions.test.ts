import { type AssociationStatus, associationStatusIds } from '@portal/contract'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AssociationTables } from '#platform/database/tables/association.tables.ts'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { checklist, decree, makeAssociation } from '../../../test/make-association.ts'

let portal: TestApp
let id = 0
const callers: Record<string, Caller> = {}
beforeAll(async () => {
  portal = await startTestApp()
  id = (await makeAssociation(portal)).id
  for (const role of ['registerOperator', 'registerAdmin', 'manager'] as const) callers[role] = await portal.as(role)
})
afterAll(() => portal.close())

type OfficeRole = 'registerOperator' | 'registerAdmin' | 'manager'
const register: readonly OfficeRole[] = ['registerOperator', 'registerAdmin']
const reason = { motivo: 'Come da verbale.' }

interface Row {
  readonly from: readonly AssociationStatus[]
  readonly by: readonly OfficeRole[]
  readonly to: AssociationStatus | 'same' | 'origin'
  readonly input: object
  /** Where it leads from one of the statuses alone. */
  readonly exceptions?: Partial<Record<AssociationStatus, AssociationStatus>>
}
const decreed = ['enrolled', 'expired', 'renewalAsked', 'renewalApproved', 'documentsAsked'] as const

/** The table of decisions §6, written down a second time. */
const table: Readonly<Record<string, Row>> = {
  richiedi_documenti: {
    from: ['submitted', 'renewalAsked'],
    by: register,
    to: 'documentsAsked',
    input: { noteMail: 'Lo statuto.' },
  },
  correggi_documenti: {
    from: ['documentsAsked'],
    by: register,
    to: 'same',
    input: { noteMail: 'Anche il bilancio.' },
  },
  riporta_all_origine: { from: ['documentsAsked'], by: register, to: 'origin', input: reason },
  proroga_termine: { from: ['documentsAsked'], by: register, to: 'same', input: {} },
  approva: { from: ['submitted'], by: ['registerAdmin'], to: 'approvedToSign', input: checklist },
  firma: { from: ['approvedToSign'], by: ['manager'], to: 'enrolled', input: decree },
  rimanda: { from: ['approvedToSign'], by: ['manager'], to: 'submitted', input: reason },
  approva_rinnovo: { from: ['renewalAsked'], by: ['registerAdmin'], to: 'renewalApproved', input: checklist },
  firma_rinnovo: { from: ['renewalApproved'], by: ['manager'], to: 'enrolled', input: decree },
  rimanda_rinnovo: { from: ['renewalApproved'], by: ['manager'], to: 'renewalAsked', input: reason },
  proponi_rigetto: {
    from: ['submitted', 'approvedToSign', 'renewalAsked'],
    by: ['registerAdmin'],
    to: 'same',
    input: reason,
  },
  respingi: { from: ['submitted', 'approvedToSign', 'renewalAsked'], by: ['manager'], to: 'rejected', input: reason },
  cancella: {
    from: ['enrolled', 'expired', 'renewalAsked', 'renewalApproved'],
    by: ['manager'],
    to: 'removed',
    input: reason,
  },
  correggi_decreto: {
    from: decreed,
    by: ['manager'],
    to: 'same',
    input: { ...decree, ...reason },
    exceptions: { expired: 'enrolled' },
  },
  accetta_proposta: { from: decreed, by: register, to: 'same', input: {} },
  respingi_proposta: { from: decreed, by: register, to: 'same', input: reason },
}
const statuses = Object.keys(associationStatusIds) as AssociationStatus[]
type Facts = Updateable<AssociationTables['associations']>
/** Facts with which every condition of the table is met. */
const ripe: Facts = {
  origin: 'submitted',
  documentsDueOn: '2026-11-10',
  isTermExtended: false,
  rejectionWarnedOn: '2026-11-01',
  removalRequestedOn: null,
  enrolledOn: '2026-01-10',
  expiresOn: '2027-01-10',
  proposedAt: new Date('2026-11-19T10:00:00.000Z'),
}

/** What an action needs in place of it: a term that runs. */
const factsFor: Readonly<Record<string, Facts>> = { correggi_documenti: { documentsDueOn: '2026-12-10' } }

/** Puts the record into a status without any action; returns its version. */
async function put(status: AssociationStatus, facts: Facts = {}): Promise<number> {
  const update = portal.database.db.updateTable('associations').set({ ...ripe, ...facts, status })
  const { version } = await update.where('id', '=', id).returning('version').executeTakeFirstOrThrow()
  return version
}
const perform = async (role: string, azione: string, versione: number, input: object = {}) => {
  const body = { id_persona_giuridica: id, versione, azione, ...input }
  const reply = await (callers[role] as Caller).raw('POST', '/v1/associazioni/cambia-stato', body)
  const { status, body: answer } = reply
  return status === 200
    ? { status, to: answer.result.id_stato_persona_giuridica }
    : { status, codice: answer.errorCode }
}
const countEvents = async () => {
  const { rows } = await portal.database.pool.query('select count(*)::int as n from association_events')
  return rows[0].n as number
}

/** What the table wants: the status of the answer, and how many entries the history gains. */
function answerOf({ from, by, to, exceptions }: Row, role: OfficeRole, status: AssociationStatus) {
  if (!by.includes(role)) return { status: 403, entries: 0 }
  if (!from.includes(status)) return { status: 409, entries: 0 }
  const targets = { same: status, origin: 'submitted' } as const
  const after = exceptions?.[status] ?? (to === 'same' || to === 'origin' ? targets[to] : to)
  return { status: 200, to: associationStatusIds[after], entries: 1 }
}

describe.each(['registerOperator', 'registerAdmin', 'manager'] as const)('for %s', (role) => {
  test.each(statuses)('every action on what is %s answers as the table says', async (status) => {
    const got: Record<string, object> = {}
    const expected: Record<string, object> = {}
    for (const [azione, row] of Object.entries(table)) {
      const version = await put(status, factsFor[azione])
      const before = await countEvents()
      got[azione] = { ...(await perform(role, azione, version, row.input)), entries: (await countEvents()) - before }
      expected[azione] = answerOf(row, role, status)
    }
    expect(got).toMatchObject(expected)
  })
})

describe('a condition that is not met answers its own code', () => {
  test.each([
    ['riporta_all_origine', 'registerAdmin', 'documentsAsked', { documentsDueOn: '2026-11-20' }, 'termine_non_scaduto'],
    ['proroga_termine', 'registerOperator', 'documentsAsked', { documentsDueOn: '2026-11-20' }, 'termine_non_scaduto'],
    ['correggi_documenti', 'registerOperator', 'documentsAsked', { documentsDueOn: '2026-11-19' }, 'termine_scaduto'],
    ['proroga_termine', 'registerOperator', 'documentsAsked', { isTermExtended: true }, 'termine_gia_prorogato'],
    ['respingi', 'manager', 'submitted', { rejectionWarnedOn: null }, 'preavviso_in_corso'],
    ['respingi', 'manager', 'submitted', { rejectionWarnedOn: '2026-11-10' }, 'preavviso_in_corso'],
    ['approva', 'registerAdmin', 'enrolled', { documentsDueOn: '2026-11-20' }, 'stato_associazione_non_ammesso'],
    ['accetta_proposta', 'registerAdmin', 'enrolled', { proposedAt: null }, 'nessuna_proposta'],
    ['correggi_decreto', 'manager', 'documentsAsked', { enrolledOn: null }, 'stato_associazione_non_ammesso'],
  ] as const)('%s by %s on %s with %j: %s', async (azione, role, status, changed, word) => {
    const version = await put(status, changed)
    const body = { id_persona_giuridica: id, versione: version, azione, ...table[azione]?.input }
    const reply = await (callers[role] as Caller).raw('POST', '/v1/associazioni/cambia-stato', body)
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([409, expect.stringContaining(`"${word}"`)])
  })

  test('the eleventh day after the notice is the first on which RUP may reject', async () => {
    const version = await put('submitted', { rejectionWarnedOn: '2026-11-09' })
    expect(await perform('manager', 'respingi', version, reason)).toEqual({ status: 200, to: 8 })
  })
})

describe('a need that is not met answers 400 at its field', () => {
  test.each([
    ['richiedi_documenti', 'registerAdmin', 'submitted', {}, ['noteMail']],
    ['riporta_all_origine', 'registerAdmin', 'documentsAsked', {}, ['motivo']],
    [
      'approva',
      'registerAdmin',
      'submitted',
      { documenti_verificati: [{ id_tipo_allegato: 1 }] },
      ['documenti_verificati'],
    ],
    ['approva_rinnovo', 'registerAdmin', 'renewalAsked', {}, ['documenti_verificati']],
    ['firma', 'manager', 'approvedToSign', {}, ['numero_decreto', 'data_decreto']],
    ['firma', 'manager', 'approvedToSign', { ...decree, data_decreto: '2026-11-21T00:00:00.000Z' }, ['data_decreto']],
    ['firma', 'manager', 'approvedToSign', { ...decree, data_decreto: '2026-11-19T00:00:00.000Z' }, ['data_decreto']],
    ['correggi_decreto', 'manager', 'enrolled', {}, ['numero_decreto', 'data_decreto', 'motivo']],
    [
      'correggi_decreto',
      'manager',
      'enrolled',
      { ...decree, ...reason, data_decreto: '1999-01-10T00:00:00.000Z' },
      ['data_decreto'],
    ],
    ['respingi_proposta', 'registerAdmin', 'enrolled', {}, ['motivo']],
    ['rimanda', 'manager', 'approvedToSign', {}, ['motivo']],
    ['proponi_rigetto', 'registerAdmin', 'submitted', {}, ['motivo']],
    ['respingi', 'manager', 'submitted', {}, ['motivo']],
    ['cancella', 'manager', 'enrolled', {}, ['motivo']],
    ['vola', 'manager', 'enrolled', {}, ['azione']],
  ] as const)('%s by %s on %s with %j', async (azione, role, status, input, fields) => {
    const body = { id_persona_giuridica: id, versione: await put(status, factsFor[azione]), azione, ...input }
    const reply = await (callers[role] as Caller).raw('POST', '/v1/associazioni/cambia-stato', body)
    expect(reply.status).toBe(400)
    expect(reply.body.result.errori.map(({ campo }: { campo: string }) => campo)).toEqual(fields)
  })

  test('no reason is necessary for a removal that the association asked for', async () => {
    const version = await put('enrolled', { removalRequestedOn: '2026-11-19' })
    expect(await perform('manager', 'cancella', version)).toEqual({ status: 200, to: 7 })
  })
})

test.each([
  ['richiedi_documenti', 'registerAdmin', ['document_request'], []],
  ['correggi_documenti', 'registerOperator', ['document_request'], []],
  ['riporta_all_origine', 'registerAdmin', ['returned'], []],
  ['proroga_termine', 'registerAdmin', ['term_extended'], []],
  ['approva', 'registerAdmin', [], ['associationToSign']],
  ['firma', 'manager', ['welcome'], []],
  ['rimanda', 'manager', [], ['associationSentBack']],
  ['approva_rinnovo', 'registerAdmin', [], ['renewalToSign']],
  ['firma_rinnovo', 'manager', ['confirmation'], []],
  ['rimanda_rinnovo', 'manager', [], ['associationSentBack']],
  ['proponi_rigetto', 'registerAdmin', ['rejection_warning'], []],
  ['respingi', 'manager', ['rejection'], []],
  ['cancella', 'manager', ['removal'], []],
  ['correggi_decreto', 'manager', ['decree_corrected'], []],
  ['accetta_proposta', 'registerOperator', ['proposal_accepted'], []],
  ['respingi_proposta', 'registerAdmin', ['proposal_refused'], []],
] as const)(
  '%s by %s sends its letters to the association and its notices to the office',
  async (azione, role, ...sent) => {
    const { pool } = portal.database
    const version = await put(table[azione]?.from[0] ?? 'submitted', factsFor[azione])
    await pool.query('delete from association_letters')
    await pool.query('delete from notices')
    expect((await perform(role, azione, version, table[azione]?.input)).status).toBe(200)
    const letters = await pool.query('select kind from association_letters where association_id = $1', [id])
    const notices = await pool.query('select distinct kind from notices where association_id = $1', [id])
    expect([letters.rows.map(({ kind }) => kind), notices.rows.map(({ kind }) => kind)]).toEqual(sent)
  },
)

test('a request whose last document is checked is handed to those who may approve it, once', async () => {
  await put('submitted')
  const { pool } = portal.database
  await pool.query('delete from notices')
  const checkAll = async (types: number[]) => {
    const body = { id_persona_giuridica: id, documenti_verificati: types }
    const reply = await (callers.registerOperator as Caller).raw('POST', '/v1/associazioni/verifica-documenti', body)
    expect(reply.status).toBe(200)
    const { rows } = await pool.query('select kind, user_id from notices where association_id = $1', [id])
    return rows as { kind: string; user_id: number }[]
  }
  expect(await checkAll([1, 2, 3, 4, 5, 6])).toEqual([])
  const all = [1, 2, 3, 4, 5, 6, 7]
  const handed = await checkAll(all)
  expect(handed).toContainEqual({ kind: 'associationChecked', user_id: await portal.idOf('registerAdmin') })
  expect(await checkAll(all)).toEqual(handed)
  expect(await checkAll([1, 2])).toEqual(handed)
  expect(await checkAll(all)).toEqual(handed)
  // A request that came back is checked again.
  await pool.query("update associations set status_since = now() + interval '1 day' where id = $1", [id])
  await checkAll([1, 2])
  expect(await checkAll(all)).toHaveLength(2 * handed.length)
})

test('documents asked for a renewal lead back to the renewal', async () => {
  const asked = await put('renewalAsked')
  expect(await perform('registerAdmin', 'richiedi_documenti', asked, { noteMail: 'Il bilancio.' })).toEqual({
    status: 200,
    to: 3,
  })
  const late = await put('documentsAsked', { origin: 'renewalAsked' })
  expect(await perform('registerOperator', 'riporta_all_origine', late, reason)).toEqual({ status: 200, to: 9 })
})

test('an older version answers 409 with the current record', async () => {
  const version = await put('submitted')
  const body = { id_persona_giuridica: id, versione: version - 1, azione: 'approva', ...checklist }
  const reply = await (callers.registerAdmin as Caller).raw('POST', '/v1/associazioni/cambia-stato', body)
  expect([reply.status, reply.body.result]).toMatchObject([409, { id_persona_giuridica: id, versione: version }])
})
