import { deleteClosingMacro, listClosingMacros, saveClosingMacro } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'

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
