import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { associationReportOnWire } from '../../../test/make.ts'
import { makeAssociation, solveCaptcha } from '../../../test/make-association.ts'

let portal: TestApp
let member: Caller
let manager: Caller
let own: { readonly id: number; readonly number: string }
let recordId: number
beforeAll(async () => {
  portal = await startTestApp()
  member = await portal.as('associationMember')
  manager = await portal.as('manager')
  own = await makeAssociation(portal, { status: 'enrolled', members: [await portal.idOf('associationMember')] })
  const record = { ragione_sociale: 'Voci del Quartiere', piva: own.number }
  const { body } = await manager.raw('POST', '/v1/anagrafica/add-persona-giuridica', record)
  recordId = body.result.id_persona_giuridica
})
afterAll(() => portal.close())

/** Sends a report of an association; returns the registry record that its case is linked to. */
async function recordOfReport(caller: Caller, organisation: object): Promise<number | undefined> {
  const report = associationReportOnWire() as { personaGiuridica: object }
  await solveCaptcha(caller)
  const sent = { ...report, personaGiuridica: { ...report.personaGiuridica, ...organisation } }
  const { status, body } = await caller.raw('POST', '/v1/noauth/segnalazione', sent)
  expect(status).toBe(200)
  const read = await manager.raw('GET', `/v1/segnalazioni/dettaglio/${body.result.id_segnalazione}`)
  return read.body.result.personaGiuridica.id_persona_giuridica
}

describe('the report of an association', () => {
  test('by its signed-in member is linked to its registry record', async () => {
    expect(await recordOfReport(member, { piva: own.number, id_persona_giuridica: own.id })).toBe(recordId)
    expect(await recordOfReport(member, { piva: own.number })).toBe(recordId)
    const { body } = await manager.raw('GET', `/v1/associazioni/dettaglio/admin/${own.id}`)
    const report = { id_segnalazione: expect.any(Number), codice: expect.stringMatching(/-2026-\d{6}$/) }
    expect(body.result.listaSegnalazionePG).toMatchObject([report, report])
  })

  test('is linked to no record by an id or a number that is not of an association of the sender', async () => {
    const other = await makeAssociation(portal, { status: 'enrolled' })
    expect(await recordOfReport(member, { piva: own.number, id_persona_giuridica: other.id })).toBeUndefined()
    expect(await recordOfReport(member, { piva: other.number, id_persona_giuridica: other.id })).toBeUndefined()
    expect(await recordOfReport(member, { id_persona_giuridica: own.id })).toBeUndefined()
  })

  test('by a visitor is accepted with any id, and linked to no record', async () => {
    const sent = {
      piva: own.number,
      id_persona_giuridica: own.id,
      anagrafica: { id_nazione: 105, recapito_pri: '061' },
    }
    expect(await recordOfReport(portal.visitor, sent)).toBeUndefined()
  })
})
