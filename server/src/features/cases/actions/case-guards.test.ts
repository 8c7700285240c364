import {
  getCase,
  getCurrentUser,
  listCaseDocuments,
  listCaseEvents,
  listCases,
  lockCase,
  type Role,
} from '@portal/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { caseOnWire, operatorOnWire } from '../../../../test/make.ts'
import { makeCase } from '../../../../test/make-case.ts'
import { pdf } from '../../../../test/make-files.ts'
import { scanPaths, upload } from '../../../../test/upload.ts'

/** The embedded engine lets nobody in while another is at work. */
const hasOneSession = inject('testEngine') === 'embedded'

let portal: TestApp
let manager: Caller
let one: Caller
let two: Caller
const people: Partial<Record<Role, number>> = {}
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  one = await portal.as('operatorOne')
  two = await portal.as('operatorTwo')
  for (const role of ['manager', 'operatorOne', 'operatorTwo'] as const) people[role] = await portal.idOf(role)
})
afterAll(() => portal.close())

const query = async (sql: string, values: unknown[] = []) => (await portal.database.pool.query(sql, values)).rows
/** How many sessions wait for a lock. */
const countWaiting = async () =>
  (
    await query(`select count(*)::int as count from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'`)
  )[0].count as number
const act = (caller: Caller, id: number, azione: string, more: object = {}) =>
  caller.raw('POST', '/v1/segnalazioni/cambia-stato-segnalazione', {
    id_segnalazione: id,
    versione: 1,
    azione,
    ...more,
  })
const nameOf = async (caller: Caller) => {
  const { lastName, firstName } = await caller.call(getCurrentUser)
  return `${lastName} ${firstName}`
}
const readCase = (id: number) => manager.call(getCase, { params: { id } })

describe('an action takes what it needs, and is no way to save a case', () => {
  test('what the table does not ask stays out of the case', async () => {
    const id = await makeCase(portal, { status: 'inWorkTwo', assignedTo: people.operatorTwo ?? 0 })
    const external = { id_ente_esterno: 1, protocollo_esterno: 'X/1', base_giuridica: 'art. 7' }
    const others = { id_pertinenza: 4, id_ground: 2, id_azioni_svolte: 1 }
    expect((await act(two, id, 'proponi_chiusura', { id_esito_finale: 3, ...external, ...others })).status).toBe(200)
    const { values } = await readCase(id)
    expect(values.outcomeId).toBe(3)
    for (const key of ['externalBodyId', 'externalProtocol', 'legalBasis', 'relevanceId', 'grounds'] as const)
      expect(values[key]).toBeUndefined()
    expect(values.performedActions).toBeUndefined()
  })

  test('level I closes at once with what that asks', async () => {
    const id = await makeCase(portal, { status: 'inWorkOne', assignedTo: people.operatorOne ?? 0 })
    const closing = { id_esito_finale: 5, id_azioni_svolte: 1, id_pertinenza: 2 }
    expect((await act(one, id, 'chiudi', closing)).status).toBe(200)
    expect((await readCase(id)).values.relevanceId).toBe(2)
  })

  test('a list does not grow beyond what its form reads', async () => {
    const grounds = JSON.stringify(
      Array.from({ length: 10 }, (_, index) => ({ groundId: index + 2, priority: index ? 1 : 0 })),
    )
    const full = await makeCase(portal, { columns: { grounds } })
    const refused = await act(manager, full, 'invia_in_attribuzione', { id_pertinenza: 1, id_ground: 1 })
    expect(refused.body.result.errori).toMatchObject([
      { campo: 'listaSegnalazioneGround', codice: 'troppe_righe_elenco' },
    ])
    expect((await readCase(full)).values.grounds).toHaveLength(10)
    const performed = JSON.stringify(Array.from({ length: 200 }, () => ({ actionId: 1, date: '2026-11-02' })))
    const busy = await makeCase(portal, { columns: { performed_actions: performed } })
    const more = await manager.raw('POST', '/v1/segnalazioni/azioni-svolte', {
      id_segnalazione: busy,
      listaAzioniSvolte: [{ id_azioni_svolte: 2, data: '2026-11-02T00:00:00.000Z' }],
    })
    expect(more.body.result.errori).toMatchObject([{ campo: 'listaAzioniSvolte', codice: 'troppe_righe_elenco' }])
    expect((await readCase(busy)).values.performedActions).toHaveLength(200)
  })

  test('actions that are sent again under their key are there once', async () => {
    const id = await makeCase(portal)
    const listaAzioniSvolte = [{ id_azioni_svolte: 2, data: '2026-11-02T00:00:00.000Z' }]
    const send = (lines: object[]) =>
      manager.raw(
        'POST',
        '/v1/segnalazioni/azioni-svolte',
        { id_segnalazione: id, listaAzioniSvolte: lines },
        { 'idempotency-key': 'a1' },
      )
    expect((await send(listaAzioniSvolte)).status).toBe(200)
    expect((await send(listaAzioniSvolte)).body.result.listaAzioniSvolte).toHaveLength(1)
    expect((await send([...listaAzioniSvolte, ...listaAzioniSvolte])).status).toBe(409)
  })

  test('a repeat of added actions with the same key succeeds after the case was closed', async () => {
    const id = await makeCase(portal)
    const send = (key: string, type: number) =>
      manager.raw(
        'POST',
        '/v1/segnalazioni/azioni-svolte',
        { id_segnalazione: id, listaAzioniSvolte: [{ id_azioni_svolte: type, data: '2026-11-02T00:00:00.000Z' }] },
        { 'idempotency-key': key },
      )
    const put = (status: string) =>
      portal.database.pool.query('update cases set status = $2 where id = $1', [id, status])
    expect((await send('a2', 2)).status).toBe(200)
    await put('closed')
    expect((await send('a2', 2)).body.result.listaAzioniSvolte).toHaveLength(1)
    expect((await send('a3', 2)).body.errorCode).toBe('caso_concluso')
    await put('open')
    expect((await send('a3', 5)).body.result.listaAzioniSvolte).toHaveLength(2)
  })
})

describe('a case whose persons were erased while it was open', () => {
  test('can be ended by RUP, and nothing else', async () => {
    const columns = { pseudonymised_at: portal.clock.now() }
    const id = await makeCase(portal, { columns })
    const refused = await act(manager, id, 'assegna_op1', { id_operatore: people.operatorOne })
    expect({ status: refused.status, word: refused.body.errorCode }).toEqual({ status: 409, word: 'caso_concluso' })
    expect((await act(one, id, 'prendi_in_carico')).status).toBe(409)
    expect((await act(manager, id, 'annulla', { motivo: 'Cancellata su richiesta.' })).status).toBe(200)
    const worked = await makeCase(portal, { status: 'inWorkTwo', columns: { ...columns, outcome_id: 5 } })
    expect((await act(manager, worked, 'chiudi', { id_azioni_svolte: 1 })).status).toBe(200)
    expect((await readCase(worked)).status).toBe('closed')
  })
})

describe('the new operator of a case', () => {
  const add = async (listaRuolo: string[]) =>
    (await manager.raw('POST', '/v1/admin/add-operatore', operatorOnWire({ listaRuolo }))).body.result
      .id_utente as number

  test('must have a role of the new status, also where they have the case already', async () => {
    const id = await makeCase(portal, { status: 'inWorkOne', assignedTo: people.operatorTwo ?? 0 })
    const refused = await act(manager, id, 'assegna_op1', { id_operatore: people.operatorTwo })
    expect(refused.body.errorCode).toBe('operatore_non_adatto')
  })

  if (!hasOneSession)
    test('is not deleted concurrently: the later of the two transactions waits for the other', async () => {
      const leaving = await add(['ACLOP1'])
      const id = await makeCase(portal)
      const client = await portal.database.pool.connect()
      await client.query('begin')
      await client.query('select id from users where id = $1 for update', [leaving])
      const assigned = act(manager, id, 'assegna_op1', { id_operatore: leaving })
      await expect.poll(countWaiting).toBe(1)
      await client.query('update users set deleted_at = now() where id = $1', [leaving])
      await client.query('commit')
      expect((await assigned).body.errorCode).toBe('operatore_non_adatto')

      const staying = await add(['ACLOP1'])
      await client.query('begin')
      await client.query("update cases set status = 'inWorkOne', assigned_to = $2 where id = $1", [id, staying])
      await client.query('select id from users where id = $1 for share', [staying])
      const removed = manager.raw('POST', '/v1/admin/del-operatore', { id_utente: staying })
      await expect.poll(countWaiting).toBe(1)
      await client.query('commit')
      client.release()
      expect((await removed).status).toBe(409)
    })

  test('is found by their cases after their account is deleted', async () => {
    const gone = await add(['ACLOP2'])
    const id = await makeCase(portal, { status: 'closed', assignedTo: gone })
    expect((await manager.raw('POST', '/v1/admin/del-operatore', { id_utente: gone })).status).toBe(200)
    const surname = operatorOnWire({}).cognome
    for (const user of [{ ids: [gone] }, { ids: [gone], lastName: surname }]) {
      const { rows } = await manager.call(listCases, { query: { filters: { user } } })
      expect(rows.map((row) => row.id)).toEqual([id])
    }
  })
})

describe('documents and messages', () => {
  let uploadCount = 0
  const bring = async (caller: Caller) => {
    uploadCount += 1
    const file = { name: 'atto.pdf', bytes: pdf(`atto ${uploadCount}`) }
    return (await upload(caller, scanPaths.case, file)).body.result.allegato.cmis_id as string
  }
  const add = (caller: Caller, id: number, cmisId: string) =>
    caller.raw('POST', `/v1/segnalazioni/documenti/${id}`, { allegati: [{ cmis_id: cmisId, id_tipo_allegato: 9 }] })
  const remove = (caller: Caller, id: number, cmisId: string) =>
    caller.raw('POST', `/v1/segnalazioni/documenti/${id}/elimina`, { cmis_id: cmisId })

  test('documents cannot be added while another user edits the case', async () => {
    const id = await makeCase(portal, { status: 'inWorkTwo', assignedTo: people.operatorTwo ?? 0 })
    const cmisId = await bring(manager)
    expect((await add(manager, id, cmisId)).status).toBe(200)
    await two.raw('GET', `/v1/segnalazioni/lock/${id}`)
    expect((await manager.call(listCaseDocuments, { params: { id } })).mayAdd).toBe(false)
    const refused = [await add(manager, id, await bring(manager)), await remove(manager, id, cmisId)]
    expect(refused.map(({ body }) => body.errorCode)).toEqual(['bloccato', 'bloccato'])
    expect((await remove(two, id, cmisId)).status).toBe(200)
  })

  test('a case is entered with its files; a file that another user uploaded is refused, and no case is entered', async () => {
    const enter = (...files: string[]) =>
      two.raw('POST', '/v1/segnalazioni/nuova-segnalazione', {
        ...caseOnWire(),
        listaAllegatoSegnalazione: files.map((cmisId) => ({ cmis_id: cmisId, nomeFile: 'atto.pdf' })),
      })
    const [first, second, other] = [await bring(two), await bring(two), await bring(manager)]
    const countCases = async () => (await query('select count(*)::int as count from cases'))[0].count
    const before = await countCases()
    const { status, body } = await enter(first, second, other)
    const error = { campo: 'listaAllegatoSegnalazione', codice: 'allegato_non_disponibile' }
    expect({ status, errori: body.result.errori }).toMatchObject({ status: 400, errori: [error] })
    expect(await countCases()).toBe(before)
    const entered = (await enter(second, first)).body.result.id_segnalazione
    const detail = (await two.raw('GET', `/v1/segnalazioni/dettaglio/${entered}`)).body.result
    expect(detail).toMatchObject({
      id_stato: 1,
      listaAllegatoSegnalazione: [
        { cmis_id: second, nomeFile: 'atto.pdf' },
        { cmis_id: first, nomeFile: 'atto.pdf' },
      ],
    })
  })

  if (!hasOneSession)
    test('neither lands in a case that is closed while it waits', async () => {
      const id = await makeCase(portal, { status: 'inWorkTwo' })
      const cmisId = await bring(manager)
      const client = await portal.database.pool.connect()
      await client.query('begin')
      await client.query("update cases set status = 'closed', closed_at = now() where id = $1", [id])
      const late = [
        add(manager, id, cmisId),
        manager.raw('POST', `/v1/segnalazioni/messaggi/${id}`, { testo: 'Troppo tardi' }),
      ]
      await expect.poll(countWaiting).toBe(2)
      await client.query('commit')
      client.release()
      expect((await Promise.all(late)).map(({ status }) => status)).toEqual([409, 409])
      expect(await query('select id from case_messages where case_id = $1', [id])).toEqual([])
    })
})

describe('the case as it was', () => {
  test('names the operator at that time, without data that is known only for today', async () => {
    const id = await makeCase(portal)
    expect((await act(one, id, 'prendi_in_carico')).status).toBe(200)
    expect((await act(manager, id, 'assegna_op2', { versione: 2, id_operatore: people.operatorTwo })).status).toBe(200)
    expect((await act(two, id, 'restituisci', { versione: 3, motivo: 'Altrove.' })).status).toBe(200)
    const other = await portal.asPerson('CNTMRC68B02F205B')
    await manager.call(lockCase, { params: { id } })
    await other.call(lockCase, { params: { id }, query: { action: 'takeOver' } })
    const close = { versione: 4, id_esito_finale: 3, id_azioni_svolte: 1 }
    expect((await act(other, id, 'chiudi', close)).status).toBe(200)
    const events = (await manager.call(listCaseEvents, { params: { id } })).rows
    const [byManager, byOne, byTwo] = await Promise.all([manager, one, two].map(nameOf))
    expect(events.map(({ kind, operator }) => [kind, operator])).toEqual([
      ['close', undefined],
      // Entries that unassign a case, or take over its lock, name the former operator or holder.
      ['lockTaken', byManager],
      ['giveBack', byTwo],
      ['assignTwo', byTwo],
      ['take', byOne],
    ])
    const seen = await Promise.all(
      events.map(async ({ id: entry }) => {
        const { body } = await manager.raw('GET', `/v1/segnalazioni/dettaglio-storico/${id}?id_voce=${entry}`)
        const { id_stato, id_operatore, data_chiusura, data_scadenza } = body.result
        return { id_stato, id_operatore, isClosed: data_chiusura !== undefined, data_scadenza }
      }),
    )
    expect(seen).toEqual([
      { id_stato: 6, id_operatore: undefined, isClosed: true, data_scadenza: undefined },
      { id_stato: 2, id_operatore: undefined, isClosed: false, data_scadenza: undefined },
      { id_stato: 2, id_operatore: undefined, isClosed: false, data_scadenza: undefined },
      { id_stato: 4, id_operatore: people.operatorTwo, isClosed: false, data_scadenza: undefined },
      { id_stato: 3, id_operatore: people.operatorOne, isClosed: false, data_scadenza: undefined },
    ])
  })

  test('tells what a case is that says nothing of it, as it is kept', async () => {
    const id = await makeCase(portal, { columns: { channel_id: 2, reporter_type_id: 1 } })
    await manager.raw('POST', '/v1/segnalazioni/integrazione-segnalazione', { id_segnalazione: id, versione: 1 })
    const [event] = (await manager.call(listCaseEvents, { params: { id } })).rows
    expect(event?.changes).toEqual(
      expect.arrayContaining([
        { field: 'id_canale', before: 2, after: 99 },
        { field: 'id_segnalante', before: 1, after: 3 },
      ]),
    )
  })
})

describe('a proposal to close', () => {
  const proposed = async (caller: Caller = manager) =>
    (await caller.call(listCases, { query: { filters: { isClosingProposed: true } } })).rows.map(({ id }) => id)
  const propose = (id: number, versione: number) => act(two, id, 'proponi_chiusura', { versione, id_esito_finale: 3 })

  test('makes the case one of those that wait for RUP, until it is closed', async () => {
    const id = await makeCase(portal, { status: 'inWorkTwo', assignedTo: people.operatorTwo ?? 0 })
    expect(await proposed()).not.toContain(id)
    expect((await propose(id, 1)).status).toBe(200)
    expect(await proposed()).toContain(id)
    expect((await readCase(id)).closingProposedAt).toEqual(portal.clock.now())
    expect((await act(manager, id, 'chiudi', { versione: 2, id_azioni_svolte: 1 })).status).toBe(200)
    expect(await proposed()).not.toContain(id)
  })

  test.each([
    ['restituisci', { motivo: 'Altrove.' }],
    ['assegna_op2', { id_operatore: 0 }],
  ])('is over when the case goes to others: %s', async (azione, more) => {
    const id = await makeCase(portal, { status: 'inWorkTwo', assignedTo: people.operatorTwo ?? 0 })
    await propose(id, 1)
    const named = 'id_operatore' in more ? { id_operatore: people.operatorTwo } : more
    expect((await act(manager, id, azione, { versione: 2, ...named })).status).toBe(200)
    expect(await proposed()).not.toContain(id)
    expect((await readCase(id)).closingProposedAt).toBeUndefined()
  })

  test('stays while the case is only written', async () => {
    const id = await makeCase(portal, { status: 'inWorkTwo', assignedTo: people.operatorTwo ?? 0 })
    await propose(id, 1)
    const body = (await two.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)).body.result
    const saved = await two.raw('POST', '/v1/segnalazioni/integrazione-segnalazione', { ...body, note: 'x' })
    expect(saved.status).toBe(200)
    expect(await proposed()).toContain(id)
  })
})
