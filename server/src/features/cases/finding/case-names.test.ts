import { listCases, searchCases } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealedReports } from '#features/reports/index.ts'
import { unaudited } from '#platform/database/transaction.ts'
import { countWaiting, resealSome } from '#platform/protection/reseal.ts'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { fieldsOfList } from '../../../../test/case-scenarios.ts'
import { associationReportOnWire, caseOnWire, reportOnWire } from '../../../../test/make.ts'

let portal: TestApp
let manager: Caller
const lines: string[] = []
beforeAll(async () => {
  portal = await startTestApp({ logLines: lines })
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

  test('sorted by operator opens the names of its page only', async () => {
    const [damaged, other] = [await send(reportOnWire(person('Ada', 'Guasti'))), await send(reportOnWire())]
    const set = 'update cases set relevance_id = 4, assigned_to = $2 where id = $1'
    await query(set, [damaged, await portal.idOf('operatorTwo')])
    await query(set, [other, await portal.idOf('operatorOne')])
    await query("update reports set last_name = '\\x00' where case_id = $1", [damaged])
    const alertsOf = async (verso: 'asc' | 'desc') => {
      lines.length = 0
      const ordinamenti = JSON.stringify([{ campo: 'operatore', verso }])
      const { body } = await manager.raw('GET', `/v1/segnalazioni/dismessi?da=1&a=1&ordinamenti=${ordinamenti}`)
      return {
        id: body.result.listaView[0].id_segnalazione,
        alerts: lines.filter((line) => line.includes('damaged')).length,
      }
    }
    const found = [await alertsOf('asc'), await alertsOf('desc')]
    expect(found.find(({ id }) => id === other)?.alerts).toBe(0)
    expect(found.find(({ id }) => id === damaged)?.alerts).toBe(1)
  })

  test('has the names of a case that an earlier version changed, and of one that was sealed again since', async () => {
    const id = await send(reportOnWire(person('Nora', 'Vecchi')))
    const { db, inTransaction, vault } = portal.services
    const isListed = async () =>
      (await query('select from reports where case_id = $1 and listing is null', [id])).rowCount === 0
    expect(await isListed()).toBe(true)
    // That version writes the columns that it knows of.
    await query('update reports set last_name = last_name where case_id = $1', [id])
    expect([await isListed(), (await rowOf(id))?.reporter]).toEqual([false, 'Vecchi Nora'])
    expect(await countWaiting(db, vault, sealedReports, 'older')).toBeGreaterThan(0)
    for (let after: number | string | undefined = 0; after !== undefined; )
      ({ last: after } = await inTransaction(unaudited, (tx) => resealSome(tx, vault, sealedReports, 'older', after)))
    expect([await isListed(), (await rowOf(id))?.reporter]).toEqual([true, 'Vecchi Nora'])
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

describe('a search by name', () => {
  const ids: Record<string, number> = {}
  // In the order of the list: the newest first.
  const names = ['Bruno Zucca', 'Zucchi Zucca', 'Ada Zuccari', 'Ugo Zucca', 'Ida Zuccas', 'Eva Zuca']
  beforeAll(async () => {
    for (const name of names.toReversed()) {
      const [nome = '', cognome = ''] = name.split(' ')
      ids[name] = await send(reportOnWire(person(nome, cognome)))
    }
  })
  const namesOf = (rows: readonly { readonly id: number }[]) =>
    rows.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id))
  const search = (filtri: object, more: object = {}) =>
    manager.call(searchCases, { wire: { da: 1, a: 50, filtri, ...more } })

  test('has the cases first whose reporter or victim has every word whole', async () => {
    const { rows } = await search({ nominativo: 'zucca' })
    expect(namesOf(rows)).toEqual([
      ...['Bruno Zucca', 'Zucchi Zucca', 'Ugo Zucca'],
      ...['Ada Zuccari', 'Ida Zuccas', 'Eva Zuca'],
    ])
    expect(namesOf((await search({ nominativo: 'Zucca Ugo' })).rows)[0]).toBe('Ugo Zucca')
    expect(namesOf((await search({ nominativo: 'zucc' })).rows)).toEqual(names)
  })

  test('puts the victim on a level with the reporter, and never mixes the words of both', async () => {
    const enter = async (reporter: object, vittima: object) =>
      (
        await manager.raw(
          'POST',
          '/v1/segnalazioni/nuova-segnalazione',
          caseOnWire({ personaFisica: reporter, vittima }),
        )
      ).body.result.id_segnalazione as number
    const whole = await enter({ nome: 'Lia', cognome: 'Foglia' }, { nome: 'Marco', cognome: 'Quercia' })
    const mixed = await enter({ nome: 'Marco', cognome: 'Foglia' }, { nome: 'Lia', cognome: 'Quercia' })
    const { rows } = await search({ nominativo: 'marco quercia' })
    expect(rows.map(({ id }) => id)).toEqual([whole, mixed])
  })

  test('keeps Aperto first within each part, and the order that the user chooses', async () => {
    await query("update cases set status = 'toAssign' where id = $1", [ids['Bruno Zucca']])
    const { rows } = await search({ nominativo: 'zucca' })
    expect(namesOf(rows).slice(0, 4)).toEqual(['Zucchi Zucca', 'Ugo Zucca', 'Bruno Zucca', 'Ada Zuccari'])
    const ordinamenti = [{ campo: 'numero_protocollo', verso: 'asc' }]
    const sorted = await search({ nominativo: 'zucca' }, { ordinamenti })
    expect(namesOf(sorted.rows)).toEqual(names.toReversed())
    await query("update cases set status = 'open' where id = $1", [ids['Bruno Zucca']])
  })

  test('is paged by key across both parts, onwards and back', async () => {
    const all = (await search({ nominativo: 'zucca' })).rows.map(({ id }) => id)
    const first = await search({ nominativo: 'zucca' }, { a: 2 })
    const next = await search({ nominativo: 'zucca' }, { da: 3, a: 4, dopo: first.lastKey })
    const last = await search({ nominativo: 'zucca' }, { da: 5, a: 6, dopo: next.lastKey })
    expect([first, next, last].flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(all)
    const back = await search({ nominativo: 'zucca' }, { da: 3, a: 4, prima: last.firstKey })
    expect(back.rows.map(({ id }) => id)).toEqual(all.slice(2, 4))
  })

  test('of a company has its whole words first too', async () => {
    const send4 = (ragione_sociale: string) => {
      const { personaGiuridica, ...report } = associationReportOnWire() as { personaGiuridica: object }
      return send({ ...report, personaGiuridica: { ...personaGiuridica, ragione_sociale } })
    }
    const whole = await send4('Coro del Mirto')
    const longer = await send4('Coro dei Mirtilli')
    const { rows } = await search({ ragione_sociale: 'coro mirt' })
    expect(rows.map(({ id }) => id)).toEqual([longer, whole])
    const exact = await search({ ragione_sociale: 'mirto' })
    expect(exact.rows.map(({ id }) => id)).toEqual([whole])
  })
})
