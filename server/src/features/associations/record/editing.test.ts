import { type Role, referenceEndpoints } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import {
  act,
  applicationOnWire,
  checklist,
  contactCode,
  decree,
  deliverMails,
  makeAssociation,
  recordOf,
  sendApplication,
  uploadDocuments,
  uploadPdf,
} from '../../../../test/make-association.ts'

let portal: TestApp
let admin: Caller
let operator: Caller
beforeAll(async () => {
  portal = await startTestApp({ env: { SCANS_PER_MINUTE: '1000000' } })
  admin = await portal.as('registerAdmin')
  operator = await portal.as('registerOperator')
})
afterAll(() => portal.close())

const detail = (id: number) => `/v1/associazioni/dettaglio/admin/${id}`
const save = (caller: Caller, { id, number }: { id: number; number: string }, more: object = {}) => {
  const body = { ...applicationOnWire([], { piva: number }), id_persona_giuridica: id, versione: 1, ...more }
  return caller.raw('POST', '/v1/associazioni/mod', body)
}
const eventsOf = async (id: number) =>
  (await admin.raw('GET', `/v1/associazioni/iter/${id}`)).body.result.listaView as Record<string, never>[]
const at = async (event: unknown) =>
  (await admin.raw('GET', `/v1/associazioni/dettaglio-strorico/${event}`)).body.result

describe('the lock', () => {
  test('of one user keeps the others out, with the name of the holder and the time', async () => {
    const made = await makeAssociation(portal)
    const lock = `/v1/associazioni/lock/${made.id}`
    const held = await operator.raw('GET', lock)
    expect([held.status, held.body.result]).toMatchObject([200, { fino_al: '2026-11-20T10:10:00.000Z' }])
    const opened = await admin.raw('GET', detail(made.id))
    expect([opened.status, opened.body.errorCode]).toEqual([409, 'associazione_bloccata'])
    expect(opened.body.result).toMatchObject({
      id_persona_giuridica: made.id,
      isConflict: 1,
      read_only: 1,
      ragione_sociale: 'Voci del Quartiere',
      bloccato_da: expect.any(String),
      bloccato_dal: '2026-11-20T10:00:00.000Z',
      azioni: expect.objectContaining({ approva: 'bloccato', modifica: 'bloccato', firma: 'ruolo_non_ammesso' }),
    })
    const refused = [
      await admin.raw('GET', lock),
      await save(admin, made),
      await act(portal, admin, made.number, 'approva', checklist),
    ]
    expect(refused.map(({ status, body }) => [status, body.errorCode])).toEqual(
      Array(3).fill([409, 'associazione_bloccata']),
    )
    const state = await admin.raw('GET', `/v1/associazioni/blocco/${made.id}`)
    expect(state.body.result).toMatchObject({ versione: 1, bloccato_da: opened.body.result.bloccato_da })
    // The holder goes on, in any tab; RUP may not edit and is refused before the lock.
    expect((await operator.raw('GET', detail(made.id))).status).toBe(200)
    expect((await save(operator, made, { note: 'Verificato.' })).status).toBe(200)
    expect((await (await portal.as('manager')).raw('GET', lock)).status).toBe(403)
    await operator.raw('GET', `${lock}?azione=rilascia`)
    expect((await admin.raw('GET', lock)).status).toBe(200)
    portal.clock.advance(601)
    expect((await operator.raw('GET', lock)).status).toBe(200)
  })

  test('is not given on what is closed', async () => {
    const { id } = await makeAssociation(portal, { status: 'removed' })
    expect((await admin.raw('GET', `/v1/associazioni/lock/${id}`)).status).toBe(409)
    expect((await admin.raw('GET', detail(id))).body.result).toMatchObject({ read_only: 1 })
  })
})

describe('saving', () => {
  test('writes the fields before and after into the history', async () => {
    const made = await makeAssociation(portal)
    const saved = await save(operator, made, { ragione_sociale: 'Voci Nuove', numero_iscritti: 0, note: 'Da vedere.' })
    expect(saved.body.result).toMatchObject({ ragione_sociale: 'Voci Nuove', numero_iscritti: 0, versione: 2 })
    const [entry] = await eventsOf(made.id)
    expect(entry).toMatchObject({ tipo: 'modifica_operatore', ruolo: 'ACLASSOCIAZIONI', operatore: expect.any(String) })
    expect(entry?.campi_modificati).toEqual([
      { campo: 'ragione_sociale', prima: 'Voci del Quartiere', dopo: 'Voci Nuove' },
      { campo: 'numero_iscritti', prima: 120, dopo: 0 },
      { campo: 'note', dopo: 'Da vedere.' },
    ])
    // What changes nothing writes nothing.
    const again = await save(operator, made, {
      versione: 2,
      ragione_sociale: 'Voci Nuove',
      numero_iscritti: 0,
      note: 'Da vedere.',
    })
    expect([again.body.result.versione, (await eventsOf(made.id)).length]).toEqual([2, 2])
  })

  test('keeps every member of the form, which the detail answers as it was sent', async () => {
    const made = await makeAssociation(portal)
    const sent = {
      ...applicationOnWire([], { piva: made.number }),
      anagrafica: {
        id_nazione: 105,
        id_regione: 12,
        id_provincia: 58,
        id_citta: 8501,
        indirizzo: 'Via Roma 1',
        cap: '00100',
        recapito_pri: '061234567',
        recapito_sec: '061234568',
        recapito_ter: '3331234567',
        email: 'info@voci.example',
        email_contatto: 'segreteria@voci.example',
        pec: 'voci@pec.example',
        sito_web: 'https://voci.example',
      },
      personaGiuridicaLegaleRappresentante: {
        nome: 'Mario',
        cognome: 'Bruni',
        cf: 'BRNMRA70A01H501R',
        data_nascita: '1970-01-01T00:00:00.000Z',
        id_sesso: 2,
        id_nazione_nascita: 105,
        id_regione_nascita: 12,
        id_provincia_nascita: 58,
        id_comune_nascita: 8501,
        id_nazione_residenza: 105,
        id_regione_residenza: 3,
        id_provincia_residenza: 15,
        id_comune_residenza: 6205,
        indirizzo_residenza: 'Via Dante 2',
        cap: '20100',
      },
      groundPrevalente: 1,
      sottoGroundPrevalente: 101,
      listaPersonaGiuridicaSottoGround: [{ id_ground: 2, id_sotto_ground: 201 }],
      listaPersonaGiuridicaReferente: [
        {
          nomeReferente: 'Amina',
          cognomeReferente: 'Diallo',
          cfReferente: contactCode,
          mailReferente: 'amina.diallo@demo.example',
          recapitoReferente: '3337654321',
        },
      ],
      listaPersonaGiuridicaDelegato: [
        {
          nomeDelegato: 'Anna',
          cognomeDelegato: 'Rossi',
          cfDelegato: 'RSSNNA80A41H501L',
          mailDelegato: 'anna.rossi@voci.example',
        },
      ],
      note: 'Da vedere.',
      id_persona_giuridica: made.id,
      versione: 1,
    }
    expect((await operator.raw('POST', '/v1/associazioni/mod', sent)).body.errorCode).toBeNull()
    const { body } = await admin.raw('GET', detail(made.id))
    // The main ground comes back in the list, with priority 0.
    const { listaAllegatoPersonaGiuridica: _documents, groundPrevalente, sottoGroundPrevalente, ...others } = sent
    const main = { id_ground: groundPrevalente, id_sotto_ground: sottoGroundPrevalente, priorita: 0 }
    const listaPersonaGiuridicaSottoGround = [...sent.listaPersonaGiuridicaSottoGround, main]
    expect(body.result).toMatchObject({ ...others, listaPersonaGiuridicaSottoGround, versione: 2 })
  })

  test('is read with its main ground apart, the names of projects in the form, and the labels of its choices', async () => {
    const made = await makeAssociation(portal)
    const project = { nomeProgetto: 'Sportello', listaAmbitoProgetto: [{ id_ambito: 1 }] }
    const choices = {
      groundPrevalente: 1,
      sottoGroundPrevalente: 101,
      listaPersonaGiuridicaSottoGround: [{ id_ground: 2, id_sotto_ground: 201 }],
      listaPersonaGiuridicaProgetto: [
        { ...project, importo_finanziato: 1500, id_finanziatore_progetto: 1 },
        { ...project, importo_finanziato: 20 },
      ],
    }
    expect((await save(operator, made, choices)).body.errorCode).toBeNull()
    const { result } = (await admin.raw('GET', detail(made.id))).body
    const labelOf = async (list: 'ground' | 'sub_ground' | 'project_funder', id: number) => {
      const entries = await admin.call(referenceEndpoints[list], { query: { id_ground: '2' } })
      return entries.find((entry) => entry.id === id)?.label ?? 'no such entry'
    }
    expect(result).toMatchObject({
      groundPrevalente: 1,
      sottoGroundPrevalente: 101,
      listaPersonaGiuridicaSottoGround: [
        {
          id_ground: 2,
          id_sotto_ground: 201,
          label_ground: await labelOf('ground', 2),
          label_sotto_ground: await labelOf('sub_ground', 201),
        },
        { id_ground: 1, priorita: 0, label_ground: await labelOf('ground', 1) },
      ],
    })
    const [first, second] = result.listaPersonaGiuridicaProgetto
    expect([first.importoProgetto, second.importoProgetto]).toEqual([1500, 20])
    expect(first.listaFinanziatoreProgetto).toEqual([
      { id_finanziatore_progetto: 1, label_finanziatore: await labelOf('project_funder', 1) },
    ])
    // What was read is sent again as it is, and changes nothing.
    const saved = (await operator.raw('POST', '/v1/associazioni/mod', result)).body.result
    for (const member of Object.keys(choices)) expect(saved[member]).toEqual(result[member])
  })

  test('is answered as the last modification, with its user, dates and status, and at the head of the history', async () => {
    const columns = { renewedOn: '2026-06-01' } as const
    const made = await makeAssociation(portal, { status: 'enrolled', columns })
    await save(operator, made, { note: 'Da vedere.' })
    const { cf, cognome } = (await operator.raw('GET', '/v1/utenti/in-sessione')).body.result
    const shown = (await admin.raw('GET', detail(made.id))).body.result
    const day = (date: string) => `${date}T00:00:00.000Z`
    expect(shown.ultimaModifica).toEqual({
      utente: { cf, cognome },
      data: {
        dataModifica: portal.clock.now().toISOString(),
        dataRichiesta: shown.data_richiesta,
        dataIscrizione: day('2026-01-10'),
        dataScadenza: day('2027-01-10'),
        dataRinnovo: day('2026-06-01'),
      },
      stato: { statoAssociazione: 'Regolarmente iscritta' },
    })
    expect(shown.listaStoricoPG[0]).toEqual(shown.storicoPersonaGiuridica)
    const events = await eventsOf(made.id)
    expect(shown.listaStoricoPG).toHaveLength(events.length)
    expect((await at(events.at(-1)?.id_storico_persona_giuridica)).listaStoricoPG).toMatchObject([{ progressivo: 1 }])
  })

  test('names who changed the record last, by name and tax code, in the detail and in the history', async () => {
    const made = await makeAssociation(portal)
    await save(operator, made, { note: 'Da vedere.' })
    const { cf, cognome, nome } = (await operator.raw('GET', '/v1/utenti/in-sessione')).body.result
    const by = { cf_operatore: cf, operatore: `${cognome} ${nome}` }
    const shown = (await admin.raw('GET', detail(made.id))).body.result
    expect(shown).toMatchObject({ storicoPersonaGiuridica: by, user_modifica: by.operatore })
    expect((await eventsOf(made.id))[0]).toMatchObject(by)
  })

  test('of an older version answers 409 with the current record', async () => {
    const made = await makeAssociation(portal)
    await save(operator, made, { note: 'Prima.' })
    const { status, body } = await save(admin, made, { note: 'Seconda.' })
    expect([status, body.result]).toMatchObject([409, { id_persona_giuridica: made.id, versione: 2, note: 'Prima.' }])
  })

  test('refuses the number of another association, and keeps its own', async () => {
    const other = await makeAssociation(portal, { status: 'enrolled' })
    const made = await makeAssociation(portal)
    const { status, body } = await save(admin, made, { piva: other.number })
    expect([status, body.errorCode]).toEqual([409, 'numero_in_uso'])
    const closed = await makeAssociation(portal, { status: 'removed' })
    expect((await save(admin, made, { piva: closed.number })).status).toBe(200)
  })

  test('keeps no document of the office, and never loses one', async () => {
    const { sent } = await sendApplication(portal)
    const record = await recordOf(portal, sent.piva)
    const saved = await save(admin, { id: record.id_persona_giuridica, number: sent.piva }, { note: 'Senza allegati.' })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(saved.body.result.listaAllegatoPersonaGiuridica).toHaveLength(7)
  })
})

describe('the detail', () => {
  test('has the dates of the procedure, its flags and its last change', async () => {
    const columns = {
      approvedOn: '2026-05-20',
      renewedOn: '2026-06-01',
      expiresOn: '2026-11-01',
      closedOn: '2026-11-01',
    } as const
    const made = await makeAssociation(portal, { status: 'expired', columns })
    const { body } = await admin.raw('GET', detail(made.id))
    const day = (date: string) => `${date}T00:00:00.000Z`
    expect(body.result).toMatchObject({
      data_richiesta: portal.clock.now().toISOString(),
      data_iscrizione: day('2026-01-10'),
      data_approvazione: day('2026-05-20'),
      data_rinnovo_iscrizione: day('2026-06-01'),
      data_scadenza_iscrizione: day('2026-11-01'),
      flag_scaduta: 1,
      read_only: 1,
      isConflict: 0,
      isStorico: 0,
    })
    const asked = await sendApplication(portal)
    await act(portal, operator, asked.sent.piva, 'richiedi_documenti', { noteMail: 'Il bilancio.' })
    const { id_persona_giuridica } = await recordOf(portal, asked.sent.piva)
    const after = (await admin.raw('GET', detail(id_persona_giuridica))).body.result
    expect(after).toMatchObject({
      noteMail: 'Il bilancio.',
      read_only: 0,
      flag_scaduta: 0,
      storicoPersonaGiuridica: {
        id_persona_giuridica,
        id_storico_persona_giuridica: expect.any(Number),
        progressivo: 2,
        id_stato_persona_giuridica: 3,
        data_modifica: portal.clock.now().toISOString(),
      },
      user_modifica: after.storicoPersonaGiuridica.operatore,
    })
    expect(after.listaAllegatoPersonaGiuridica).toContainEqual(
      expect.objectContaining({
        cmis_id: expect.any(String),
        nomeFile: expect.stringMatching(/^documento 1/),
        id_tipo_allegato: 1,
      }),
    )
  })
})

describe('the historical detail', () => {
  test('is the record as it was after each entry, with its documents, status and dates', async () => {
    const { sent, visitor } = await sendApplication(portal, { ragione_sociale: 'Prima' })
    const first = await recordOf(portal, sent.piva)
    const id = first.id_persona_giuridica
    portal.clock.advance(60)
    await save(operator, { id, number: sent.piva }, { ragione_sociale: 'Seconda', note: 'Corretto.' })
    const second = await recordOf(portal, sent.piva)
    portal.clock.advance(60)
    await act(portal, operator, sent.piva, 'richiedi_documenti', { noteMail: 'Il bilancio.' })
    await deliverMails(portal)
    const collegamento = /#\w+=([\w-]+)/.exec(portal.letters.at(-1)?.text ?? '')?.[1]
    portal.clock.advance(60)
    const budget = await uploadPdf(visitor, 4)
    const kept = first.listaAllegatoPersonaGiuridica.filter(
      (one: { id_tipo_allegato: number }) => one.id_tipo_allegato !== 4,
    )
    const change = {
      ...sent,
      listaAllegatoPersonaGiuridica: [...kept, budget],
      collegamento,
      versione: 3,
      ragione_sociale: 'Terza',
    }
    const completed = await visitor.raw('POST', '/v1/noauth/mod-pg', change)
    expect(completed.status, JSON.stringify(completed.body)).toBe(200)
    await act(portal, admin, sent.piva, 'approva', checklist)
    await act(portal, await portal.as('manager'), sent.piva, 'firma', decree)

    const events = await eventsOf(id)
    expect(events.map(({ tipo }) => tipo)).toEqual([
      ...['firma', 'approva', 'documenti_inviati', 'richiedi_documenti', 'modifica_operatore', 'domanda'],
    ])
    const then = [...events].reverse().map((event) => event.id_storico_persona_giuridica)
    const values = ({ ragione_sociale, note, listaAllegatoPersonaGiuridica }: Record<string, unknown>) => ({
      ragione_sociale,
      note,
      listaAllegatoPersonaGiuridica,
    })
    const was = [await at(then[0]), await at(then[1]), await at(then[5])]
    expect(was.map(values)).toEqual([first, second, await recordOf(portal, sent.piva)].map(values))
    expect(was.map((one) => one.id_stato_persona_giuridica)).toEqual([1, 1, 5])
    expect(was[0]).toMatchObject({ isStorico: 1, read_only: 1 })
    for (const name of ['data_iscrizione', 'numero_iscrizione', 'numero_decreto', 'data_approvazione'])
      expect(was[0]).not.toHaveProperty(name)
    expect(was[2]).toMatchObject({ data_iscrizione: '2026-11-20T00:00:00.000Z', numero_decreto: '12/2026' })
    expect((await at(then[2])).id_stato_persona_giuridica).toBe(3)
    // The document that was replaced can still be read.
    const old = first.listaAllegatoPersonaGiuridica.find(
      (one: { id_tipo_allegato: number }) => one.id_tipo_allegato === 4,
    )
    expect((await admin.raw('GET', `/v1/segnalazioni/allegato-pg/${old.cmis_id}`)).status).toBe(200)
    expect((await admin.raw('GET', '/v1/associazioni/dettaglio-strorico/999999')).status).toBe(404)
  })
})

describe('letters and files', () => {
  test('go to the certified address and to the other one, and are listed', async () => {
    const pec = 'voci@pec.example'
    const anagrafica = { ...applicationOnWire([]).anagrafica, pec }
    const made = await makeAssociation(portal, { wire: { anagrafica } })
    await act(portal, admin, made.number, 'proponi_rigetto', { motivo: 'Statuto non conforme.' })
    const read = async () => (await admin.raw('GET', `/v1/associazioni/lettere/${made.id}`)).body.result.listaView
    expect(await read()).toMatchObject([
      { tipo: 'preavviso_rigetto', destinatario: anagrafica.email, flag_pec: 0, stato: 'in_coda' },
      { tipo: 'preavviso_rigetto', destinatario: pec, flag_pec: 1, stato: 'in_coda' },
    ])
    await deliverMails(portal)
    const text = expect.stringContaining('Statuto non conforme.')
    expect(portal.letters.slice(-2)).toMatchObject([
      { to: pec, text },
      { to: anagrafica.email, text },
    ])
    expect(await read()).toMatchObject([{ stato: 'inviata' }, { stato: 'inviata' }])
  })

  test('that came back are noted by the office, which may take the note back', async () => {
    const made = await makeAssociation(portal)
    await act(portal, admin, made.number, 'proponi_rigetto', { motivo: 'Statuto non conforme.' })
    const read = async () => (await admin.raw('GET', `/v1/associazioni/lettere/${made.id}`)).body.result.listaView
    const [{ id_lettera }] = await read()
    const mark = (caller: Caller, flag_respinta: number) =>
      caller.raw('POST', '/v1/associazioni/esito-lettera', { id_lettera, flag_respinta })
    expect((await mark(admin, 1)).body.result.errori).toMatchObject([
      { campo: 'id_lettera', codice: 'lettera_non_inviata' },
    ])
    await deliverMails(portal)
    expect((await mark(admin, 1)).body.result).toMatchObject({ id_lettera, stato: 'non_consegnata' })
    expect(await read()).toMatchObject([{ stato: 'non_consegnata', data_invio: expect.any(String) }])
    expect((await mark(await portal.as('manager'), 0)).status).toBe(403)
    expect((await mark(admin, 0)).body.result).toMatchObject({ stato: 'inviata' })
    expect(await read()).toMatchObject([{ stato: 'inviata' }])
  })

  test('of the association are read by its members and the office, correspondence by the office alone', async () => {
    const members = [await portal.idOf('associationMember')]
    const made = await makeAssociation(portal, { status: 'enrolled', members })
    const member = await portal.as('associationMember')
    const documents = await uploadDocuments(member)
    const body = { ...applicationOnWire(documents, { piva: made.number }), id_persona_giuridica: made.id, versione: 1 }
    const changed = await member.raw('POST', '/v1/noauth/mod-pg', body)
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const letter = await uploadPdf(admin, 8)
    const added = { id_persona_giuridica: made.id, allegati: [{ cmis_id: letter.cmis_id }] }
    const { result } = (await admin.raw('POST', '/v1/associazioni/corrispondenza', added)).body
    expect(result.listaAllegatoPersonaGiuridica8).toMatchObject([{ cmis_id: letter.cmis_id }])
    const own = (await member.raw('GET', '/v1/associazioni/proprie')).body
    expect(JSON.stringify(own)).not.toContain(letter.cmis_id)

    const answers = async (cmisId: string) => {
      const got: Partial<Record<Role, number>> = {}
      for (const role of ['manager', 'registerAdmin', 'registerOperator', 'associationMember', 'operatorOne'] as const)
        got[role] = (await (await portal.as(role)).raw('GET', `/v1/segnalazioni/allegato/${cmisId}`)).status
      return { ...got, visitor: (await portal.visitor.raw('GET', `/v1/segnalazioni/allegato/${cmisId}`)).status }
    }
    const office = { manager: 200, registerAdmin: 200, registerOperator: 200, visitor: 401 }
    expect(await answers(documents[0]?.cmis_id ?? '')).toMatchObject({ ...office, associationMember: 200 })
    const ofOffice = await answers(letter.cmis_id)
    expect(ofOffice).toMatchObject(office)
    expect(ofOffice.associationMember).toBeGreaterThanOrEqual(403)
    expect(ofOffice.operatorOne).toBeGreaterThanOrEqual(403)
    const foreign = await makeAssociation(portal, { status: 'enrolled' })
    await portal.database.pool.query('update attachments set association_id = $1 where id = $2', [
      ...[foreign.id, documents[1]?.cmis_id],
    ])
    expect((await answers(documents[1]?.cmis_id ?? '')).associationMember).toBeGreaterThanOrEqual(403)
  })

  test('are checked type by type, which is no change of the record', async () => {
    const made = await makeAssociation(portal)
    const body = { id_persona_giuridica: made.id, documenti_verificati: [3, 1, 3] }
    const { result } = (await operator.raw('POST', '/v1/associazioni/verifica-documenti', body)).body
    expect(result).toEqual({ documenti_verificati: [1, 3] })
    expect(await recordOf(portal, made.number)).toMatchObject({ versione: 1, documenti_verificati: [1, 3] })
  })
})
