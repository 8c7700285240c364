import type { Caller, TestApp } from './build-app.ts'
import { caseActionScenarios } from './case-action-scenarios.ts'
import { uploadCaseFile } from './claimed-file.ts'
import { letterScenarios, mailScenarios } from './letter-scenarios.ts'
import { caseOnWire } from './make.ts'
import { makeCase } from './make-case.ts'
import { referenceScenarios } from './reference-scenarios.ts'
import { duplicateScenarios, registryScenarios } from './registry-scenarios.ts'
import { prepared, type Scenario } from './scenario.ts'
import { statisticsScenarios } from './statistics-rows.ts'

const rowIds = (result: { listaView: { id_segnalazione: number }[] }) =>
  result.listaView.map((row) => row.id_segnalazione)

const reason = { motivo: 'Serve altro.' }

/** Scenarios of the PDF of a case. */
function sheetScenarios(portal: () => TestApp): Readonly<Record<string, Scenario>> {
  const open = () => makeCase(portal())
  return {
    'GET /v1/report/pdf/:id': {
      prepare: open,
      call: (caller, id) => caller.raw('GET', `/v1/report/pdf/${id}`),
      ids: prepared,
    },
    'POST /v1/report/pdf-omissis/:id': {
      prepare: open,
      call: (caller, id) => caller.raw('POST', `/v1/report/pdf-omissis/${id}`, { parti_oscurate: ['vittima'] }),
      ids: prepared,
      changedFields: ['victim'],
    },
  }
}

/** Scenarios of a case's documents. */
function documentScenarios(portal: () => TestApp): Readonly<Record<string, Scenario>> {
  let cmisId = ''
  let recordId = 0
  const open = () => makeCase(portal())
  const bring = async () => {
    const id = await open()
    cmisId = await uploadCaseFile(portal())
    return id
  }
  const add = (caller: Caller, id: number) =>
    caller.raw('POST', `/v1/segnalazioni/documenti/${id}`, { allegati: [{ cmis_id: cmisId, id_tipo_allegato: 9 }] })
  return {
    'GET /v1/segnalazioni/documenti/:id': {
      prepare: open,
      call: (caller, id) => caller.raw('GET', `/v1/segnalazioni/documenti/${id}`),
      ids: prepared,
    },
    'GET /v1/segnalazioni/documenti-scheda': {
      prepare: async () => {
        const id = await bring()
        const manager = await portal().as('manager')
        await add(manager, id)
        const person = { nome: 'Ines', cognome: 'Gallo' }
        recordId = (await manager.raw('POST', '/v1/anagrafica/add-persona-fisica', person)).body.result
          .id_persona_fisica
        await portal().database.pool.query('update cases set victim_person_id = $1 where id = $2', [recordId, id])
        return id
      },
      call: (caller) => {
        const query = new URLSearchParams({ filtri: JSON.stringify({ tipo: 'fisica', id_scheda: recordId }) })
        return caller.raw('GET', `/v1/segnalazioni/documenti-scheda?${query}`)
      },
      ids: prepared,
    },
    'POST /v1/segnalazioni/documenti/:id': {
      prepare: bring,
      call: add,
      ids: prepared,
      changedFields: ['attachments'],
      besides: 'file',
    },
    'POST /v1/segnalazioni/documenti/:id/elimina': {
      prepare: async () => {
        const id = await bring()
        await add(await portal().as('manager'), id)
        return id
      },
      call: (caller, id) => caller.raw('POST', `/v1/segnalazioni/documenti/${id}/elimina`, { cmis_id: cmisId }),
      ids: prepared,
      changedFields: ['attachments'],
      besides: 'file',
    },
  }
}

/** The sealed fields that a list of cases opens. */
export const fieldsOfList = [
  'message',
  'organisationName',
  'firstName',
  'lastName',
  'victimFirstName',
  'victimLastName',
]

/** A list without cases, or with some whose fields it opens. */
const list = (path: string, changedFields: readonly string[] = []): Scenario => ({
  call: (caller) => caller.raw('GET', `/v1/segnalazioni/${path}`),
  ids: rowIds,
  changedFields,
})

const listScenarios: Readonly<Record<string, Scenario>> = {
  'GET /v1/segnalazioni/home': {
    call: (caller) => caller.raw('GET', '/v1/segnalazioni/home'),
    ids: ({ listaView }) => listaView.map(({ caso }: { caso: { id_segnalazione: number } }) => caso.id_segnalazione),
    changedFields: fieldsOfList,
  },
  'GET /v1/segnalazioni/miei-casi': list('miei-casi'),
  'GET /v1/segnalazioni/in-attribuzione': list('in-attribuzione', fieldsOfList),
  'GET /v1/segnalazioni/dismessi': list('dismessi'),
  'POST /v1/segnalazioni/lista-segnalazioni-operatore': {
    call: (caller) => caller.raw('POST', '/v1/segnalazioni/lista-segnalazioni-operatore', { cf: 'RSSMRA80A01H501U' }),
    ids: rowIds,
  },
  'POST /v1/segnalazioni/possibili-duplicati': {
    call: (caller) => caller.raw('POST', '/v1/segnalazioni/possibili-duplicati', { listaNumeroProtocollo: ['X'] }),
    ids: rowIds,
  },
}

/** Scenarios of the history of a case. */
function historyScenarios(portal: () => TestApp): Readonly<Record<string, Scenario>> {
  const open = () => makeCase(portal())
  let eventId = 0
  return {
    'GET /v1/segnalazioni/iter/:id': {
      prepare: open,
      call: (caller, id) => caller.raw('GET', `/v1/segnalazioni/iter/${id}`),
      ids: prepared,
    },
    'GET /v1/segnalazioni/dettaglio-storico/:id': {
      prepare: async () => {
        const id = await open()
        const caller = await portal().as('manager')
        await caller.raw('POST', '/v1/segnalazioni/annulla', { id_segnalazione: id, versione: 1, ...reason })
        const { body } = await caller.raw('GET', `/v1/segnalazioni/iter/${id}`)
        eventId = body.result.listaView[0].id_voce
        return id
      },
      call: (caller, id) => caller.raw('GET', `/v1/segnalazioni/dettaglio-storico/${id}?id_voce=${eventId}`),
      ids: prepared,
    },
  }
}

/** A scenario for each endpoint on cases: the call, and its audit entry. */
export function caseScenarios(portal: () => TestApp): Readonly<Record<string, Scenario>> {
  const open = () => makeCase(portal())
  return {
    ...listScenarios,
    ...statisticsScenarios(portal),
    'POST /v1/segnalazioni/nuova-segnalazione': {
      as: 'operatorOne',
      call: (caller) =>
        caller.raw('POST', '/v1/segnalazioni/nuova-segnalazione', {
          id_canale: 1,
          id_segnalante: 2,
          resoconto_fatti: 'Ha chiamato.',
        }),
      ids: (result) => [result.id_segnalazione],
      changedFields: ['language', 'profile', 'message', 'channelId', 'isOffenderUnnamed'],
    },
    'POST /v1/segnalazioni/integrazione-segnalazione': {
      prepare: open,
      call: async (caller, id) =>
        caller.raw('POST', '/v1/segnalazioni/integrazione-segnalazione', {
          id_segnalazione: id,
          versione: 1,
          id_canale: 2,
          id_segnalante: 3,
          id_lingua: 1,
          id_ambito: 1,
          note: caseOnWire().note,
        }),
      ids: prepared,
      changedFields: ['fieldId', 'notes'],
    },
    'POST /v1/segnalazioni/testi-salvati': {
      prepare: async () => 0,
      call: (caller) =>
        caller.raw('POST', '/v1/segnalazioni/testi-salvati', {
          nome: 'Saluto',
          flag_condiviso: 0,
          flag_ritirato: 0,
          testi: [{ lingua: 'it', testo: 'Buongiorno' }],
        }),
      ids: ({ testi }) => [Math.max(...testi.map(({ id_testo }: { id_testo: number }) => id_testo))],
      changedFields: ['content'],
    },
    'POST /v1/segnalazioni/modelli-chiusura': {
      prepare: async () => 0,
      call: (caller) =>
        caller.raw('POST', '/v1/segnalazioni/modelli-chiusura', {
          nome: 'Informazioni',
          id_esito_finale: 1,
          id_azioni_svolte: 1,
        }),
      ids: ({ listaView }) => listaView.map(({ id_modello }: { id_modello: number }) => id_modello),
      changedFields: ['outcomeId', 'performedActionId', 'reason'],
    },
    'POST /v1/segnalazioni/modelli-chiusura/elimina': {
      prepare: async () => {
        const { rows } = await portal().database.pool.query(
          `insert into closing_macros (name, outcome_id, performed_action_id) values ('Da eliminare', 1, 1) returning id`,
        )
        return rows[0].id
      },
      call: (caller, id) => caller.raw('POST', '/v1/segnalazioni/modelli-chiusura/elimina', { id_modello: id }),
      ids: prepared,
    },
    'POST /v1/segnalazioni/azioni-svolte': {
      prepare: open,
      call: (caller, id) =>
        caller.raw('POST', '/v1/segnalazioni/azioni-svolte', {
          id_segnalazione: id,
          listaAzioniSvolte: [{ id_azioni_svolte: 1, data: '2026-11-02T00:00:00.000Z' }],
        }),
      ids: prepared,
      changedFields: ['performedActions'],
    },
    ...caseActionScenarios(portal),
    ...letterScenarios(portal),
    ...mailScenarios(portal),
    ...sheetScenarios(portal),
    ...documentScenarios(portal),
    ...referenceScenarios(portal),
    ...registryScenarios(portal),
    ...duplicateScenarios(portal),
    'GET /v1/segnalazioni/lock/:id': {
      prepare: open,
      call: (caller, id) => caller.raw('GET', `/v1/segnalazioni/lock/${id}`),
      ids: prepared,
    },
    ...historyScenarios(portal),
  }
}
