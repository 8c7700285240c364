import type { CaseStatus, Permission, Role } from '@portal/contract'
import type { TestApp } from './build-app.ts'
import { caseOnWire, reminderOnWire } from './make.ts'
import { makeCase } from './make-case.ts'
import { type CaseAccess, type Rows, registryRows } from './registry-rows.ts'

/** Functions that make cases and call endpoints on them. */
function toolsOf(portal: () => TestApp) {
  /** Makes a case of the caller, at the caller's level if there is one. */
  const own = async (role: Role, status?: CaseStatus) => {
    const level: CaseStatus = role === 'operatorOne' ? 'inWorkOne' : 'inWorkTwo'
    return makeCase(portal(), { status: status ?? level, assignedTo: await portal().idOf(role) })
  }
  const other = (status: CaseStatus = 'inWorkTwo') => makeCase(portal(), { status })
  const lists = (may: readonly Permission[]): CaseAccess => ({ may, own: { input: async () => ({}), answer: 200 } })
  const inPath = (find: (role: Role) => Promise<number>, more?: object) => async (role: Role) => ({
    params: { id: String(await find(role)) },
    ...more,
  })
  const inBody = (find: (role: Role) => Promise<number>, more: object) => async (role: Role) => ({
    body: { ...more, id_segnalazione: await find(role), versione: 1 },
  })
  /** The answers for reading a case; level I does not see another operator's. */
  const readerOf = (more?: { body: object }, found = 200): CaseAccess => ({
    may: ['cases'],
    own: { input: inPath(own, more), answer: found },
    other: { input: inPath(() => other(), more), answer: { operatorOne: 403, else: found } },
  })
  /** The answers for what only who works on the case may do, and RUP. */
  const ofWorker = (body: object, answer: number): CaseAccess => ({
    may: ['cases'],
    own: { input: inPath(own, { body }), answer },
    other: { input: inPath(() => other(), { body }), answer: { manager: answer, else: 403 } },
  })
  /** The answers for an action of RUP only; level I does not even see another operator's case. */
  const ofManager = (path: string, status: CaseStatus, more: object): Readonly<Record<string, CaseAccess>> => ({
    [`POST /v1/segnalazioni/${path}`]: {
      may: ['editCase'],
      own: { input: inBody((role) => own(role, status), more), answer: { manager: 200, else: 403 } },
      other: { input: inBody(() => other(status), more), answer: { manager: 200, else: 403 } },
    },
  })
  // The cases of these tests did not come in person.
  const ofInPerson = readerOf(undefined, 404)
  return { own, other, lists, inPath, inBody, readerOf, ofReader: readerOf(), ofInPerson, ofManager, ofWorker }
}
type Tools = ReturnType<typeof toolsOf>

const letterOnWire = { decisione: 'prosegue', lingua: 'it', modo: 'stampa', testo: 'Il caso prosegue.' }
const assessmentOnWire = { azione: 'scrivi', versione: 0, parti: { fatti: 'Un locatore ha rifiutato la casa.' } }
const reason = { motivo: 'Serve altro.' }
const external = {
  id_ente_esterno: 1,
  data_assegnazione_esterna: '2026-11-19T00:00:00.000Z',
  protocollo_esterno: 'OSCAD 12',
  base_giuridica: 'art. 7',
}
const proposal = { azione: 'proponi_chiusura', id_esito_finale: 3 }

const noFile = { allegati: [{ cmis_id: '00000000-0000-4000-8000-000000000000', id_tipo_allegato: 1 }] }

const readingRows = ({ own, other, inPath, lists, readerOf, ofReader, ofInPerson, ofWorker }: Tools): Rows => ({
  'GET /v1/segnalazioni/documenti/:id': ofReader,
  'GET /v1/segnalazioni/corrispondenza/:id': ofReader,
  'GET /v1/segnalazioni/comunicazioni-esito/:id': ofReader,
  'GET /v1/segnalazioni/parere/:id': ofReader,
  'GET /v1/segnalazioni/parere/:id/documento': ofReader,
  'GET /v1/segnalazioni/parere/:id/word': ofReader,
  'GET /v1/segnalazioni/parere/:id/sintesi': ofReader,
  'POST /v1/segnalazioni/parere/:id': ofWorker(assessmentOnWire, 200),
  'POST /v1/segnalazioni/parere/:id/sintesi': ofWorker({ azione: 'scrivi', versione: 0, testi: {} }, 409), // No assessment was sent.
  'POST /v1/segnalazioni/comunicazioni-esito/:id': ofWorker(letterOnWire, 200),
  // The case has no letter yet.
  'GET /v1/segnalazioni/comunicazioni-esito/:id/documento/:letterId': {
    may: ['cases'],
    own: { input: async (role) => ({ params: { id: String(await own(role)), letterId: '999999' } }), answer: 404 },
    other: {
      input: async () => ({ params: { id: String(await other()), letterId: '999999' } }),
      answer: { operatorOne: 403, else: 404 },
    },
  },
  'GET /v1/segnalazioni/testi-comunicazioni': {
    may: ['administration'],
    own: { input: async () => ({}), answer: 200 },
  },
  'POST /v1/segnalazioni/testi-comunicazioni': {
    may: ['administration'],
    own: {
      input: async () => ({
        body: { tipo: 'rimedio', nome: 'Nuovo', flag_ritirato: 0, testi: [{ lingua: 'it', testo: 'Un rimedio' }] },
      }),
      answer: 200,
    },
  },
  'POST /v1/segnalazioni/commenti/:id': readerOf({ body: { testo: 'Da risentire' } }),
  'POST /v1/segnalazioni/richiami/:id': readerOf({ body: reminderOnWire }),
  'GET /v1/segnalazioni/documenti-scheda': {
    may: ['cases'],
    own: { input: async () => ({ query: { filtri: JSON.stringify({ tipo: 'fisica', id_scheda: 1 }) } }), answer: 200 },
  },
  'GET /v1/report/pdf/:id': ofReader,
  'POST /v1/report/pdf-omissis/:id': readerOf({ body: { parti_oscurate: ['testi'] } }),
  'GET /v1/report/verbale/:id': ofInPerson,
  'GET /v1/report/verbale/:id/word': ofInPerson,
  'POST /v1/scadenze/riepilogo': {
    may: ['office'],
    own: { input: async () => ({ body: { riepilogo: { cadenza: 'giornaliera', ora: 8 } } }), answer: 200 },
  },
  'POST /v1/scadenze/calendario': lists(['cases']),
  'POST /v1/scadenze/calendario/chiudi': lists(['cases']),
  'POST /v1/segnalazioni/nuova-segnalazione': {
    may: ['newCase'],
    own: { input: async () => ({ body: caseOnWire() }), answer: 200 },
  },
  'POST /v1/segnalazioni/possibili-duplicati': {
    may: ['newCase'],
    own: { input: async () => ({ body: { listaNominativo: ['Rossi'] } }), answer: 200 },
  },
  'POST /v1/segnalazioni/lista-segnalazioni-operatore': {
    may: ['cases'],
    own: { input: async () => ({ body: { cf: 'RSSMRA80A01H501U' } }), answer: 200 },
  },
  'GET /v1/segnalazioni/viste': { may: ['cases'], own: { input: async () => ({}), answer: 200 } },
  'POST /v1/segnalazioni/viste': {
    may: ['cases'],
    own: { input: async () => ({ body: { nome: 'Mia', vista: 0, filtri: { in_ritardo: 1 } } }), answer: 200 },
  },
  'POST /v1/segnalazioni/viste/elimina': {
    may: ['cases'],
    own: { input: async () => ({ body: { id_vista: 999_999 } }), answer: 404 },
  },
  'GET /v1/segnalazioni/testi-salvati': { may: ['cases'], own: { input: async () => ({}), answer: 200 } },
  'POST /v1/segnalazioni/testi-salvati': {
    may: ['cases'],
    own: {
      input: async () => ({
        body: { nome: 'Mio', flag_condiviso: 0, flag_ritirato: 0, testi: [{ lingua: 'it', testo: 'Buongiorno' }] },
      }),
      answer: 200,
    },
    other: {
      input: async () => ({
        body: { nome: 'Suo', flag_condiviso: 1, flag_ritirato: 0, testi: [{ lingua: 'it', testo: 'Buongiorno' }] },
      }),
      answer: { manager: 200, else: 403 },
    },
  },
  'GET /v1/segnalazioni/modelli-chiusura': { may: ['cases'], own: { input: async () => ({}), answer: 200 } },
  'POST /v1/segnalazioni/modelli-chiusura': {
    may: ['administration'],
    own: { input: async () => ({ body: { nome: 'M', id_esito_finale: 1, id_azioni_svolte: 1 } }), answer: 200 },
  },
  'POST /v1/segnalazioni/modelli-chiusura/elimina': {
    may: ['administration'],
    own: { input: async () => ({ body: { id_modello: 999_999 } }), answer: 404 },
  },
  'GET /v1/segnalazioni/blocco/:id': ofReader,
  'GET /v1/segnalazioni/lock/:id': {
    may: ['editCase'],
    own: { input: inPath(own), answer: 200 },
    other: { input: inPath(() => other()), answer: { manager: 200, else: 403 } },
  },
  'GET /v1/segnalazioni/iter/:id': ofReader,
  'GET /v1/segnalazioni/dettaglio-storico/:id': {
    may: ['cases'],
    own: { input: async (role) => ({ ...(await inPath(own)(role)), query: { id_voce: '999999' } }), answer: 404 },
    other: {
      input: async (role) => ({ ...(await inPath(() => other())(role)), query: { id_voce: '999999' } }),
      answer: { operatorOne: 403, else: 404 },
    },
  },
})

/** The file does not exist: these rows only test who may add or delete one. */
const documentRows = ({ own, other, inPath }: Tools): Rows => ({
  'POST /v1/segnalazioni/documenti/:id': {
    may: ['editCase'],
    own: { input: async (role) => ({ ...(await inPath(own)(role)), body: noFile }), answer: 400 },
    other: {
      input: async (role) => ({ ...(await inPath(() => other())(role)), body: noFile }),
      answer: { manager: 400, else: 403 },
    },
  },
  'POST /v1/segnalazioni/documenti/:id/elimina': {
    may: ['editCase'],
    own: { input: async (role) => ({ ...(await inPath(own)(role)), body: noFile.allegati[0] }), answer: 404 },
    other: {
      input: async (role) => ({ ...(await inPath(() => other())(role)), body: noFile.allegati[0] }),
      answer: { manager: 404, else: 403 },
    },
  },
})

/** A call on several cases answers for each of them: nobody is denied the call, but the change of a case. */
const ofSeveral = (own: Tools['own'], more: object): Rows[string] => ({
  may: ['editCase'],
  own: {
    input: async (role) => ({ body: { ...more, casi: [{ id_segnalazione: await own(role), versione: 1 }] } }),
    answer: 200,
  },
})

const changingRows = (portal: () => TestApp, { own, other, inBody, ofManager }: Tools): Rows => ({
  'POST /v1/tipologiche/modalita-discriminazione': {
    may: ['administration'],
    own: { input: async () => ({ body: { modalita_discriminazione: 'Esclusione' } }), answer: 200 },
  },
  'POST /v1/tipologiche/hashtag': {
    may: ['editCase'],
    own: { input: async () => ({ body: { hashtag: '#scuola' } }), answer: 200 },
  },
  'POST /v1/segnalazioni/integrazione-segnalazione': {
    may: ['editCase'],
    own: { input: inBody(own, { id_canale: 1 }), answer: 200 },
    other: { input: inBody(() => other(), { id_canale: 1 }), answer: { manager: 200, else: 403 } },
  },
  'POST /v1/segnalazioni/azioni-svolte': {
    may: ['editCase'],
    own: {
      input: inBody(own, { listaAzioniSvolte: [{ id_azioni_svolte: 1, data: '2026-11-02T00:00:00.000Z' }] }),
      answer: 200,
    },
  },
  'POST /v1/segnalazioni/classifica': {
    may: ['editCase'],
    own: { input: inBody(own, { campo: 'id_pertinenza', id_scelta: 1 }), answer: 200 },
    other: {
      input: inBody(() => other(), { campo: 'id_pertinenza', id_scelta: 1 }),
      answer: { manager: 200, else: 403 },
    },
  },
  'POST /v1/segnalazioni/cambia-stato-segnalazione': {
    may: ['editCase'],
    own: { input: inBody(own, proposal), answer: 200 },
    other: { input: inBody(() => other(), proposal), answer: 403 },
  },
  'POST /v1/segnalazioni/nuovo-stato-segnalazione': {
    may: ['editCase'],
    own: {
      input: inBody((role) => own(role, 'open'), { id_stato: 2, id_pertinenza: 1, id_ground: 1 }),
      answer: { operatorTwo: 409, else: 200 },
    },
  },
  ...ofManager('annulla', 'inWorkTwo', reason),
  ...ofManager('riapri', 'closed', reason),
  ...ofManager('riapri-esterno', 'external', reason),
  ...ofManager('assegna-esterno', 'inWorkTwo', external),
  'POST /v1/segnalazioni/assegna-casi': {
    may: ['administration'],
    own: {
      input: async () => ({
        body: {
          azione: 'assegna_op1',
          id_operatore: await portal().idOf('operatorOne'),
          casi: [{ id_segnalazione: await other('open'), versione: 1 }],
        },
      }),
      answer: 200,
    },
  },
  'POST /v1/segnalazioni/hashtag-casi': ofSeveral(own, { id_hashtag: 1 }),
  'POST /v1/segnalazioni/azione-svolta-casi': ofSeveral(own, { id_azioni_svolte: 1, data: '2026-11-02T00:00:00.000Z' }),
  'POST /v1/segnalazioni/messaggi-letti-casi': {
    may: ['cases'],
    own: { input: async (role) => ({ body: { id_segnalazioni: [await own(role)] } }), answer: 200 },
  },
  'POST /v1/segnalazioni/chiudi-duplicati': {
    may: ['administration'],
    own: {
      input: async () => ({
        body: {
          id_caso_originale: await other('open'),
          id_esito_finale: 3,
          casi: [{ id_segnalazione: await other('open'), versione: 1 }],
        },
      }),
      answer: 200,
    },
  },
  'POST /v1/segnalazioni/annulla-azione': {
    may: ['editCase'],
    // The own case is not one that this user has just acted on.
    own: { input: async () => ({ body: { id_segnalazione: await other('open'), versione: 1 } }), answer: 409 },
  },
  'POST /v1/segnalazioni/annulla-azioni': {
    may: ['editCase'],
    own: {
      input: async () => ({ body: { casi: [{ id_segnalazione: await other('open'), versione: 1 }] } }),
      answer: 200,
    },
  },
})

/** For each endpoint on cases: the roles that may call it, and the answers on an own case and on another operator's. */
export function caseRows(portal: () => TestApp): Rows {
  const tools = toolsOf(portal)
  return { ...readingRows(tools), ...registryRows(portal), ...documentRows(tools), ...changingRows(portal, tools) }
}
