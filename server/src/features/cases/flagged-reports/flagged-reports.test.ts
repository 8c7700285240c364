import { clearFlaggedReport, formMarkHeader, listCases, listFlaggedReports, writeFormMark } from '@portal/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { reportOnWire } from '../../../../test/make.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { REPORTS_PER_MINUTE: '30', TRUST_PROXY: 'on' } })
})
afterAll(() => portal.close())
beforeEach(() => portal.clock.advance(60))

let nextNumber = 0
/** Sends a report of its own text; gives its id. */
async function send({ message = `Un fatto, il numero ${nextNumber++}.`, headers = {} } = {}): Promise<number> {
  const { status, body } = await portal.visitor.raw(
    'POST',
    '/v1/noauth/segnalazione',
    reportOnWire({ resoconto_fatti: message }),
    headers,
  )
  expect(status).toBe(200)
  return body.result.id_segnalazione
}
const marked = (seconds: number, isTrapFilled = false) => ({
  [formMarkHeader]: writeFormMark({ seconds, isTrapFilled }),
})
const reasonsOf = async (id: number) =>
  (await portal.database.pool.query('select suspect_reasons from cases where id = $1', [id])).rows[0].suspect_reasons
const links = 'https://a.it https://b.it https://c.it https://d.it'
const from = (address: string) => ({ 'x-forwarded-for': address })

describe('a report that looks like spam', () => {
  test('is taken in, marked by the mark of the form, and stands among the cases', async () => {
    expect(await reasonsOf(await send({ headers: marked(300) }))).toEqual([])
    expect(await reasonsOf(await send({ headers: { [formMarkHeader]: 'rubbish' } }))).toEqual([])
    const id = await send({ headers: marked(2, true), message: `Comprate qui: ${links}` })
    expect(await reasonsOf(id)).toEqual(['trap', 'fast', 'links'])
    const { rows } = await (await portal.as('manager')).call(listCases)
    expect(rows.map((row) => row.id)).toContain(id)
  })

  test('is one whose text came from the same network within a day, in any spelling', async () => {
    const message = 'Lo stesso racconto, parola per parola.'
    expect(await reasonsOf(await send({ message, headers: from('203.0.113.7') }))).toEqual([])
    expect(await reasonsOf(await send({ message, headers: from('198.51.100.9') }))).toEqual([])
    const again = await send({ message: ` LO stesso  racconto, parola per parola.`, headers: from('203.0.113.200') })
    expect(await reasonsOf(again)).toEqual(['repeat'])
    portal.clock.advance(24 * 3600 + 1)
    expect(await reasonsOf(await send({ message, headers: from('203.0.113.7') }))).toEqual([])
  })

  test('stores only a keyed digest of its text, which is deleted after a day', async () => {
    await send({ message: 'Un racconto riconoscibile.' })
    const { rows } = await portal.database.pool.query('select * from sent_texts')
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(Object.keys(row).sort()).toEqual(['sent_at', 'token'])
    portal.clock.advance(24 * 3600 + 1)
    await portal.services.retention.run('hourly')
    expect((await portal.database.pool.query('select from sent_texts')).rowCount).toBe(0)
  })

  test('is one of many from a network in a minute: all are taken in, those beyond the share are marked', async () => {
    const ids: number[] = []
    for (let index = 0; index < 5; index++) ids.push(await send({ headers: from('192.0.2.1') }))
    expect(await Promise.all(ids.map(reasonsOf))).toEqual([[], [], [], ['flood'], ['flood']])
    portal.clock.advance(60)
    expect(await reasonsOf(await send({ headers: from('192.0.2.1') }))).toEqual([])
  })
})

describe('the list for review', () => {
  test('has the newest first, by pages, with the reasons on the wire', async () => {
    await portal.database.pool.query("update cases set suspect_reasons = '{}'")
    const ids: number[] = []
    for (let index = 0; index < 12; index++) {
      if (index % 3 === 0) portal.clock.advance(60)
      ids.push(await send({ headers: marked(1) }))
    }
    ids.reverse()
    const operator = await portal.as('operatorOne')
    const page = await operator.call(listFlaggedReports)
    expect(page).toMatchObject({ count: 12, from: 1, to: 10, rows: ids.slice(0, 10).map((id) => ({ id })) })
    const rest = await operator.call(listFlaggedReports, { query: { after: page.lastKey } })
    expect(rest.rows.map(({ id }) => id)).toEqual(ids.slice(10))
    const { body } = await operator.raw('GET', '/v1/segnalazioni/da-rivedere?da=1&a=1')
    expect(body.result.listaView).toEqual([
      {
        id_segnalazione: ids[0],
        codice: expect.stringMatching(/^UNAR-2026-\d{6}$/),
        id_stato: 1,
        data_creazione: expect.any(String),
        motivi: ['compilazione_rapida'],
        inizio_resoconto: expect.stringMatching(/^Un fatto, il numero \d+\.$/),
      },
    ])
    for (const key of ['x', '1.5', '0', '99999999999'])
      expect((await operator.raw('GET', `/v1/segnalazioni/da-rivedere?dopo=${key}`)).status).toBe(400)
  })

  test('does not show a reviewed report; the case stays, with who reviewed it and when', async () => {
    const id = await send({ headers: marked(1) })
    const operator = await portal.as('operatorTwo')
    const first = await operator.call(clearFlaggedReport, { params: { id } })
    expect(first).toEqual({ id, reviewedAt: portal.clock.now() })
    portal.clock.advance(5)
    const again = await (await portal.as('manager')).call(clearFlaggedReport, { params: { id } })
    expect(again).toEqual(first)
    const { rows } = await portal.database.pool.query(
      'select suspect_reasons, reviewed_by, reviewed_at, status from cases where id = $1',
      [id],
    )
    expect(rows).toEqual([
      {
        suspect_reasons: ['fast'],
        reviewed_by: await portal.idOf('operatorTwo'),
        reviewed_at: first.reviewedAt,
        status: 'open',
      },
    ])
    expect((await operator.call(listFlaggedReports)).rows.map((row) => row.id)).not.toContain(id)
    expect((await operator.call(listCases)).rows.map((row) => row.id)).toContain(id)
  })

  test('records the narratives that it opened, without their words; a damaged one is left out', async () => {
    const id = await send({ headers: marked(1), message: 'Parole da non registrare' })
    const manager = await portal.as('manager')
    const first = async () => (await manager.call(listFlaggedReports, { query: { from: 1, to: 1 } })).rows
    expect(await first()).toMatchObject([{ id, excerpt: 'Parole da non registrare' }])
    const { rows } = await portal.database.pool.query('select * from audit_entries order by id desc limit 1')
    const opened = { action: 'suspect_list_read', record_ids: [String(id)], changed_fields: ['message'] }
    expect(rows).toMatchObject([opened])
    expect(JSON.stringify(rows)).not.toContain('Parole')
    await portal.database.pool.query(`update reports set message = '\\x00' where case_id = $1`, [id])
    const [damaged] = await first()
    expect(damaged).toMatchObject({ id })
    expect(damaged?.excerpt).toBeUndefined()
  })

  test('shows an operator of level I no case beyond their remit', async () => {
    const id = await send({ headers: marked(1) })
    await portal.database.pool.query("update cases set status = 'inWorkTwo' where id = $1", [id])
    const one = await portal.as('operatorOne')
    expect((await one.call(listFlaggedReports)).rows.map((row) => row.id)).not.toContain(id)
    expect((await one.raw('POST', `/v1/segnalazioni/da-rivedere/${id}/non-spam`)).status).toBe(403)
    expect((await (await portal.as('operatorTwo')).call(listFlaggedReports)).rows.map((row) => row.id)).toContain(id)
  })

  test('has no report that was never marked, nor one that is not there', async () => {
    const manager = await portal.as('manager')
    const usual = await send()
    for (const id of [usual, 999_999])
      expect((await manager.raw('POST', `/v1/segnalazioni/da-rivedere/${id}/non-spam`)).status).toBe(404)
    expect((await manager.raw('POST', '/v1/segnalazioni/da-rivedere/x/non-spam')).status).toBe(400)
  })
})
