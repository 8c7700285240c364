import { deleteClosingMacro, limits, listCaseEvents, listClosingMacros, saveClosingMacro } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { makeCase } from '../../../../test/make-case.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const macro = { nome: 'Informazioni date', id_esito_finale: 1, id_azioni_svolte: 1, motivo: 'Informazioni fornite.' }

test('RUP saves a closing macro for all operators, replaces it by its name, and deletes it', async () => {
  await manager.call(saveClosingMacro, { wire: macro })
  const { rows } = await manager.call(saveClosingMacro, { wire: { ...macro, id_esito_finale: 2, motivo: undefined } })
  expect(rows).toEqual([{ id: expect.any(Number), name: macro.nome, outcomeId: 2, performedActionId: 1 }])
  const operator = await portal.as('operatorOne')
  expect(await operator.call(listClosingMacros)).toEqual({ rows })
  expect((await operator.raw('POST', '/v1/segnalazioni/modelli-chiusura', macro)).status).toBe(403)
  const id = rows[0]?.id ?? 0
  expect(await manager.call(deleteClosingMacro, { wire: { id_modello: id } })).toEqual({ rows: [] })
})

test('an outcome or action that is in no list is refused at its field', async () => {
  const wrong = { ...macro, id_esito_finale: 999_999 }
  const { status, body } = await manager.raw('POST', '/v1/segnalazioni/modelli-chiusura', wrong)
  expect(status).toBe(400)
  expect(body.result.errori).toMatchObject([{ campo: 'id_esito_finale', codice: 'scelta_non_valida' }])
})

test('its changes are in the audit log by their number', async () => {
  const { rows } = await manager.call(saveClosingMacro, { wire: macro })
  const id = rows[0]?.id ?? 0
  await manager.call(deleteClosingMacro, { wire: { id_modello: id } })
  const entries = await portal.database.pool.query(
    `select action, outcome from audit_entries where record_kind = 'closingMacro' and $1 = any(record_ids) order by id`,
    [id],
  )
  expect(entries.rows).toEqual([
    { action: 'closing_macro_changed', outcome: 'done' },
    { action: 'closing_macro_deleted', outcome: 'done' },
  ])
})

test('one too many is refused by a code of its own', async () => {
  const { count } = limits.closingMacros
  for (let index = 1; index <= count; index++)
    await manager.call(saveClosingMacro, { wire: { ...macro, nome: `Modello ${index}` } })
  const { status, body } = await manager.raw('POST', '/v1/segnalazioni/modelli-chiusura', { ...macro, nome: 'Altro' })
  expect(status).toBe(400)
  expect(body.result.errori).toMatchObject([{ campo: 'nome', codice: 'troppi_modelli_chiusura' }])
  expect((await manager.call(listClosingMacros)).rows).toHaveLength(count)
})

test('the one that closed a case is named in its history; one that is not there is not', async () => {
  const [used] = (await manager.call(listClosingMacros)).rows
  const close = async (id_modello: number | undefined) => {
    const id = await makeCase(portal, { status: 'inWorkTwo', assignedTo: await portal.idOf('operatorTwo') })
    const wire = { id_segnalazione: id, versione: 1, azione: 'chiudi', id_esito_finale: 1, id_azioni_svolte: 1 }
    const { status } = await manager.raw('POST', '/v1/segnalazioni/cambia-stato-segnalazione', { ...wire, id_modello })
    const [event] = (await manager.call(listCaseEvents, { params: { id } })).rows
    const undo = await manager.raw('POST', '/v1/segnalazioni/annulla-azione', { id_segnalazione: id, versione: 2 })
    return {
      statuses: [status, undo.status],
      macro: event?.changes.find(({ field }) => field === 'modello_chiusura')?.after,
    }
  }
  const statuses = [200, 200]
  expect(await close(used?.id)).toEqual({ statuses, macro: used?.name })
  expect(await close(999_999)).toEqual({ statuses, macro: undefined })
  expect(await close(undefined)).toEqual({ statuses, macro: undefined })
})
