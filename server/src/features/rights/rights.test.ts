import {
  dayIn,
  endOfTerm,
  getBadges,
  listNotices,
  listRights,
  officeZone,
  type Role,
  roleCodes,
} from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { carryOutRequest } from '../../../test/carry-out-request.ts'
import { associationReportOnWire, reportOnWire } from '../../../test/make.ts'
import { oneMonthAfter } from './rights.rules.ts'

let portal: TestApp
let manager: Caller
let operator: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  operator = await portal.as('operatorOne')
})
afterAll(() => portal.close())

const reason = 'Richiesta scritta, identità verificata.'
const send = async (body = reportOnWire()) =>
  (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', body)).body.result as {
    id_segnalazione: number
    codice: string
    pin: string
  }
const withVat = (piva: string) => {
  const body = associationReportOnWire()
  return { ...body, personaGiuridica: { ...(body.personaGiuridica as object), piva } }
}
const ask = (body: object, caller = operator) =>
  caller.raw('POST', '/v1/diritti', { tipo: 'esportazione', motivo: reason, ...body })
const decide = (id: number, how: 'approva' | 'rifiuta', caller = manager, body: object = {}) =>
  caller.raw('POST', `/v1/diritti/${id}/${how}`, { motivo: reason, ...body })
/** A request of an operator, as RUP reads it. */
const found = async (subject: object) => {
  const { body } = await ask(subject)
  return manager.raw('GET', `/v1/diritti/${body.result.id_richiesta}`)
}
const codesOf = (result: { segnalazioni: { codice: string }[] }) => result.segnalazioni.map(({ codice }) => codice)
const entriesAfter = async (last: string) =>
  (
    await portal.database.pool.query(
      'select action, outcome, record_kind, record_ids from audit_entries where id > $1 order by id',
      [last],
    )
  ).rows
const lastEntry = async () =>
  (await portal.database.pool.query('select coalesce(max(id), 0)::text as last from audit_entries')).rows[0].last

describe('a request', () => {
  test('by VAT number finds the reports that have exactly this one', async () => {
    const mine = [await send(withVat('11122233346')), await send(withVat('11122233346'))]
    await send(withVat('11122233353'))
    const { status, body } = await found({ codice_fiscale: ' 11122233346 ' })
    expect(status).toBe(200)
    expect(body.result).toMatchObject({
      tipo: 'esportazione',
      stato: 'in_attesa',
      soggetto: '11122233346',
      richiedente: 'Rossetti Luca',
      motivo: reason,
      utenti: 0,
      flag_puo_decidere: 1,
    })
    expect(codesOf(body.result)).toEqual(mine.map(({ codice }) => codice))
    expect(body.result.segnalazioni[0]).toMatchObject({ id_stato: 1, flag_in_lavorazione: 1 })
    expect(JSON.stringify(body.result)).not.toContain('Ponti')
  })

  test('notifies every user who may decide it except the one who entered it, by notice and by a mail without a name', async () => {
    const badge = async (caller: Caller) => (await caller.call(getBadges)).rights
    const newest = async (caller: Caller) => (await caller.call(listNotices)).rows[0]
    const before = [await badge(manager), await badge(operator)]
    const { body } = await ask({ codice_fiscale: '33344455566' })
    const requestId = body.result.id_richiesta
    expect(await newest(manager)).toMatchObject({ kind: 'rightsRequested', requestId })
    expect((await newest(operator))?.requestId).not.toBe(requestId)
    expect([await badge(manager), await badge(operator)]).toEqual([(before[0] ?? 0) + 1, before[1]])
    expect(before[1]).toBe(0)
    const own = (await ask({ codice_fiscale: '33344455567' }, manager)).body.result.id_richiesta
    expect((await newest(manager))?.requestId).not.toBe(own)
    expect(await badge(manager)).toBe((before[0] ?? 0) + 1)
    const mine = await manager.call(listRights, { query: { filters: { isDecidable: true } } })
    expect(mine.rows.map(({ id }) => id)).toContain(requestId)
    expect(mine.rows.map(({ id }) => id)).not.toContain(own)
    await decide(requestId, 'rifiuta')
    expect(await badge(manager)).toBe(before[0])
  })

  test('must be answered within a month, and is late after that; once it is answered it has no term', async () => {
    const now = portal.clock.now()
    const { body } = await ask({ codice_fiscale: '33344455568' })
    const termAt = async (days: number) => {
      portal.clock.set(new Date(now.getTime() + days * 86_400_000))
      const { data_scadenza, scadenza } = (
        await (await portal.as('manager')).raw('GET', `/v1/diritti/${body.result.id_richiesta}`)
      ).body.result
      return [data_scadenza, scadenza]
    }
    const dueOn = `${endOfTerm(oneMonthAfter(dayIn(officeZone, now)), 'european')}T00:00:00.000Z`
    expect(body.result).toMatchObject({ data_scadenza: dueOn, scadenza: 'nei_termini' })
    expect(await termAt(25)).toEqual([dueOn, 'in_scadenza'])
    expect(await termAt(34)).toEqual([dueOn, 'in_ritardo'])
    portal.clock.set(now)
    expect((await decide(body.result.id_richiesta, 'rifiuta')).body.result).not.toHaveProperty('data_scadenza')
  })

  test('by tax code finds the account of an operator', async () => {
    const { body } = await found({ codice_fiscale: 'grcsra90d44f839w' })
    expect(body.result).toMatchObject({ soggetto: 'GRCSRA90D44F839W', segnalazioni: [], utenti: 1 })
  })

  test('by code and pin finds that report, however the pin was copied', async () => {
    const { codice, pin } = await send()
    for (const written of [pin, pin.toLowerCase(), pin.replace('-', ''), ` ${pin.replaceAll('0', 'O')} `]) {
      const { status, body } = await found({ codice: codice.toLowerCase(), pin: written })
      expect({ status, codes: body.result.segnalazioni && codesOf(body.result) }).toEqual({
        status: 200,
        codes: [codice],
      })
    }
  })

  test('shows its findings to RUP, and never to the user who entered it', async () => {
    await send(withVat('22233344450'))
    const last = await lastEntry()
    const { body } = await ask({ codice_fiscale: '22233344450' })
    const path = `/v1/diritti/${body.result.id_richiesta}`
    const seen = [body.result, (await operator.raw('GET', path)).body.result]
    expect((await entriesAfter(last)).map(({ record_kind }) => record_kind)).toEqual(['rights', 'rights'])
    await decide(body.result.id_richiesta, 'approva')
    await carryOutRequest(portal, body.result.id_richiesta)
    seen.push((await operator.raw('GET', path)).body.result)
    for (const result of seen)
      for (const finding of ['segnalazioni', 'utenti']) expect(result).not.toHaveProperty(finding)
    expect(seen[2]).toMatchObject({ stato: 'conclusa', esito: { segnalazioni: 1, utenti: 0 } })
    expect((await manager.raw('GET', path)).body.result).toMatchObject({ segnalazioni: [{ id_stato: 1 }], utenti: 0 })
  })

  test('with a wrong pin, or for a code that there is not, is refused alike', async () => {
    const { codice, pin } = await send()
    const wrong = pin.startsWith('0') ? `1${pin.slice(1)}` : `0${pin.slice(1)}`
    for (const body of [
      { codice, pin: wrong },
      { codice: 'UNAR-2020-000001', pin },
      { codice: 'BOH-2026-1', pin },
    ]) {
      const reply = await ask(body)
      expect(reply.status).toBe(400)
      expect(reply.body.result.errori).toEqual([
        { campo: 'pin', codice: 'codice_o_pin_errati', messaggio: 'Il codice o il PIN non sono corretti' },
      ])
    }
  })

  test('by code allows five attempts in ten minutes, for all users together', async () => {
    const { codice, pin } = await send()
    for (let count = 0; count < 5; count++)
      expect((await ask({ codice, pin: '00000-00000' }, count % 2 ? manager : operator)).status).toBe(400)
    const refused = await ask({ codice, pin })
    expect({ status: refused.status, after: refused.headers['retry-after'] }).toEqual({ status: 429, after: '600' })
    const now = portal.clock.now()
    portal.clock.advance(10 * 60)
    const again = await ask({ codice, pin })
    portal.clock.set(now)
    expect(again.status).toBe(200)
  })

  test('of unknown codes are five tries, of codes of any kind twenty, for each who asks', async () => {
    const now = portal.clock.now()
    portal.clock.advance(10 * 60)
    const [guesser, pin] = [await portal.as('operatorTwo'), '00000-00000']
    const unknown = { codice: 'MARIO-2026-000001', pin }
    for (let count = 0; count < 5; count++) expect((await ask(unknown, guesser)).status).toBe(400)
    expect((await ask({ ...unknown, codice: 'ALTRO-2026-2' }, guesser)).status).toBe(429)
    expect((await ask(unknown)).status).toBe(400)
    for (let count = 0; count < 14; count++) {
      const { codice } = await send()
      expect((await ask({ codice, pin }, guesser)).status).toBe(400)
    }
    const sent = await send()
    expect((await ask({ codice: sent.codice, pin }, guesser)).status).toBe(429)
    expect((await ask({ codice: sent.codice, pin: sent.pin })).status).toBe(200)
    portal.clock.set(now)
  })

  test('leaves nothing of what was typed as its code where requests are counted', async () => {
    const { codice, pin, id_segnalazione } = await send()
    await ask({ codice, pin: '00000-00000' })
    await ask({ codice: 'MARIO-2026-000001', pin })
    const { rows } = await portal.database.pool.query("select subject from request_counts where bucket like 'pin%'")
    expect(rows.map(({ subject }) => subject)).toContain(
      portal.services.vault.digest('request_counts.subject', `pin\ncase:${id_segnalazione}`),
    )
    expect(rows.filter(({ subject }) => !/^-?[0-9]+$/.test(subject))).toEqual([])
  })

  test('with a wrong pin leaves the refusal in the audit log, with the case where the code is that of one', async () => {
    const { codice, id_segnalazione } = await send()
    const last = await lastEntry()
    await ask({ codice, pin: '00000-00000' }, manager)
    await ask({ codice: 'BOH-2026-1', pin: '00000-00000' }, manager)
    const entry = { action: 'rights_requested', outcome: 'refused' }
    expect(await entriesAfter(last)).toEqual([
      { ...entry, record_kind: 'case', record_ids: [String(id_segnalazione)] },
      { ...entry, record_kind: 'rights', record_ids: [] },
    ])
  })

  test.each([
    ['nobody', {}, 'codice_fiscale', 'soggetto_obbligatorio'],
    ['a code without pin', { codice: 'UNAR-2026-000001' }, 'pin', 'campo_obbligatorio'],
    ['a tax code of ten characters', { codice_fiscale: 'ABCDEF1234' }, 'codice_fiscale', 'piva_o_cf_non_validi'],
    [
      'a reason of nine characters',
      { codice_fiscale: '12345678903', motivo: 'Perché sì' },
      'motivo',
      'motivo_non_valido',
    ],
    ['a reason of 1001', { codice_fiscale: '12345678903', motivo: 'x'.repeat(1001) }, 'motivo', 'motivo_non_valido'],
    ['no reason', { codice_fiscale: '12345678903', motivo: '' }, 'motivo', 'campo_obbligatorio'],
    ['a kind that there is not', { codice_fiscale: '12345678903', tipo: 'boh' }, 'tipo', 'valore_non_valido'],
  ])('about %s is refused by name', async (_what, body, campo, codice) => {
    const reply = await ask(body)
    expect(reply.status).toBe(400)
    expect(reply.body.result.errori).toEqual([{ campo, codice, messaggio: expect.any(String) }])
  })

  test('that there is not is 404', async () => {
    expect((await manager.raw('GET', '/v1/diritti/999999')).status).toBe(404)
    expect((await decide(999_999, 'approva')).status).toBe(404)
    expect((await manager.raw('GET', '/v1/diritti/999999/archivio')).status).toBe(404)
  })
})

describe('who may', () => {
  const calls = [
    ['GET', '/v1/diritti', ['manager', 'operatorOne', 'operatorTwo']],
    ['POST', '/v1/diritti', ['manager', 'operatorOne', 'operatorTwo']],
    ['POST', '/v1/diritti/999999/approva', ['manager']],
    ['POST', '/v1/diritti/999999/rifiuta', ['manager']],
    ['GET', '/v1/diritti/999999/archivio', ['manager', 'operatorOne', 'operatorTwo']],
  ] as const

  test.each(Object.keys(roleCodes) as Role[])('is said by the table alone: %s', async (role) => {
    const caller = await portal.as(role)
    for (const [method, path, roles] of calls) {
      const { status } = await caller.raw(method, path, method === 'POST' ? {} : undefined)
      expect(status === 403, `${method} ${path}`).toBe(!roles.some((allowed) => allowed === role))
    }
  })

  test('see a request: RUP, and who entered it', async () => {
    const { body } = await ask({ codice_fiscale: '12345678903' })
    const id = body.result.id_richiesta as number
    expect((await manager.raw('GET', `/v1/diritti/${id}`)).body.result).toMatchObject({ flag_puo_decidere: 1 })
    expect((await operator.raw('GET', `/v1/diritti/${id}`)).status).toBe(200)
    const other = await portal.as('operatorTwo')
    expect((await other.raw('GET', `/v1/diritti/${id}`)).status).toBe(403)
    const listed = async (caller: Caller) => (await caller.call(listRights, { query: { from: 1, to: 100 } })).rows
    expect((await listed(other)).map((row) => row.id)).not.toContain(id)
    expect((await listed(operator)).map((row) => row.id)).toContain(id)
    expect((await listed(manager))[0]).toMatchObject({ id, subject: '12345678903', requestedBy: 'Rossetti Luca' })
  })

  test('decide: never who entered it, and nobody but RUP', async () => {
    const { body } = await ask({ codice_fiscale: '12345678903' }, manager)
    const id = body.result.id_richiesta as number
    for (const how of ['approva', 'rifiuta'] as const) {
      const reply = await decide(id, how)
      expect({ status: reply.status, word: reply.body.errorCode }).toEqual({ status: 403, word: 'stessa_persona' })
      expect(reply.body.result.descrizione).toContain("serve un'altra persona")
    }
    const last = await lastEntry()
    await decide(id, 'approva')
    expect(await entriesAfter(last)).toEqual([
      { action: 'rights_approved', outcome: 'refused', record_kind: 'rights', record_ids: [String(id)] },
    ])
    expect((await decide(id, 'approva', operator)).status).toBe(403)
    expect((await manager.raw('GET', `/v1/diritti/${id}`)).body.result).toMatchObject({
      stato: 'in_attesa',
      flag_puo_decidere: 0,
    })
  })
})

test('the status of a request can be polled by users who may see it, without an audit entry for each poll', async () => {
  const { body } = await ask({ codice_fiscale: '99988877766' })
  const path = `/v1/diritti/${body.result.id_richiesta}/stato`
  const last = await lastEntry()
  expect((await operator.raw('GET', path)).body.result).toEqual({ stato: 'in_attesa' })
  expect((await manager.raw('GET', path)).body.result).toEqual({ stato: 'in_attesa' })
  expect(await entriesAfter(last)).toEqual([])
  expect((await (await portal.as('operatorTwo')).raw('GET', path)).status).toBe(403)
  expect((await manager.raw('GET', '/v1/diritti/999999/stato')).status).toBe(404)
})

describe('the list', () => {
  test('is newest first, by pages, statuses and kinds, and can be paged by key', async () => {
    for (let index = 0; index < 12; index++)
      await ask({ codice_fiscale: '12345678903', tipo: index % 2 ? 'cancellazione' : 'esportazione' })
    const all = await manager.call(listRights, { query: { from: 1, to: 100 } })
    expect(all.rows.map(({ id }) => id)).toEqual(all.rows.map(({ id }) => id).toSorted((a, b) => b - a))
    const first = await manager.call(listRights)
    expect(first.rows).toEqual(all.rows.slice(0, 10))
    const next = await manager.call(listRights, { query: { after: first.lastKey } })
    expect(next.rows[0]).toEqual(all.rows[10])
    const back = await manager.call(listRights, { query: { before: next.firstKey } })
    expect(back.rows).toEqual(first.rows)
    const some = await manager.call(listRights, {
      query: { from: 1, to: 100, filters: { kinds: ['erasure'], statuses: ['waiting'] } },
    })
    expect(some.rows).toEqual(all.rows.filter(({ kind, status }) => kind === 'erasure' && status === 'waiting'))
    expect(some.count).toBe(some.rows.length)
  })

  test('is not hidden by one value that does not open', async () => {
    const { body } = await ask({ codice_fiscale: '12345678903' })
    const id = body.result.id_richiesta as number
    const flip = () =>
      portal.database.pool.query(
        'update rights_requests set tax_code = set_byte(tax_code, 20, get_byte(tax_code, 20) # 1) where id = $1',
        [id],
      )
    await flip()
    const { rows } = await manager.call(listRights)
    expect(rows[0]).toMatchObject({ id, requestedBy: 'Rossetti Luca' })
    expect(rows[0]?.subject).toBeUndefined()
    expect(rows[1]?.subject).toBe('12345678903')
    const { status, body: damaged } = await manager.raw('GET', `/v1/diritti/${id}`)
    expect({ status, word: damaged.errorCode }).toEqual({ status: 500, word: 'dato_danneggiato' })
    await flip()
  })

  test.each([
    ['a key that is none', 'dopo=x', 'dopo'],
    ['a sorting', 'ordinamenti=[{"campo":"id","verso":"asc"}]', 'ordinamenti'],
    ['a jump beyond row 10,000', 'da=10001&a=10010', 'da'],
  ])('refuses %s by name', async (_what, query, campo) => {
    const { status, body } = await manager.raw('GET', `/v1/diritti?${query}`)
    expect({ status, campo: body.result.errori[0].campo }).toEqual({ status: 400, campo })
  })
})

test('a request without a decision for a year loses its personal data and is refused without a user', async () => {
  const { body } = await ask({ codice_fiscale: '44455566677' })
  const id = body.result.id_richiesta as number
  const now = portal.clock.now()
  portal.clock.set(new Date('2027-11-20T10:00:01.000Z'))
  await portal.services.retention.run('nightly')
  const later = await portal.as('manager')
  const { result } = (await later.raw('GET', `/v1/diritti/${id}`)).body
  const denials = [await decide(id, 'approva', later), await decide(id, 'rifiuta', later)]
  portal.clock.set(now)
  expect(result).toMatchObject({
    stato: 'rifiutata',
    data_decisione: '2027-11-20T10:00:01.000Z',
    segnalazioni: [],
    flag_puo_decidere: 0,
  })
  for (const gone of ['soggetto', 'motivo', 'deciso_da']) expect(result).not.toHaveProperty(gone)
  expect(denials.map(({ status }) => status)).toEqual([409, 409])
})

describe('a decision', () => {
  test('is taken once, with its reason', async () => {
    const { body } = await ask({ codice_fiscale: '12345678903' })
    const id = body.result.id_richiesta as number
    const refused = await decide(id, 'rifiuta', manager, { motivo: 'Identità non accertata.' })
    expect(refused.body.result).toMatchObject({
      stato: 'rifiutata',
      deciso_da: 'Ferri Giulia',
      motivo: reason,
      motivo_decisione: 'Identità non accertata.',
      soggetto: '12345678903',
      flag_puo_decidere: 0,
    })
    for (const how of ['approva', 'rifiuta'] as const) expect((await decide(id, how)).status).toBe(409)
    expect((await decide(id, 'approva', manager, { motivo: 'breve' })).status).toBe(400)
  })

  test('of two at once is one', async () => {
    const { body } = await ask({ codice_fiscale: '12345678903' })
    const id = body.result.id_richiesta as number
    const replies = await Promise.all([decide(id, 'approva'), decide(id, 'rifiuta'), decide(id, 'approva')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

test('every step is in the audit log, with the request and its cases', async () => {
  const { codice, pin, id_segnalazione } = await send()
  const last = await lastEntry()
  const { body } = await ask({ codice, pin })
  const id = body.result.id_richiesta as number
  await manager.raw('GET', '/v1/diritti')
  await decide(id, 'approva')
  await carryOutRequest(portal, id)
  await manager.raw('GET', `/v1/diritti/${id}/archivio`)
  await (await portal.as('operatorTwo')).raw('GET', `/v1/diritti/${id}`)
  const entries = (await entriesAfter(last)).map(
    ({ action, outcome, record_kind, record_ids }) => `${action} ${outcome} ${record_kind} ${record_ids.slice(0, 1)}`,
  )
  expect(entries).toEqual([
    `rights_requested done case ${id_segnalazione}`,
    `rights_requested done rights ${id}`,
    `rights_list_read done rights ${id}`,
    `rights_approved done rights ${id}`,
    `rights_approved done case ${id_segnalazione}`,
    `rights_exported done rights ${id}`,
    `rights_exported done case ${id_segnalazione}`,
    `rights_archive_read done rights ${id}`,
    `rights_archive_read done case ${id_segnalazione}`,
    expect.stringMatching(/^signed_in/),
    `rights_read refused rights ${id}`,
  ])
})
