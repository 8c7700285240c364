import { type Report, reportFields } from '@portal/contract'
import it from '@portal/contract/texts/it.json' with { type: 'json' }
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealedReports } from '#features/reports/index.ts'
import { unaudited } from '#platform/database/transaction.ts'
import { writeTokens } from '#platform/protection/sealed-rows.ts'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { carryOutRequest } from '../../../test/carry-out-request.ts'
import { claimedFile } from '../../../test/claimed-file.ts'
import { newestListedRun } from '../../../test/listed-runs.ts'
import { associationReportOnWire, reportOnWire } from '../../../test/make.ts'
import { readZip } from '../../../test/read-zip.ts'

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
const send = async (body: unknown) =>
  (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', body)).body.result as {
    id_segnalazione: number
    codice: string
    pin: string
  }
/** A request for export that was approved and carried out. */
async function exported(subject: object): Promise<number> {
  const { body } = await operator.raw('POST', '/v1/diritti', { tipo: 'esportazione', motivo: reason, ...subject })
  const id = body.result.id_richiesta as number
  expect((await manager.raw('POST', `/v1/diritti/${id}/approva`, { motivo: reason })).status).toBe(200)
  await carryOutRequest(portal, id)
  return id
}
const fetchArchive = (id: number, caller = manager) => caller.raw('GET', `/v1/diritti/${id}/archivio`)
const archiveOf = async (id: number) => {
  const files = readZip((await fetchArchive(id)).body)
  return { page: files['leggimi.html'] ?? '', data: JSON.parse(files['dati.json'] ?? ''), names: Object.keys(files) }
}

/** Every field of a report, filled. */
const fullReport = associationReportOnWire({
  resoconto_fatti: 'Mi hanno detto: <b>"fuori"</b> & «basta».\nPoi un\'altra volta. 🙁',
  flag_data_evento_sconosciuta: 0,
  personaGiuridica: {
    ragione_sociale: 'Associazione <Ponti> & Porte',
    piva: '77788899902',
    soggetto_da_contattare: 'Aïcha Ben Alì',
    personaGiuridicaLegaleRappresentante: { cognome: 'De Luca' },
    anagrafica: {
      id_nazione: 105,
      id_regione: 3,
      id_provincia: 15,
      id_citta: 6205,
      indirizzo: 'Via Torino 2',
      cap: '20123',
      recapito_pri: '0212345678',
      recapito_sec: '0287654321',
      email: 'Ponti@example.it',
    },
  },
})

describe('an export', () => {
  test('has every field of the report, for people under its label and for machines as it was sent', async () => {
    const { id_segnalazione, codice } = await send(fullReport)
    const { page, data, names } = await archiveOf(await exported({ codice_fiscale: '77788899902' }))
    expect(names).toEqual(['leggimi.html', 'dati.json'])
    const [{ caso, segnalazione }] = data.segnalazioni
    expect(segnalazione).toMatchObject({ ...fullReport, data_ricezione: '2026-11-20T10:00:00.000Z' })
    expect(caso).toMatchObject({ id_segnalazione, codice, id_stato: 1, id_canale: 2 })
    const stored = await portal.storedReport(id_segnalazione)
    const filled = (Object.keys(reportFields) as (keyof Report)[]).filter((key) => (stored[key] ?? null) !== null)
    const labels = [...page.matchAll(/<th scope="row">([^<]*)<\/th>/g)].map(([, label]) =>
      label?.replaceAll('&#39;', "'"),
    )
    expect(filled.length).toBeGreaterThan(25)
    for (const key of filled) expect(labels).toContain(it.fields[key])
    expect(page).toContain('Associazione &lt;Ponti&gt; &amp; Porte')
    expect(page).toContain(
      'Mi hanno detto: &lt;b&gt;&quot;fuori&quot;&lt;/b&gt; &amp; «basta».\nPoi un&#39;altra volta. 🙁',
    )
    for (const value of ['28/02/1990', '03/11/2026', 'Milano', 'Italia', '+390612345678', 'Ponti@example.it'])
      expect(page).toContain(`<td>${value}</td>`)
  })

  test('is a page that needs nothing from elsewhere and runs nothing', async () => {
    await send(
      reportOnWire({ resoconto_fatti: '<script src="https://example.org/x.js"></script><img src=x onerror=alert(1)>' }),
    )
    const { codice, pin } = await send(reportOnWire({ resoconto_fatti: '</td></table><script>alert(1)</script>' }))
    const { page } = await archiveOf(await exported({ codice, pin }))
    expect(page).toMatch(/^<!doctype html>\n<html lang="it">/)
    expect(page).not.toMatch(/<script|<img|<link|<iframe| src=|href=|url\(|@import/i)
    expect(page.match(/<table>/g)?.length).toBe(page.match(/<\/table>/g)?.length)
  })

  test('by code and pin has that report alone', async () => {
    const other = await send(fullReport)
    const { codice, pin } = await send(fullReport)
    const { data } = await archiveOf(await exported({ codice, pin }))
    expect(data.segnalazioni.map(({ caso }: { caso: { codice: string } }) => caso.codice)).toEqual([codice])
    expect(JSON.stringify(data)).not.toContain(other.pin)
    expect(JSON.stringify(data)).not.toContain('pinHash')
  })

  test('has the account with the tax code, and no other account', async () => {
    const { page, data } = await archiveOf(await exported({ codice_fiscale: 'GRCSRA90D44F839W' }))
    expect(data.utenti).toEqual([
      expect.objectContaining({
        cf: 'GRCSRA90D44F839W',
        nome: 'Sara',
        cognome: 'Greco',
        mail: 'sara.greco@demo.example',
      }),
    ])
    expect(page).toContain('<th scope="row">Codice fiscale</th><td>GRCSRA90D44F839W</td>')
    expect(page).not.toContain('Rossetti')
  })

  test('has the mails about its cases, and none of somebody else who has the same address', async () => {
    const { inTransaction, outbox } = portal.services
    const { codice, pin, id_segnalazione: caseId } = await send(fullReport)
    const other = await send(fullReport)
    const mail = (body: string) => ({ recipient: 'ponti@example.it', subject: 'Oggetto', body })
    await inTransaction(unaudited, (tx) => outbox.queue(tx, { ...mail('Per chi chiede.'), caseId }))
    await inTransaction(unaudited, (tx) => outbox.queue(tx, { ...mail('Per altri.'), caseId: other.id_segnalazione }))
    await inTransaction(unaudited, (tx) => outbox.queue(tx, mail('Di nessun caso.')))
    const id = await exported({ codice, pin })
    const { page, data } = await archiveOf(id)
    expect(data.mail).toMatchObject([
      { oggetto: expect.stringContaining(codice) },
      { destinatario: 'ponti@example.it', testo: 'Per chi chiede.' },
    ])
    expect(page).toContain('Per chi chiede.')
    const counts = (await manager.raw('GET', `/v1/diritti/${id}`)).body.result.esito
    expect(counts).toEqual({ segnalazioni: 1, utenti: 0, mail: 2, voci_audit: expect.any(Number) })
  })

  test('has the history of the case without the names of users', async () => {
    const { codice, pin, id_segnalazione } = await send(reportOnWire())
    await manager.raw('GET', `/v1/segnalazioni/dettaglio/${id_segnalazione}`)
    const { page, data } = await archiveOf(await exported({ codice, pin }))
    const [{ registro }] = data.segnalazioni
    expect(registro.map(({ azione }: { azione: string }) => azione)).toEqual(
      expect.arrayContaining(['report_submitted', 'case_read', 'rights_requested', 'rights_approved']),
    )
    expect(page).toContain(office.audit.actions.case_read)
    for (const name of ['Ferri', 'Giulia', 'Rossetti']) expect(page + JSON.stringify(data)).not.toContain(name)
  })

  test('tells of the earlier requests about the person', async () => {
    await send(fullReport)
    const { data } = await archiveOf(await exported({ codice_fiscale: '77788899902' }))
    expect(data.richieste).toContainEqual({
      tipo: 'esportazione',
      stato: 'conclusa',
      data_richiesta: '2026-11-20T10:00:00.000Z',
    })
  })

  test('of a person without data says so', async () => {
    const { page, data } = await archiveOf(await exported({ codice_fiscale: 'ZZZZZZ99Z99Z999Z' }))
    expect(data).toMatchObject({ segnalazioni: [], utenti: [], mail: [] })
    expect(page).toContain('Segnalazioni (0)')
  })
})

describe('of a case that somebody else reported', () => {
  const victim = 'VTTMRA80A01H501Z'
  let page: string
  let data: { segnalazioni: Record<string, unknown>[]; allegati: unknown[]; mail: unknown[] }

  /** A report with a file and a message, whose victim the office has entered; mails go to the reporter and to the office. */
  async function reported() {
    const { id_segnalazione: caseId } = await send(
      reportOnWire({
        resoconto_fatti: 'Ho visto tutto dalla finestra.',
        personaFisica: { nome: 'Zenobia', cognome: 'Testimonio', anagrafica: { email: 'zenobia@example.it' } },
      }),
    )
    const { inTransaction, outbox, vault } = portal.services
    await manager.raw('POST', '/v1/segnalazioni/presa-in-carico', { id_segnalazione: caseId })
    const report = await portal.storedReport(caseId)
    const office = {
      victimTaxCode: victim,
      victimFirstName: 'Vittoria',
      religionId: 1,
      offenderName: 'Oreste',
      notes: 'Nota interna',
    }
    const columns = vault.seal(sealedReports, caseId, { ...report, ...office })
    await portal.database.db
      .updateTable('reports')
      .set(columns as never)
      .where('caseId', '=', caseId)
      .execute()
    await inTransaction(unaudited, (tx) => writeTokens(tx, vault, sealedReports, caseId, { ...report, ...office }))
    await portal.database.pool.query('update cases set place_province = 58, field_id = 1 where id = $1', [caseId])
    await claimedFile(portal, caseId)
    await manager.raw('POST', `/v1/segnalazioni/messaggi/${caseId}`, { testo: 'Cara Zenobia, grazie.' })
    for (const recipient of ['zenobia@example.it', 'rup@ufficio.example'])
      await inTransaction(unaudited, (tx) =>
        outbox.queue(tx, { recipient, subject: 'Sul caso', body: `A ${recipient}`, caseId }),
      )
    return caseId
  }

  beforeAll(async () => {
    await reported()
    ;({ page, data } = (await archiveOf(await exported({ codice_fiscale: victim }))) as never)
  })

  test('the victim gets what is noted of them and the facts', () => {
    expect(data.segnalazioni).toEqual([
      expect.objectContaining({
        relazione: ['vittima'],
        segnalazione: expect.objectContaining({
          vittima: expect.objectContaining({ nome: 'Vittoria', codice_fiscale: victim, id_religione: 1 }),
          id_ambito: 1,
        }),
      }),
    ])
    for (const label of ['Nome della vittima', 'Religione', 'Ambito'])
      expect(page).toContain(`<th scope="row">${label}</th>`)
    expect(page).toContain('<td>la vittima</td>')
  })

  test('and nothing of the reporter, the offender, the office and its mails', () => {
    for (const words of [
      'Zenobia',
      'Testimonio',
      'zenobia@',
      'finestra',
      'Oreste',
      'Nota interna',
      'rup@ufficio',
      'Atto numero',
      'atto ',
    ])
      expect(page + JSON.stringify(data), words).not.toContain(words)
    expect(data).toMatchObject({ allegati: [], mail: [] })
    expect(data.segnalazioni[0]).toMatchObject({ messaggi: [] })
  })

  test('every label of the page is in Italian words', () => {
    const labels = [...page.matchAll(/<th scope="row">([^<]*)<\/th>/g)].map(([, label]) => label)
    expect(labels.filter((label) => /^[a-z]+[A-Z]/.test(label ?? ''))).toEqual([])
  })

  test('the reporter gets their narrative, their files, their messages and the mails to their addresses', async () => {
    const {
      codice,
      pin,
      id_segnalazione: caseId,
    } = await send(
      reportOnWire({ personaFisica: { nome: 'Zoe', cognome: 'Rossi', anagrafica: { email: 'zoe@example.it' } } }),
    )
    await manager.raw('POST', `/v1/segnalazioni/messaggi/${caseId}`, { testo: 'Cara Zoe, grazie.' })
    const access = await portal.visitor.raw('POST', '/v1/noauth/pratica/accesso', { codice, pin })
    const cookie = String([access.headers['set-cookie']].flat().at(-1)).split(';')[0] ?? ''
    const call = { telefono: '3331234567', orari_chiamata: 'la mattina' }
    await portal.visitor.raw('POST', '/v1/noauth/pratica/richiamata', call, { cookie })
    const { inTransaction, outbox } = portal.services
    for (const recipient of ['Zoe@example.it', 'rup@ufficio.example'])
      await inTransaction(unaudited, (tx) =>
        outbox.queue(tx, { recipient, subject: 'Sul caso', body: `A ${recipient}`, caseId }),
      )
    const own = await archiveOf(await exported({ codice, pin }))
    expect(own.data.segnalazioni[0]).toMatchObject({
      relazione: ['segnalante', 'vittima'],
      messaggi: [
        { da: 'ufficio', testo: 'Cara Zoe, grazie.' },
        { da: 'segnalante', richiamata: call },
      ],
    })
    expect(own.page).toContain('Chiamata richiesta al numero 3331234567. Quando: la mattina')
    expect(own.page).toContain('Cara Zoe, grazie.')
    expect(own.data.mail.map(({ testo }: { testo: string }) => testo)).toContain('A Zoe@example.it')
    expect(own.page + JSON.stringify(own.data)).not.toContain('rup@ufficio')
  })
})

describe('the archive', () => {
  let id: number
  beforeAll(async () => {
    const { codice, pin } = await send(reportOnWire())
    id = await exported({ codice, pin })
  })

  test('is sent to be saved, and kept by no one on the way', async () => {
    const { status, headers, body } = await fetchArchive(id)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="diritti-${id}.zip"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(Object.keys(readZip(body))).toHaveLength(2)
  })

  test('is for RUP and for who made the request', async () => {
    expect((await fetchArchive(id, operator)).status).toBe(200)
    expect((await fetchArchive(id, await portal.as('operatorTwo'))).status).toBe(403)
    expect((await portal.visitor.raw('GET', `/v1/diritti/${id}/archivio`)).status).toBe(401)
  })

  test('lies in the store sealed', async () => {
    const [row] = (
      await portal.database.pool.query(
        "select name, content_key from files where id = (select file_id from runs where kind = 'rights_export' and subject = $1)",
        [String(id)],
      )
    ).rows
    expect(Buffer.concat([row.name, row.content_key]).toString('latin1')).not.toContain('diritti')
  })

  test('is there for 24 hours, and says until when', async () => {
    const until = async () => (await manager.raw('GET', `/v1/diritti/${id}`)).body.result.archivio_fino_a
    expect(await until()).toBe('2026-11-21T10:00:00.000Z')
    const now = portal.clock.now()
    portal.clock.set(new Date('2026-11-21T10:00:00.000Z'))
    const next = await portal.as('manager')
    expect((await fetchArchive(id, next)).status).toBe(404)
    expect((await next.raw('GET', `/v1/diritti/${id}`)).body.result).not.toHaveProperty('archivio_fino_a')
    portal.clock.advance(1)
    await portal.services.retention.run('hourly')
    expect((await next.raw('GET', `/v1/diritti/${id}`)).body.result).toMatchObject({
      stato: 'conclusa',
      esito: { segnalazioni: 1 },
    })
    portal.clock.set(now)
    // The sessions of before ended a day later, and went.
    manager = await portal.as('manager')
    operator = await portal.as('operatorOne')
  })
})

describe('an export that is broken off', () => {
  test('is done again, and leaves one archive', async () => {
    const { codice, pin } = await send(reportOnWire())
    const { body } = await operator.raw('POST', '/v1/diritti', { tipo: 'esportazione', motivo: reason, codice, pin })
    const id = body.result.id_richiesta as number
    await manager.raw('POST', `/v1/diritti/${id}/approva`, { motivo: reason })
    const { pool } = portal.database
    await pool.query(`create function refuse_end() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`)
    await pool.query(
      `create trigger refuse_end before update of file_id on runs for each row execute function refuse_end()`,
    )
    await expect(carryOutRequest(portal, id)).rejects.toThrow()
    expect((await fetchArchive(id)).status).toBe(404)
    await pool.query('drop function refuse_end() cascade')
    // Two servers take it up at once.
    await Promise.all([carryOutRequest(portal, id), carryOutRequest(portal, id)])
    expect((await fetchArchive(id)).status).toBe(200)
    await carryOutRequest(portal, id)
    const { rows } = await pool.query("select count(*)::int as count from files where purpose = 'export'")
    const named = await pool.query('select count(distinct file_id)::int as count from runs where file_id is not null')
    expect(rows[0].count).toBe(named.rows[0].count)
    expect(await newestListedRun(portal, 'diritti_esportazione')).toMatchObject({ stato: 'conclusa', elaborati: 1 })
  })

  test('is taken up by the next start, and fails for good after five faults; then RUP may approve it once more', async () => {
    const { codice, pin, id_segnalazione } = await send(reportOnWire())
    const { body } = await operator.raw('POST', '/v1/diritti', { tipo: 'esportazione', motivo: reason, codice, pin })
    const id = body.result.id_richiesta as number
    await manager.raw('POST', `/v1/diritti/${id}/approva`, { motivo: reason })
    const { pool } = portal.database
    await pool.query("delete from pgboss.job where name = 'runs.work'")
    await portal.services.runs.resume()
    const [run] = (await pool.query('select id from runs where subject = $1', [String(id)])).rows
    expect((await pool.query("select data from pgboss.job where name = 'runs.work'")).rows).toEqual([
      { data: { runId: run.id } },
    ])
    const flip = () =>
      pool.query('update reports set message = set_byte(message, 20, get_byte(message, 20) # 1) where case_id = $1', [
        id_segnalazione,
      ])
    await flip()
    for (let count = 0; count < 4; count++) await expect(carryOutRequest(portal, id)).rejects.toThrow()
    await carryOutRequest(portal, id)
    const failed = (await manager.raw('GET', `/v1/diritti/${id}`)).body.result
    expect(failed).toMatchObject({ stato: 'fallita', flag_puo_decidere: 1 })
    await flip()
    await manager.raw('POST', `/v1/diritti/${id}/approva`, { motivo: reason })
    await carryOutRequest(portal, id)
    expect((await fetchArchive(id)).status).toBe(200)
  })
})
