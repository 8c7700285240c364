import { existsSync, mkdtempSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { letterFile } from '#platform/mail/outbox-folder.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import { columnName } from '#platform/protection/sealed-table.ts'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { carryOutRequest } from '../../../test/carry-out-request.ts'
import { newestListedRun } from '../../../test/listed-runs.ts'
import { associationReportOnWire, caseOnWire, reportOnWire } from '../../../test/make.ts'
import { readZip } from '../../../test/read-zip.ts'
import { protectedTables } from '../../wiring/protected-tables.ts'
import { anyTable } from './subject.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'portale-erase-'))
let portal: TestApp
let manager: Caller
let operator: Caller
beforeAll(async () => {
  portal = await startTestApp({ env: { DATA_DIR: dataDir } })
  manager = await portal.as('manager')
  operator = await portal.as('operatorOne')
})
afterAll(() => portal.close())

const reason = 'Richiesta di Filippa Tavernelli, identità verificata.'
const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows
const send = async (body: unknown) =>
  (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', body)).body.result as {
    id_segnalazione: number
    codice: string
    pin: string
  }
const close = (...ids: number[]) =>
  query("update cases set status = 'closed', closed_at = $1 where id = any($2)", [portal.clock.now(), ids])
const ask = async (tipo: string, subject: object) =>
  (await operator.raw('POST', '/v1/diritti', { tipo, motivo: reason, ...subject })).body.result.id_richiesta as number
const approve = (id: number, more: object = {}) =>
  manager.raw('POST', `/v1/diritti/${id}/approva`, { motivo: 'Accolta per Filippa Tavernelli.', ...more })
const work = (requestId: number) => carryOutRequest(portal, requestId)
const stored = async (id: number) => (await query('select * from reports where case_id = $1', [id]))[0]

/** A person whose every value is found nowhere else. */
const person = {
  words: [
    'Filippa',
    'Tavernelli',
    '1987-06-05',
    'filippa.t@',
    '3471234999',
    'Vicolo Cieco',
    'Z50Q1XW',
    'zampogna rossa',
  ],
  body: (changes = {}) =>
    reportOnWire({
      resoconto_fatti: 'Mi hanno tolto la zampogna rossa.',
      personaFisica: {
        nome: 'Filippa',
        cognome: 'Tavernelli',
        data_nascita: '1987-06-05T00:00:00.000Z',
        anagrafica: {
          id_nazione: 105,
          indirizzo: 'Vicolo Cieco 9',
          cap: 'Z50Q1XW',
          recapito_pri: '3471234999',
          email: 'Filippa.T@example.it',
        },
      },
      ...changes,
    }),
}

/** Whatever any row of any table holds: as it is stored, and opened. */
async function everythingKept(): Promise<string> {
  const tables = await query(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`)
  const parts: string[] = []
  for (const { name } of tables)
    parts.push(...(await query(`select t::text as row from ${name} as t`)).map(({ row }) => row))
  for (const table of protectedTables) {
    const rows = (await portal.services.db
      .selectFrom(table.table as 'reports')
      .selectAll()
      .execute()) as object[]
    for (const row of rows) {
      const id = (row as Record<string, number>)[table.key] ?? 0
      parts.push(JSON.stringify(await openSealed(portal.services.vault, anyTable(table), id, row)))
    }
  }
  return parts.join('\n').toLowerCase()
}
const wordsKept = async (words: readonly string[]) => {
  const kept = await everythingKept()
  return words.filter((word) => kept.includes(word.toLowerCase()))
}

describe('an erasure', () => {
  test('leaves nothing of the person in any table, mail, file or earlier request', async () => {
    const { id_segnalazione: id, codice, pin } = await send(person.body())
    const mails = await query('select id from mails')
    await mkdir(join(dataDir, 'outbox'), { recursive: true })
    for (const mail of mails) await writeFile(join(dataDir, 'outbox', letterFile(mail.id)), 'sealed')
    const earlier = await ask('esportazione', { codice, pin })
    await approve(earlier)
    await work(earlier)
    await close(id)
    const [{ file_id }] = await query('select file_id from runs where subject = $1', [String(earlier)])
    expect(await wordsKept(person.words)).toEqual(person.words)
    const request = await ask('cancellazione', { codice, pin })
    expect((await approve(request)).status).toBe(200)
    await work(request)
    expect(await wordsKept(person.words)).toEqual([])
    await expect(portal.services.files.open(file_id)).rejects.toMatchObject({ code: 'not_found' })
    expect(mails.length).toBeGreaterThan(0)
    expect(mails.filter((mail) => existsSync(join(dataDir, 'outbox', letterFile(mail.id))))).toEqual([])
    const { body } = await manager.raw('GET', `/v1/diritti/${request}`)
    expect(body.result).toMatchObject({
      stato: 'conclusa',
      segnalazioni: [{ codice, id_stato: 6 }],
      esito: { segnalazioni: 1, utenti: 0, mail: mails.length, voci_audit: 0 },
    })
    for (const gone of ['soggetto', 'motivo', 'motivo_decisione']) expect(body.result).not.toHaveProperty(gone)
    expect((await manager.raw('GET', `/v1/diritti/${earlier}/archivio`)).status).toBe(404)
    expect(
      (await operator.raw('POST', '/v1/diritti', { tipo: 'esportazione', motivo: reason, codice, pin })).status,
    ).toBe(400)
  })

  test('takes every report of a VAT number, and no other', async () => {
    const withVat = (piva: string) => {
      const body = associationReportOnWire({ personaFisica: {} })
      return { ...body, personaGiuridica: { ...(body.personaGiuridica as object), piva } }
    }
    const [first, second, other] = [
      await send(withVat('55566677781')),
      await send(withVat('55566677781')),
      await send(withVat('55566677799')),
    ]
    await close(first.id_segnalazione, second.id_segnalazione, other.id_segnalazione)
    const request = await ask('cancellazione', { codice_fiscale: '55566677781' })
    await approve(request)
    await work(request)
    expect(await wordsKept(['55566677781'])).toEqual([])
    expect(await stored(other.id_segnalazione)).toMatchObject({
      organisation_vat: expect.any(Buffer),
      organisation_name: expect.any(Buffer),
    })
  })

  test('keeps what statistics count, as retention does', async () => {
    const { id_segnalazione: id, codice, pin } = await send(person.body())
    await close(id)
    const before = await stored(id)
    const request = await ask('cancellazione', { codice, pin })
    await approve(request)
    await work(request)
    const after = await stored(id)
    const sealed = protectedTables.find(({ table }) => table === 'reports')?.sealed.map(columnName) ?? []
    const changed = Object.keys(after).filter(
      (column) => !sealed.includes(column) && String(after[column]) !== String(before[column]),
    )
    expect(changed.sort()).toEqual(['age_band', 'event_date'])
    expect(after).toMatchObject({ age_band: '35-44', event_date: '2026-11-01', nation: 105, profile: 1 })
    const { body } = await manager.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)
    expect(body.result).toMatchObject({ id_stato: 6, versione: 2 })
  })

  test('leaves the unsent receipt of somebody else who has the same address', async () => {
    const [mine, other] = [await send(person.body()), await send(person.body({ resoconto_fatti: 'Un altro fatto.' }))]
    const receiptsOf = ({ id_segnalazione: id }: typeof mine) =>
      query('select sent_at from mails where case_id = $1', [id])
    await close(mine.id_segnalazione)
    const request = await ask('cancellazione', { codice: mine.codice, pin: mine.pin })
    expect(await receiptsOf(mine)).toEqual([{ sent_at: null }])
    await approve(request)
    await work(request)
    expect(await receiptsOf(mine)).toEqual([])
    expect(await receiptsOf(other)).toEqual([{ sent_at: null }])
    expect((await manager.raw('GET', `/v1/diritti/${request}`)).body.result.esito).toMatchObject({ mail: 1 })
  })

  test('of a case that is still worked on needs the word of who approves', async () => {
    const { id_segnalazione: id, codice, pin } = await send(person.body())
    const request = await ask('cancellazione', { codice, pin })
    const refused = await approve(request)
    expect({ status: refused.status, word: refused.body.errorCode }).toEqual({
      status: 409,
      word: 'casi_in_lavorazione',
    })
    expect(refused.body.result.descrizione).toContain(codice)
    expect(await stored(id)).toMatchObject({ first_name: expect.any(Buffer) })
    expect((await approve(request, { anche_aperti: 1 })).status).toBe(200)
    await work(request)
    expect(await stored(id)).toMatchObject({ first_name: null })
  })

  test('of an operator leaves the account, which the office needs', async () => {
    const request = await ask('cancellazione', { codice_fiscale: 'GRCSRA90D44F839W' })
    await approve(request)
    await work(request)
    expect(await portal.as('operatorOne')).toBeDefined()
    expect(await wordsKept(['GRCSRA90D44F839W'])).toEqual(['GRCSRA90D44F839W'])
  })
})

describe('a record of the registry that a case names', () => {
  const record = async (values: object = {}) =>
    (await manager.raw('POST', '/v1/anagrafica/add-persona-fisica', { nome: 'Ersilia', cognome: 'Vasco', ...values }))
      .body.result.id_persona_fisica as number
  const link = (caseId: number, column: string, id: number) =>
    query(`update cases set ${column} = $1 where id = $2`, [id, caseId])
  const left = async (...ids: number[]) =>
    (await query('select id from natural_persons where id = any($1) order by id', [ids])).map(({ id }) => id)
  const recordsShownIn = async (request: number) =>
    (await manager.raw('GET', `/v1/diritti/${request}`)).body.result.schede as number
  const carryOut = async (request: number) => {
    const shown = await recordsShownIn(request)
    expect((await approve(request)).status).toBe(200)
    expect(await recordsShownIn(request)).toBe(shown)
    await work(request)
    return shown
  }

  test('of the reporter is found by code and pin, shown, exported, and deleted with the case', async () => {
    const { id_segnalazione: id, codice, pin } = await send(person.body())
    const own = await record({ anagrafica: { email: 'ersilia@example.it' } })
    await link(id, 'reporter_person_id', own)
    await close(id)
    const exported = await ask('esportazione', { codice, pin })
    expect(await carryOut(exported)).toBe(1)
    const archive = readZip((await manager.raw('GET', `/v1/diritti/${exported}/archivio`)).body)
    expect(JSON.parse(archive['dati.json'] ?? '').anagrafica).toMatchObject([
      { fisica: { anagrafica: { email: 'ersilia@example.it' } } },
    ])
    expect(await carryOut(await ask('cancellazione', { codice, pin }))).toBe(1)
    expect(await left(own)).toEqual([])
    expect(await wordsKept(['ersilia@example.it'])).toEqual([])
  })

  test('stays while another case names it, which the request does not cover', async () => {
    const [mine, other] = [await send(person.body()), await send(person.body({ resoconto_fatti: 'Un altro fatto.' }))]
    const shared = await record()
    await link(mine.id_segnalazione, 'reporter_person_id', shared)
    await link(other.id_segnalazione, 'victim_person_id', shared)
    await close(mine.id_segnalazione, other.id_segnalazione)
    expect(await carryOut(await ask('cancellazione', { codice: mine.codice, pin: mine.pin }))).toBe(0)
    expect(await left(shared)).toEqual([shared])
    await link(other.id_segnalazione, 'reporter_person_id', shared)
    expect(await carryOut(await ask('cancellazione', { codice: other.codice, pin: other.pin }))).toBe(1)
    expect(await left(shared)).toEqual([])
  })

  test('stays, and is shown to nobody, where its own code is not that of whom the case means', async () => {
    const taxCode = 'VSCRSL80A41H501N'
    const stranger = await record({ codice_fiscale: 'BRNDIA80A41H501Z' })
    const { body } = await manager.raw('POST', '/v1/segnalazioni/nuova-segnalazione', {
      ...caseOnWire({ personaFisica: { nome: 'Ersilia', codice_fiscale: taxCode, id_persona_fisica: stranger } }),
    })
    await close(body.result.id_segnalazione)
    expect(await carryOut(await ask('cancellazione', { codice_fiscale: taxCode }))).toBe(0)
    expect(await left(stranger)).toEqual([stranger])
  })

  test('is deleted when only the case has the tax code; other people of the case stay', async () => {
    const taxCode = 'VSCRSL80A41H501N'
    const [victim, reporter] = [await record(), await record()]
    const ids: number[] = []
    for (const nome of ['Prima', 'Seconda']) {
      const { body } = await manager.raw('POST', '/v1/segnalazioni/nuova-segnalazione', {
        ...caseOnWire({
          personaFisica: { nome, cognome: 'Vicina', id_persona_fisica: reporter },
          vittima: { nome: 'Ersilia', cognome: 'Vasco', codice_fiscale: taxCode, id_persona_fisica: victim },
        }),
      })
      ids.push(body.result.id_segnalazione)
    }
    await close(...ids)
    expect(await carryOut(await ask('cancellazione', { codice_fiscale: taxCode.toLowerCase() }))).toBe(1)
    expect(await left(victim, reporter)).toEqual([reporter])
    expect(await wordsKept([taxCode])).toEqual([])
  })
})

test('an erasure that stops between two cases continues at the next case', async () => {
  const piva = '99988877769'
  const base = associationReportOnWire({ personaFisica: {} })
  const organisation = base.personaGiuridica as { anagrafica: object }
  const body = {
    ...base,
    personaGiuridica: { ...organisation, piva, anagrafica: { ...organisation.anagrafica, email: 'sette@example.it' } },
  }
  const ids: number[] = []
  for (let count = 0; count < 7; count++) ids.push((await send(body)).id_segnalazione)
  await close(...ids)
  const request = await ask('cancellazione', { codice_fiscale: piva })
  await approve(request)
  await query(`create function fail_at() returns trigger language plpgsql as $$
    begin if new.id = ${ids[4]} and new.pseudonymised_at is not null then raise 'killed'; end if; return new; end $$`)
  await query('create trigger fail_at before update on cases for each row execute function fail_at()')
  await expect(work(request)).rejects.toThrow()
  const done = () =>
    query('select id from cases where id = any($1) and pseudonymised_at is not null order by id', [ids])
  expect(await done()).toEqual(ids.slice(0, 4).map((id) => ({ id })))
  // Nothing half: the row that failed is whole, and the request still says whom it is about.
  expect(await stored(ids[4] ?? 0)).toMatchObject({ organisation_vat: expect.any(Buffer) })
  expect((await manager.raw('GET', `/v1/diritti/${request}`)).body.result).toMatchObject({
    stato: 'approvata',
    soggetto: piva,
  })
  await query('drop function fail_at() cascade')
  await Promise.all([work(request), work(request)])
  expect(await done()).toHaveLength(7)
  const { body: reply } = await manager.raw('GET', `/v1/diritti/${request}`)
  expect(reply.result).toMatchObject({ stato: 'conclusa', esito: { segnalazioni: 7, mail: 7 } })
  expect(await wordsKept([piva, 'sette@example.it'])).toEqual([])
  expect(await newestListedRun(portal, 'diritti_cancellazione')).toMatchObject({ stato: 'conclusa', elaborati: 7 })
})
