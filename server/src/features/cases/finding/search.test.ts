import { searchCases } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sealedReports } from '#features/reports/index.ts'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { associationReportOnWire, reportOnWire } from '../../../../test/make.ts'
import { makeCase } from '../../../../test/make-case.ts'
import { indexFacets } from '../case-upkeep.store.ts'

let portal: TestApp
let manager: Caller
const ids: Record<string, number> = {}
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  const person = (nome: string, cognome: string, anagrafica: object) => ({
    personaFisica: { nome, cognome, anagrafica },
  })
  // biome-ignore format: a table
  const reports: Record<string, Record<string, unknown>> = {
    rossi:   reportOnWire({ personaFisica: { nome: 'Anna Maria', cognome: 'Rossi', data_nascita: '1961-03-08T00:00:00.000Z', anagrafica: { email: 'Anna.Rossi@Example.it' } }, resoconto_fatti: 'Mi hanno insultato in un negozio di scarpe.' }),
    rossini: reportOnWire({ ...person('Bruno', 'Rossini', { recapito_pri: '+390612345678' }), resoconto_fatti: 'Il proprietario ha rifiutato di affittarmi la casa.' }),
    mohamed: reportOnWire({ ...person('Mohamed', 'El Masri', { recapito_pri: '3331234567' }), id_lingua: 6, resoconto_fatti: 'رفضوا دخولي إلى المطعم بسبب لوني' }),
    ivanov:  reportOnWire({ ...person('Сергей', 'Иванов', { email: 's@example.org' }), id_lingua: 2, resoconto_fatti: 'They were insulting customers in the shops.' }),
    ponti:   associationReportOnWire({ resoconto_fatti: 'Segnaliamo insulti in un negozio e sui mezzi pubblici.' }),
  }
  for (const [name, report] of Object.entries(reports)) {
    const { body } = await portal.visitor.raw('POST', '/v1/noauth/segnalazione', report)
    ids[name] = body.result.id_segnalazione
  }
})
afterAll(() => portal.close())

const found = async (filtri: object, caller = manager) => {
  const { rows, count } = await caller.call(searchCases, { wire: { filtri } })
  expect(count).toBe(rows.length)
  return rows.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)).sort()
}

test('a number alone finds the case with that code and the telephone that ends in it', async () => {
  const { rows } = await manager.call(searchCases, { wire: {} })
  const code = rows.find(({ id }) => id === ids.ponti)?.code ?? ''
  const number = String(Number(code.split('-')[2]))
  const [, year] = code.split('-')
  const typed = [`Codice: ${code}.`, code.replaceAll('-', ' ').toLowerCase()]
  for (const text of [number, number.padStart(6, '0'), `${year}-${number}`, `${year}/${number}`, ...typed])
    expect(await found({ listaNumeroProtocollo: [text] }), text).toEqual(['ponti'])
  expect(await found({ listaNumeroProtocollo: [`1999-${number}`] })).toEqual([])
  expect(await found({ contatto: '1234567' })).toEqual(['mohamed'])
  expect(await found({ contatto: '345678' })).toEqual(['ponti', 'rossini'])
})

describe('a name', () => {
  test.each([
    ['ros', ['rossi', 'rossini']],
    ['Rossini', ['rossini']],
    ['ROSSINA', ['rossini']],
    ['rossi anna', ['rossi']],
    ['muhammad', ['mohamed']],
    ['محمد', ['mohamed']],
    ['Ivanov', ['ivanov']],
    ['aicha', ['ponti']],
    ['ponti e porte', ['ponti']],
    ['Bianchi', []],
  ])('%s finds %j', async (nominativo, names) => {
    expect(await found({ nominativo })).toEqual(names)
  })

  test('is found by three letters, with one wrong letter, and by another transliteration', async () => {
    for (const nominativo of ['moh', 'mohumed', 'mohammad']) expect(await found({ nominativo })).toEqual(['mohamed'])
  })

  test('of two letters that no name is finds nothing, and of one letter says what is missing', async () => {
    expect(await found({ nominativo: 'ro' })).toEqual([])
    const path = '/v1/segnalazioni/integrazione-segnalazione-view-pag'
    const { status, body } = await manager.raw('POST', path, { filtri: { nominativo: 'r' } })
    expect(status).toBe(400)
    expect(body.result.errori).toEqual([
      { campo: 'filtri.nominativo', codice: 'ricerca_troppo_corta', messaggio: expect.any(String) },
    ])
  })
})

test.each(['nominativo', 'contatto', 'resoconto_fatti'])(
  'more than twelve words of %s are refused by name',
  async (name) => {
    const search = (words: number) =>
      manager.raw('POST', '/v1/segnalazioni/integrazione-segnalazione-view-pag', {
        filtri: { [name]: Array.from({ length: words }, (_, index) => `parola${index}`).join(' ') },
      })
    expect((await search(12)).status).toBe(200)
    const { status, body } = await search(13)
    expect(status).toBe(400)
    expect(body.result.errori).toEqual([
      {
        campo: `filtri.${name}`,
        codice: 'troppe_parole',
        messaggio: 'Si possono cercare al massimo 12 parole alla volta',
      },
    ])
  },
)

describe('a word with a facet', () => {
  const mode = { modalitaDiscriminazione: [2] }
  const shop = { ...mode, resoconto_fatti: 'negozio' }
  const setMode = (name: string, id: number | null) =>
    portal.database.pool.query('update cases set mode_id = $1 where id = $2', [id, ids[name]])
  const index = () => indexFacets(portal.services.db)
  const changed = async () => {
    const { rows } = await portal.database.pool.query('select id from changed_facets order by id')
    return rows.map((row) => row.id)
  }

  test('and the facet alone follow a change, before and after it is indexed', async () => {
    await index()
    const steps = [
      ...([['rossi', 2, ['rossi']] as const, ['ponti', 2, ['ponti', 'rossi']] as const] as const),
      ...([['rossi', null, ['ponti']] as const, ['ponti', 1, []] as const] as const),
    ]
    expect(await found(shop)).toEqual([])
    for (const [name, id, names] of steps) {
      await setMode(name, id)
      expect(await changed()).toEqual([ids[name]])
      expect(await found(shop)).toEqual(names)
      expect(await found(mode)).toEqual(names)
      await index()
      expect(await changed()).toEqual([])
      expect(await found(shop)).toEqual(names)
      expect(await found(mode)).toEqual(names)
    }
  })

  test('and a word alone leave out a case that is out of remit, before and after that is indexed', async () => {
    const word = { resoconto_fatti: 'negozio' }
    const setRelevance = (id: number | null) =>
      portal.database.pool.query('update cases set relevance_id = $1 where id = $2', [id, ids.rossi])
    await setMode('rossi', 2)
    await index()
    for (const [relevance, names] of [[2, ['ponti']] as const, [null, ['ponti', 'rossi']] as const]) {
      await setRelevance(relevance)
      for (const isIndexed of [false, true]) {
        if (isIndexed) await index()
        expect(await found(word)).toEqual(names)
        expect(await found(shop)).toEqual(names.filter((name) => name === 'rossi'))
      }
    }
    await setMode('rossi', null)
    await index()
  })

  test('that it had from the beginning is indexed', async () => {
    const word = { resoconto_fatti: 'scarpe' }
    const { rows } = await portal.database.pool.query('select channel_id as channel from cases where id = $1', [
      ids.rossi,
    ])
    const [{ channel }] = rows
    expect(await changed()).toEqual([])
    expect(await found({ ...word, canale: [channel] })).toEqual(['rossi'])
    expect(await found({ ...word, canale: [channel + 1] })).toEqual([])
  })

  // The embedded engine has one session.
  if (inject('testEngine') !== 'embedded')
    test('is not indexed while someone changes the case', async () => {
      const client = await portal.database.pool.connect()
      try {
        await setMode('rossi', 2)
        await client.query('begin')
        await client.query('update cases set mode_id = 3 where id = $1', [ids.rossi])
        await index()
        expect(await changed()).toEqual([ids.rossi])
        await client.query('commit')
      } finally {
        client.release()
      }
      expect(await found(shop)).toEqual([])
      expect(await found({ ...shop, modalitaDiscriminazione: [3] })).toEqual(['rossi'])
      await index()
      expect(await found({ ...shop, modalitaDiscriminazione: [3] })).toEqual(['rossi'])
      await setMode('rossi', null)
    })

  if (inject('testEngine') !== 'embedded')
    test('is indexed while someone changes another case', async () => {
      const { pool } = portal.database
      await index()
      const added = await pool.query(`
        insert into cases (protocol_year, protocol_number, created_at, reporter_type_id, language_id, channel_id)
        select 1990, number, now(), 1, 1, 2 from generate_series(1, 45) as number returning id`)
      const [first, ...others] = added.rows.map(({ id }) => id)
      await pool.query('update cases set mode_id = 2 where id = any($1)', [[first, ...others]])
      expect(await changed()).toHaveLength(45)
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query('update cases set mode_id = 3 where id = $1', [first])
        await index()
        expect(await changed()).toEqual([first])
        await client.query('rollback')
      } finally {
        client.release()
        await pool.query('delete from cases where protocol_year = 1990')
      }
    })
})

describe('a birth date', () => {
  test.each([
    ['1961-03-08T00:00:00.000Z', ['rossi']],
    ['1961-03-08', ['rossi']],
    ['1961-03-09T00:00:00.000Z', []],
  ])('%s finds %j', async (data_nascita, names) => {
    expect(await found({ data_nascita })).toEqual(names)
    expect(await found({ nominativo: 'ros', data_nascita })).toEqual(names)
  })

  test('that the calendar does not have is refused', async () => {
    const path = '/v1/segnalazioni/integrazione-segnalazione-view-pag'
    const { status, body } = await manager.raw('POST', path, { filtri: { data_nascita: '1961-02-30' } })
    expect(status).toBe(400)
    expect(body.result.errori).toEqual([
      { campo: 'filtri.data_nascita', codice: 'data_non_valida', messaggio: expect.any(String) },
    ])
  })
})

describe('a contact', () => {
  test.each([
    ['anna.rossi@example.it', ['rossi']],
    ['06 1234 5678', ['ponti', 'rossini']],
    ['+39 333 1234567', ['mohamed']],
    ['0212345678', ['ponti']],
    ['Anna Rossi <anna.rossi@example.it>', ['rossi']],
    ['٠٢١٢٣٤٥٦٧٨', ['ponti']],
    ['tel. (02) 1234-5678', ['ponti']],
    ['rossi@example.it', []],
  ])('%s finds %j', async (contatto, names) => {
    expect(await found({ contatto })).toEqual(names)
  })

  test('by VAT number finds the association', async () => {
    for (const piva of ['12345678903', 'IT 1234 5678 903', '١٢٣٤٥٦٧٨٩٠٣'])
      expect(await found({ piva }), piva).toEqual(['ponti'])
    expect(await found({ piva: '12345678904' })).toEqual([])
  })
})

describe('the narrative', () => {
  test.each([
    // The stem is that of the English word too.
    ['insulti', ['ivanov', 'ponti', 'rossi']],
    ['negozi', ['ponti', 'rossi']],
    ['insulti mezzi', ['ponti']],
    ['customer insult', ['ivanov']],
    ['مطعم', ['mohamed']],
    ['il negozio e la casa', []],
  ])('is found by %s: %j', async (resoconto_fatti, names) => {
    expect(await found({ resoconto_fatti })).toEqual(names)
  })

  test('a report is found by the words of its narrative from the moment it is sent', async () => {
    const { body } = await portal.visitor.raw(
      'POST',
      '/v1/noauth/segnalazione',
      reportOnWire({ resoconto_fatti: 'Ortica.' }),
    )
    const { rows } = await manager.call(searchCases, { wire: { filtri: { resoconto_fatti: 'ortica' } } })
    expect(rows.map(({ id }) => id)).toEqual([body.result.id_segnalazione])
  })
})

describe('a search', () => {
  test('combines its filters', async () => {
    expect(await found({ nominativo: 'rossi', resoconto_fatti: 'negozio', statoSegnalazione: [1] })).toEqual(['rossi'])
    expect(await found({ nominativo: 'rossi', resoconto_fatti: 'casa' })).toEqual(['rossini'])
    expect(await found({ nominativo: 'rossi', statoSegnalazione: [6] })).toEqual([])
  })

  test('finds nothing that the role may not see', async () => {
    await portal.database.pool.query("update cases set status = 'inWorkTwo' where id = $1", [ids.rossi])
    expect(await found({ nominativo: 'ros' }, await portal.as('operatorOne'))).toEqual(['rossini'])
    expect(await found({ nominativo: 'ros' })).toEqual(['rossi', 'rossini'])
    expect(
      (await (await portal.as('registerAdmin')).raw('POST', '/v1/segnalazioni/integrazione-segnalazione-view-pag', {}))
        .status,
    ).toBe(403)
  })

  test('in all lists finds whatever one may open, in remit or not, and nothing else', async () => {
    const operator = await portal.as('operatorOne')
    const everywhere = async (caller: Caller, filtri: object = {}) => {
      const body = { da: 1, a: 50, filtri }
      return (await caller.call(searchCases, { query: { view: 'everywhere' }, wire: body })).rows.map(({ id }) => id)
    }
    const mine = { status: 'closed', assignedTo: await portal.idOf('operatorOne') } as const
    const cases = {
      waiting: await makeCase(portal, { status: 'toAssign' }),
      elsewhere: await makeCase(portal, { columns: { relevance_id: 4 } }),
      closed: await makeCase(portal, mine),
      others: await makeCase(portal, { status: 'inWorkTwo' }),
    }
    const seen = await everywhere(operator)
    const opened = await Promise.all(
      Object.values(cases).map(
        async (id) => (await operator.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)).status === 200,
      ),
    )
    expect(opened).toEqual(Object.values(cases).map((id) => seen.includes(id)))
    expect(Object.values(cases).filter((id) => seen.includes(id))).toEqual([
      ...[cases.waiting, cases.elsewhere, cases.closed],
    ])
    const [{ code = '' } = {}] = (await manager.call(searchCases, { query: { view: 'outOfRemit' } })).rows
    expect(await everywhere(manager, { listaNumeroProtocollo: [code] })).toEqual([cases.elsewhere])
    expect(await everywhere(manager)).toEqual(expect.arrayContaining(Object.values(cases)))
    await portal.database.pool.query('delete from reports where case_id = any($1)', [Object.values(cases)])
    await portal.database.pool.query('delete from cases where id = any($1)', [Object.values(cases)])
  })

  // Last: its cases stay, since deleting them costs more than all else.
  test('with more results than the cap for counts can be paged', async () => {
    const { rows: made } = await portal.database.pool.query(`
      insert into cases (protocol_year, protocol_number, status, created_at, reporter_type_id, language_id, channel_id)
      select 1998, n, 'external', now(), 1, 1, 2 from generate_series(1, 10100) as n returning id`)
    const [token] = portal.services.vault.find(sealedReports, ['lastName'], 'zuc')[0] ?? []
    await portal.database.pool.query(
      'insert into reports (case_id, received_at) select id, now() from cases where protocol_year = 1998',
    )
    await portal.database.pool.query(
      'insert into report_tokens select id, array[$1::bigint] from cases where protocol_year = 1998',
      [token],
    )
    const first = await manager.call(searchCases, { wire: { filtri: { nominativo: 'zuc' } } })
    expect(first).toMatchObject({ count: 10_000, countIsMore: true })
    expect(first.rows.map(({ id }) => id)).toEqual(
      made
        .map(({ id }) => id)
        .sort((a, b) => b - a)
        .slice(0, 10),
    )
    const next = await manager.call(searchCases, { wire: { filtri: { nominativo: 'zuc' }, dopo: first.lastKey } })
    expect(next.rows).toHaveLength(10)
    expect(next.rows[0]?.id).toBe((first.rows.at(-1)?.id ?? 0) - 1)
  })
})
