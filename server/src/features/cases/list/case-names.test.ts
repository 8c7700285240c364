import { listCases } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { fieldsOfList } from '../../../../test/case-scenarios.ts'
import { associationReportOnWire, caseOnWire, reportOnWire } from '../../../../test/make.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const send = async (report: object): Promise<number> =>
  (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', report)).body.result.id_segnalazione
const person = (nome: string, cognome: string) => ({
  personaFisica: { nome, cognome, anagrafica: { email: 'a@example.it' } },
})
const query = (sql: string, values: unknown[] = []) => portal.database.pool.query(sql, values)

/** The row of a case as a caller's list has it. */
async function rowOf(id: number, caller = manager) {
  const { rows } = await caller.call(listCases, { query: { from: 1, to: 50 } })
  return rows.find((row) => row.id === id)
}

describe('a list', () => {
  test('names the reporter and the victim of each case, who may be one person', async () => {
    const victim = await send(reportOnWire({ id_segnalante: 1, ...person('Anna', 'Neri') }))
    expect(await rowOf(victim)).toMatchObject({ reporter: 'Neri Anna', victim: 'Neri Anna' })
    const { body } = await manager.raw('POST', '/v1/segnalazioni/nuova-segnalazione', caseOnWire())
    expect(await rowOf(body.result.id_segnalazione)).toMatchObject({
      reporter: 'Fernández Lucía',
      victim: 'Karim Abdel',
    })
  })

  test('names an association by its own name', async () => {
    const row = await rowOf(await send(associationReportOnWire()))
    expect(row?.reporter).toBe('Associazione Ponti & Porte')
    expect(row?.victim).toBeUndefined()
  })

  test('has no name of an anonymous reporter', async () => {
    const row = await rowOf(await send(reportOnWire({ id_segnalante: 3, flag_anonimo: 1, ...person('Anna', 'Neri') })))
    expect([row?.reporter, row?.victim, row?.pseudonymisedAt]).toEqual([undefined, undefined, undefined])
  })

  test('marks a name that does not open, and still has the other cases', async () => {
    const [damaged, other] = [await send(reportOnWire(person('Ada', 'Guasti'))), await send(reportOnWire())]
    await query(
      'update reports set last_name = set_byte(last_name, 20, get_byte(last_name, 20) # 1) where case_id = $1',
      [damaged],
    )
    expect((await rowOf(damaged))?.reporter).toBe('⚠')
    expect((await rowOf(other))?.reporter).toBe("D'Angelo Niccolò")
  })

  test('has no name of a case after its pseudonymisation', async () => {
    const id = await send(reportOnWire({ id_segnalante: 1, ...person('Rosa', 'Sparita') }))
    await query("update cases set status = 'closed', closed_at = now() - interval '40 years' where id = $1", [id])
    expect((await rowOf(id))?.reporter).toBe('Sparita Rosa')
    await portal.services.retention.run()
    const row = await rowOf(id)
    expect([row?.reporter, row?.victim, row?.pseudonymisedAt]).toEqual([undefined, undefined, portal.clock.now()])
  })

  test('has the names of those cases only that its reader may open, and none for the register', async () => {
    const id = await send(reportOnWire(person('Rita', 'Celata')))
    await query("update cases set status = 'inWorkTwo' where id = $1", [id])
    const search = async (caller: Caller) => {
      const path = '/v1/segnalazioni/integrazione-segnalazione-view-pag?vista=tutti'
      const { status, body } = await caller.raw('POST', path, { da: 1, a: 50 })
      return { status, isNamed: JSON.stringify(body).includes('Celata') }
    }
    for (const role of ['manager', 'operatorTwo'] as const)
      expect(await search(await portal.as(role))).toEqual({ status: 200, isNamed: true })
    expect(await search(await portal.as('operatorOne'))).toEqual({ status: 200, isNamed: false })
    for (const role of ['registerAdmin', 'registerOperator', 'associationMember'] as const)
      expect(await search(await portal.as(role))).toEqual({ status: 403, isNamed: false })
  })

  test('is recorded with the sealed fields that it opened, without their values', async () => {
    const id = await send(reportOnWire(person('Rita', 'Celata')))
    await query("update cases set status = 'toAssign' where id = $1", [id])
    await manager.raw('GET', '/v1/segnalazioni/in-attribuzione')
    const { rows } = await query('select * from audit_entries order by id desc limit 1')
    expect(rows).toMatchObject([{ action: 'case_list_read', record_ids: [String(id)], changed_fields: fieldsOfList }])
    expect(JSON.stringify(rows)).not.toContain('Celata')
  })
})
