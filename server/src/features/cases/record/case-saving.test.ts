import { caseDetail, getCaseAt, listCaseEvents, listCases } from '@portal/contract'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Caller } from '../../../../test/build-app.ts'
import { startCaseDesk } from '../../../../test/case-desk.ts'
import { caseOnWire } from '../../../../test/make.ts'
import { makeCase } from '../../../../test/make-case.ts'

const { portal, manager, secondManager, one, two, read, save, received, lock } = await startCaseDesk()
afterAll(() => portal.close())

const enter = async (caller: Caller, changes: Record<string, unknown> = {}, headers = {}) =>
  caller.raw('POST', '/v1/segnalazioni/nuova-segnalazione', caseOnWire(changes), headers)

describe('a case that somebody of the office enters', () => {
  test('is at the top of the list, with its own number and all its data', async () => {
    const { status, body } = await enter(one)
    expect(status).toBe(200)
    expect(body.result.codice).toMatch(/^UNAR-2026-\d{6}$/)
    const id = body.result.id_segnalazione
    expect((await manager.call(listCases)).rows[0]?.id).toBe(id)
    const detail = await read(id, one)
    expect(detail).toMatchObject({
      ...caseOnWire(),
      id_stato: 1,
      flag_inserita_da_me: 1,
      flag_racconto_ricevuto: 0,
      versione: 1,
    })
    const { rows } = await one.call(listCaseEvents, { params: { id } })
    expect(rows.map(({ kind }) => kind)).toEqual(['entered'])
  })

  test('says when the caller may be called back, which the office may change', async () => {
    const { body } = await enter(one, { orari_chiamata: 'la mattina' })
    const id = body.result.id_segnalazione
    const detail = await read(id, one)
    expect(detail.orari_chiamata).toBe('la mattina')
    await lock(one, id)
    const saved = await save(one, { ...detail, orari_chiamata: undefined, flag_non_chiamare: 1 })
    expect(saved.status).toBe(200)
    expect(await read(id, one)).toMatchObject({ flag_non_chiamare: 1 })
    expect((await read(id, one)).orari_chiamata).toBeUndefined()
  })

  test('is listed with a name that was corrected, and without one that was taken out', async () => {
    const id = (await enter(one, { vittima: { nome: 'Rosa', cognome: 'Errori' } })).body.result.id_segnalazione
    await lock(one, id)
    expect((await save(one, { ...(await read(id, one)), vittima: { cognome: 'Corretti' } })).status).toBe(200)
    const { rows } = await one.call(listCases, { query: {} })
    expect(rows.find((row) => row.id === id)?.victim).toBe('Corretti')
  })

  test('asks for an accommodation, which the office may correct and by which lists find the case', async () => {
    const { body } = await enter(one, { flag_accomodamento: 1, accomodamento: { flag_lingua_segni: 1 } })
    const id = body.result.id_segnalazione
    const detail = await read(id, one)
    expect(detail).toMatchObject({ flag_accomodamento: 1, accomodamento: { flag_lingua_segni: 1 } })
    await lock(one, id)
    const accomodamento = { flag_lingua_segni: 0, interprete: 'wolof' }
    expect((await save(one, { ...detail, accomodamento })).status).toBe(200)
    expect((await read(id, one)).accomodamento).toMatchObject(accomodamento)
    const list = await one.call(listCases, { query: { filters: { needsAccommodation: true } } })
    expect(list.rows).toContainEqual(expect.objectContaining({ id, needsAccommodation: true }))
  })

  test('is answered after a save and after an action as it is read afterwards', async () => {
    const id = (await enter(one)).body.result.id_segnalazione
    const changes = [
      { note: 'Sentita la vicina.' },
      { note: undefined, id_ambito: 2, vittima: { nome: 'Amina', cognome: 'Diallo' } },
      { vittima: {}, flag_risposta_immediata: 1, data_evento: undefined, flag_data_evento_sconosciuta: 1 },
      { id_segnalante: 2, personaGiuridica: {}, resoconto_fatti: 'Un altro racconto, scritto dall’ufficio.' },
    ]
    for (const change of changes) {
      const { status, body } = await save(manager, { ...(await read(id)), ...change })
      expect([status, body.result]).toEqual([200, await read(id)])
    }
    const { versione } = await read(id)
    const take = { id_segnalazione: id, versione, azione: 'prendi_in_carico' }
    const { status, body } = await one.raw('POST', '/v1/segnalazioni/cambia-stato-segnalazione', take)
    expect([status, body.errorCode, body.result]).toEqual([200, null, await read(id, one)])
    const forward = { ...take, versione: body.result.versione, azione: 'invia_in_attribuzione' }
    const given = await manager.raw('POST', '/v1/segnalazioni/cambia-stato-segnalazione', forward)
    expect([given.status, given.body.result]).toEqual([200, await read(id)])
  })

  test('writes what is sealed only where something of it changed', async () => {
    const id = (await enter(manager)).body.result.id_segnalazione
    const versions = async () =>
      (
        await portal.database.pool.query(
          `select r.xmin::text as report, t.xmin::text as tokens
           from reports r join report_tokens t on t.id = r.case_id where r.case_id = $1`,
          [id],
        )
      ).rows[0]
    const first = await versions()
    await save(manager, { ...(await read(id)), flag_risposta_immediata: 1 })
    expect(await versions()).toEqual(first)
    await save(manager, { ...(await read(id)), note: 'Sentita la vicina.' })
    const noted = await versions()
    // Nobody can search in notes: they have no tokens.
    expect([noted.report === first.report, noted.tokens === first.tokens]).toEqual([false, true])
    await save(manager, { ...(await read(id)), resoconto_fatti: 'Il proprietario ha rifiutato.' })
    const last = await versions()
    expect([last.report === noted.report, last.tokens === noted.tokens]).toEqual([false, false])
    expect(await read(id)).toMatchObject({
      flag_risposta_immediata: 1,
      note: 'Sentita la vicina.',
      resoconto_fatti: 'Il proprietario ha rifiutato.',
    })
  })

  test('is one case however often it is sent under its key, and another body is refused', async () => {
    const headers = { 'idempotency-key': 'telefonata-1' }
    const first = await enter(one, {}, headers)
    const second = await enter(one, {}, headers)
    expect(second.body.result).toEqual(first.body.result)
    const other = await enter(one, { resoconto_fatti: 'Un altro.' }, headers)
    expect(other.body.errorCode).toBe('chiave_riutilizzata')
  })

  test.each([
    ['level I', () => one, 3],
    ['level II', () => two, 4],
  ])('may be taken at once by %s', async (_who, caller, status) => {
    const { body } = await enter(caller(), { flag_presa_in_carico: 1 })
    expect(await read(body.result.id_segnalazione, caller())).toMatchObject({ id_stato: status, flag_modificabile: 1 })
  })

  test('that RUP would take is refused, and no case is left', async () => {
    const before = (await manager.call(listCases)).count
    expect((await enter(manager, { flag_presa_in_carico: 1 })).status).toBe(403)
    expect((await manager.call(listCases)).count).toBe(before)
  })

  test('names every fault at once', async () => {
    const { status, body } = await enter(one, {
      id_canale: 0,
      resoconto_fatti: '',
      num_persone_minorenni: -2,
      listaSegnalazioneGround: [{ id_ground: 1 }, { id_ground: 1 }],
      listaAzioniSvolte: [{ id_azioni_svolte: 1 }, { data: '2999-01-01T00:00:00.000Z' }],
    })
    expect(status).toBe(400)
    expect(body.result.errori.map(({ campo }: { campo: string }) => campo).sort()).toEqual([
      'id_canale',
      'listaAzioniSvolte.0.data',
      'listaAzioniSvolte.1.data',
      'listaAzioniSvolte.1.id_azioni_svolte',
      'listaSegnalazioneGround',
      'num_persone_minorenni',
      'resoconto_fatti',
    ])
  })

  test('refuses choices that no list has, and leaves no case', async () => {
    const before = (await manager.call(listCases)).count
    const { status, body } = await enter(one, {
      id_canale: 99_999,
      listaSegnalazioneGround: [{ id_ground: 99_999 }],
    })
    expect(status).toBe(400)
    expect(body.result.errori.map(({ campo }: { campo: string }) => campo).sort()).toEqual([
      'id_canale',
      'listaSegnalazioneGround.0.id_ground',
    ])
    expect((await manager.call(listCases)).count).toBe(before)
  })

  test('keeps the day on which it reached the office beside the one on which it was entered', async () => {
    const { body } = await enter(one, { data_ricezione: '2026-11-12T00:00:00.000Z' })
    const detail = await read(body.result.id_segnalazione, one)
    expect(detail.data_creazione.slice(0, 10)).toBe('2026-11-12')
    expect(detail.data_inserimento).toBe(portal.clock.now().toISOString())
  })
})

describe('saving a case', () => {
  test('keeps everything that was given, and answers the case as it is then', async () => {
    const id = await received()
    const given = caseOnWire({
      responsabileDiscriminazione: {
        id_tipo_responsabile: 10,
        flag_nominativo_non_presente: 0,
        nominativo: 'Immobiliare Bella Casa',
        listaCittadinanzaResponsabile: [{ id_cittadinanza: 105 }],
        flagCoinvolgimentoMinori: 1,
      },
    })
    const wire = { ...(await read(id)), ...given, resoconto_fatti: 'riscritto' }
    const { status, body } = await save(manager, wire)
    expect(status).toBe(200)
    const { resoconto_fatti: _, ...kept } = given
    expect(body.result).toMatchObject({ ...kept, versione: 2 })
    expect(await read(id)).toEqual(body.result)
  })

  test('never changes the words of a reporter, nor consents and files', async () => {
    const id = await received()
    const before = await read(id)
    await save(manager, { ...before, resoconto_fatti: 'altro', flag_normativa_privacy: 0, note: 'visto' })
    const after = await read(id)
    expect(after).toMatchObject({ resoconto_fatti: before.resoconto_fatti, flag_normativa_privacy: 1, note: 'visto' })
  })

  test('leaves out what the other answers hide, and puts the main ground first', async () => {
    const id = await received()
    await save(manager, {
      ...(await read(id)),
      virtuale_fisico: 1,
      id_luogo_virtuale: 2,
      luogo: { indirizzo: 'Via Nascosta' },
      listaSegnalazioneGround: [
        { id_ground: 3, priorita: 1 },
        { id_ground: 1, id_sotto_ground: 101, priorita: 0 },
      ],
    })
    const after = await read(id)
    expect(after.luogo).toBeUndefined()
    expect(after.listaSegnalazioneGround).toEqual([
      { id_ground: 1, id_sotto_ground: 101, priorita: 0 },
      { id_ground: 3, priorita: 1 },
    ])
    const { rows } = await manager.call(listCases, { query: { filters: { grounds: [1] } } })
    expect(rows.find((row) => row.id === id)).toMatchObject({ groundId: 1, subGroundId: 101 })
  })

  test('under an older version is refused with the case as it is now, and nothing is lost', async () => {
    const id = await received()
    const base = await read(id)
    expect((await save(secondManager, { ...base, note: 'suo' })).status).toBe(200)
    const { status, body } = await save(manager, { ...base, note: 'mio' })
    expect({ status, word: body.errorCode, note: body.result.note, versione: body.result.versione }).toEqual({
      status: 409,
      word: 'conflitto',
      note: 'suo',
      versione: 2,
    })
    expect(z.decode(caseDetail, body.result).values.notes).toBe('suo')
    expect((await save(manager, { ...base, note: 'suo e mio', versione: 2 })).status).toBe(200)
  })

  test('that changes nothing makes no version and no entry', async () => {
    const id = await received()
    const { body } = await save(manager, await read(id))
    expect(body.result.versione).toBe(1)
    expect((await manager.call(listCaseEvents, { params: { id } })).count).toBe(1)
  })

  test('refuses an id that no list has, and a sub-ground of another ground, by name', async () => {
    const id = await received()
    const { body } = await save(manager, {
      ...(await read(id)),
      id_ambito: 1,
      listaSegnalazioneCas: [{ id_contesto: 201 }],
      id_pertinenza: 77,
      listaSegnalazioneGround: [{ id_ground: 2, id_sotto_ground: 101 }],
    })
    expect(
      body.result.errori.map(({ campo, codice }: { campo: string; codice: string }) => `${campo} ${codice}`).sort(),
    ).toEqual([
      'id_pertinenza scelta_non_valida',
      'listaSegnalazioneCas.0.id_contesto scelta_estranea',
      'listaSegnalazioneGround.0.id_sotto_ground scelta_estranea',
    ])
  })

  test('accepts a stored choice that its list no longer offers', async () => {
    const id = await makeCase(portal, { columns: { mode_id: 9999 } })
    const base = await read(id)
    expect((await save(manager, { ...base, note: 'altro' })).status).toBe(200)
    expect((await read(id)).id_modalita_discriminazione).toBe(9999)
  })

  test.each([
    ['closed', 'caso_concluso'],
    ['cancelled', 'caso_concluso'],
  ] as const)('refuses a case that is %s', async (status, word) => {
    const id = await makeCase(portal, { status })
    const reply = await save(manager, { ...(await read(id)), note: 'x' })
    expect({ status: reply.status, word: reply.body.errorCode }).toEqual({ status: 409, word })
  })

  test('is allowed to the operator of the case', async () => {
    const mine = await makeCase(portal, { status: 'inWorkOne', assignedTo: await portal.idOf('operatorOne') })
    expect((await save(one, { ...(await read(mine, one)), note: 'x' })).status).toBe(200)
    const theirs = await makeCase(portal, { status: 'inWorkOne' })
    const { status, body } = await save(one, { ...(await read(theirs, one)), note: 'x' })
    expect({ status, word: body.errorCode }).toEqual({ status: 403, word: 'caso_di_altri' })
  })

  test('takes a case out of the other lists once it is out of remit', async () => {
    const id = await makeCase(portal, { assignedTo: await portal.idOf('manager') })
    const listed = async (list: string) =>
      (await manager.raw('GET', `/v1/segnalazioni/${list}?a=100`)).body.result.listaView.some(
        (row: { id_segnalazione: number }) => row.id_segnalazione === id,
      )
    const lists = ['integrazione-segnalazione-view', 'miei-casi', 'in-attribuzione', 'dismessi']
    const where = () => Promise.all(lists.map(listed))
    expect(await where()).toEqual([true, true, false, false])
    for (const relevance of [2, 4]) {
      await save(manager, { ...(await read(id)), id_pertinenza: relevance })
      expect(await where()).toEqual([false, false, false, true])
    }
    await save(manager, { ...(await read(id)), id_pertinenza: 1 })
    expect(await where()).toEqual([true, true, false, false])
  })

  test('adds performed actions without a version; the answer lists them newest first', async () => {
    const id = await makeCase(portal)
    const add = (day: string, type: number) =>
      manager.raw('POST', '/v1/segnalazioni/azioni-svolte', {
        id_segnalazione: id,
        listaAzioniSvolte: [{ id_azioni_svolte: type, data: `${day}T00:00:00.000Z` }],
      })
    await add('2026-11-02', 5)
    await add('2026-11-09', 2)
    await add('2026-11-02', 1)
    const { body } = await add('2026-11-01', 99)
    expect(body.result.listaAzioniSvolte.map((line: { id_azioni_svolte: number }) => line.id_azioni_svolte)).toEqual([
      2, 1, 5, 99,
    ])
    const [event] = (await manager.call(listCaseEvents, { params: { id } })).rows
    expect(event).toMatchObject({ kind: 'performed', changes: [{ field: 'listaAzioniSvolte' }] })
  })
})

describe('the history of a case', () => {
  test('has every change with its fields before and after, and the case as it was after each', async () => {
    const id = await received()
    for (const changes of [
      { note: 'uno', id_ambito: 2 },
      { note: 'due', hate_crime: 1 },
      { note: '', id_ambito: 3 },
    ])
      await save(manager, { ...(await read(id)), ...changes })
    const { rows } = await manager.call(listCaseEvents, { params: { id } })
    expect(
      rows.map(({ kind, changes }) => [kind, changes.map(({ field, before, after }) => [field, before, after])]),
    ).toEqual([
      [
        'changed',
        [
          ['id_ambito', 2, 3],
          ['note', 'due', undefined],
        ],
      ],
      [
        'changed',
        [
          ['hate_crime', undefined, 1],
          ['note', 'uno', 'due'],
        ],
      ],
      [
        'changed',
        [
          ['id_ambito', undefined, 2],
          ['note', undefined, 'uno'],
        ],
      ],
      ['received', []],
    ])
    const notes = async (index: number) => {
      const { values } = await manager.call(getCaseAt, { params: { id }, query: { eventId: rows[index]?.id } })
      return [values.notes, values.fieldId, values.isHateCrime, values.lastName]
    }
    expect(await notes(0)).toEqual([undefined, 3, true, "D'Angelo"])
    expect(await notes(1)).toEqual(['due', 2, true, "D'Angelo"])
    expect(await notes(2)).toEqual(['uno', 2, undefined, "D'Angelo"])
    expect(await notes(3)).toEqual([undefined, undefined, undefined, "D'Angelo"])
  })

  test('tells the status as it was', async () => {
    const id = await makeCase(portal)
    await manager.raw('POST', '/v1/segnalazioni/annulla', { id_segnalazione: id, versione: 1, motivo: 'x' })
    const first = await makeCase(portal)
    await save(manager, { ...(await read(first)), note: 'x' })
    await manager.raw('POST', '/v1/segnalazioni/annulla', { id_segnalazione: first, versione: 2, motivo: 'x' })
    const { rows } = await manager.call(listCaseEvents, { params: { id: first } })
    const then = await manager.call(getCaseAt, { params: { id: first }, query: { eventId: rows[1]?.id } })
    expect({ status: then.status, mayEdit: then.mayEdit }).toEqual({ status: 'open', mayEdit: false })
  })
})

test('a case can be read only by users who have it in one of their lists', async () => {
  const self = await portal.idOf('operatorOne')
  const seen = async (made: Parameters<typeof makeCase>[1]) =>
    (await one.raw('GET', `/v1/segnalazioni/dettaglio/${await makeCase(portal, made)}`)).status
  expect(await seen({ status: 'toAssign' })).toBe(200)
  expect(await seen({ status: 'inWorkTwo' })).toBe(403)
  expect(await seen({ status: 'inWorkTwo', assignedTo: self })).toBe(200)
  expect(await seen({ status: 'inWorkTwo', columns: { relevance_id: 2 } })).toBe(200)
  expect(await seen({ status: 'closed', createdBy: self })).toBe(200)
})
