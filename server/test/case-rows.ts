import type { CaseStatus, Permission, Role } from '@portal/contract'
import type { TestApp } from './build-app.ts'
import { caseOnWire } from './make.ts'
import { makeCase } from './make-case.ts'

type Answer = number | ({ readonly else: number } & Partial<Record<Role, number>>)
interface Try {
  readonly input: (
    role: Role,
  ) => Promise<{ params?: Record<string, string>; query?: Record<string, string>; body?: unknown }>
  readonly answer: Answer
}
interface CaseAccess {
  readonly may: readonly Permission[]
  readonly own: Try
  readonly other?: Try
}

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
  const readerOf = (more?: { body: object }): CaseAccess => ({
    may: ['cases'],
    own: { input: inPath(own, more), answer: 200 },
    other: { input: inPath(() => other(), more), answer: { operatorOne: 403, else: 200 } },
  })
  /** The answers for an action of RUP only; level I does not even see another operator's case. */
  const ofManager = (path: string, status: CaseStatus, more: object): Readonly<Record<string, CaseAccess>> => ({
    [`POST /v1/segnalazioni/${path}`]: {
      may: ['editCase'],
      own: { input: inBody((role) => own(role, status), more), answer: { manager: 200, else: 403 } },
      other: { input: inBody(() => other(status), more), answer: { manager: 200, else: 403 } },
    },
  })
  return { own, other, lists, inPath, inBody, readerOf, ofReader: readerOf(), ofManager }
}
type Tools = ReturnType<typeof toolsOf>
type Rows = Readonly<Record<string, CaseAccess>>

const reason = { motivo: 'Serve altro.' }
const external = {
  id_ente_esterno: 1,
  data_assegnazione_esterna: '2026-11-19T00:00:00.000Z',
  protocollo_esterno: 'OSCAD 12',
  base_giuridica: 'art. 7',
}
const proposal = { azione: 'proponi_chiusura', id_esito_finale: 3 }

const noFile = { allegati: [{ cmis_id: '00000000-0000-4000-8000-000000000000', id_tipo_allegato: 1 }] }

const readingRows = ({ own, other, inPath, lists, readerOf, ofReader }: Tools): Rows => ({
  'GET /v1/segnalazioni/documenti/:id': ofReader,
  'GET /v1/segnalazioni/documenti-scheda': {
    may: ['cases'],
    own: { input: async () => ({ query: { filtri: JSON.stringify({ tipo: 'fisica', id_scheda: 1 }) } }), answer: 200 },
  },
  'GET /v1/report/pdf/:id': ofReader,
  'POST /v1/report/pdf-omissis/:id': readerOf({ body: { parti_oscurate: ['testi'] } }),
  'POST /v1/scadenze/riepilogo': {
    may: ['cases'],
    own: { input: async () => ({ body: { riepilogo: 1 } }), answer: 200 },
  },
  'POST /v1/scadenze/calendario': lists(['cases']),
  'POST /v1/scadenze/calendario/chiudi': lists(['cases']),
  'POST /v1/avvisi/letti': { may: ['office'], own: { input: async () => ({ body: { id_avvisi: [1] } }), answer: 200 } },
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

let personCount = 0
/** A person who is not in the registry. */
const newPerson = () => ({ nome: 'Ada', cognome: `Nuova${++personCount}` })

type AddRecord = (kind: string, body: object) => Promise<unknown>

const ofPeople = { registerAdmin: 403, else: 200 }

/** Possible duplicates and merges. */
const duplicateRows = (add: AddRecord): Rows => ({
  'POST /v1/anagrafica/doppioni-persona-fisica': {
    may: ['registry'],
    own: { input: async () => ({ body: newPerson() }), answer: ofPeople },
  },
  'POST /v1/anagrafica/doppioni-persona-giuridica': {
    may: ['registry'],
    own: { input: async () => ({ body: { ragione_sociale: 'Casa Comune' } }), answer: ofPeople },
  },
  'GET /v1/anagrafica/doppioni': { may: ['registry'], own: { input: async () => ({}), answer: ofPeople } },
  'GET /v1/anagrafica/doppioni/:id': {
    may: ['registry'],
    own: { input: async () => ({ params: { id: '2000000000' } }), answer: { registerAdmin: 403, else: 404 } },
  },
  'POST /v1/anagrafica/doppioni-diversi': {
    may: ['registry'],
    own: {
      input: async () => ({
        body: { tipo: 'fisica', id_scheda: await add('persona-fisica', newPerson()), altre: [2_000_000_000] },
      }),
      answer: { registerAdmin: 403, else: 400 },
    },
  },
  'GET /v1/anagrafica/proposte': { may: ['registry'], own: { input: async () => ({}), answer: ofPeople } },
  'POST /v1/anagrafica/proposta-diversa': {
    may: ['registry'],
    own: {
      input: async () => ({ body: { id_proposta: 2_000_000_000 } }),
      answer: { registerAdmin: 403, else: 404 },
    },
  },
  'POST /v1/anagrafica/unisci': {
    may: ['administration'],
    own: {
      input: async () => {
        const [one, other] = [await add('persona-fisica', newPerson()), await add('persona-fisica', newPerson())]
        const kept = { tipo: 'fisica', id_scheda: one, versione: 1, campi: [] }
        return { body: { ...kept, id_scheda_unita: other, versione_unita: 1 } }
      },
      answer: 200,
    },
  },
  'POST /v1/anagrafica/annulla-unione': {
    may: ['administration'],
    own: { input: async () => ({ body: { id_unione: 2_000_000_000 } }), answer: 404 },
  },
})

const registryRows = (portal: () => TestApp): Rows => {
  const add = async (kind: string, body: object) =>
    Object.values((await (await portal().as('manager')).raw('POST', `/v1/anagrafica/add-${kind}`, body)).body.result)[0]
  const inPath = (kind: string, body: object) => async () => ({ params: { id: String(await add(kind, body)) } })
  const search = async () => ({ body: { filtri: { parole: 'nuova' } } })
  const person = inPath('persona-fisica', newPerson())
  const organisation = inPath('persona-giuridica', { ragione_sociale: 'Porte Aperte' })
  const saved = (kind: string, idName: string, body: object) => async () => ({
    body: { ...body, [idName]: await add(kind, body), versione: 1 },
  })
  return {
    'POST /v1/anagrafica/persone-fisiche': { may: ['registry'], own: { input: search, answer: ofPeople } },
    'POST /v1/anagrafica/persone-giuridiche': { may: ['registry'], own: { input: search, answer: 200 } },
    'POST /v1/anagrafica/persone-fisiche-light': { may: ['registry'], own: { input: search, answer: ofPeople } },
    'POST /v1/anagrafica/persone-giuridiche-light': { may: ['registry'], own: { input: search, answer: 200 } },
    'GET /v1/anagrafica/dettaglio-persona-fisica/:id': {
      may: ['registry'],
      own: { input: person, answer: ofPeople },
    },
    'GET /v1/anagrafica/dettaglio-persona-giuridica/:id': {
      may: ['registry'],
      own: { input: organisation, answer: 200 },
    },
    'POST /v1/anagrafica/add-persona-fisica': {
      may: ['registry'],
      own: { input: async () => ({ body: newPerson() }), answer: ofPeople },
    },
    'POST /v1/anagrafica/add-persona-giuridica': {
      may: ['registry'],
      own: { input: async () => ({ body: { ragione_sociale: 'Casa Comune' } }), answer: ofPeople },
    },
    'POST /v1/anagrafica/mod-persona-fisica': {
      may: ['registry'],
      own: { input: saved('persona-fisica', 'id_persona_fisica', newPerson()), answer: ofPeople },
    },
    'POST /v1/anagrafica/mod-persona-giuridica': {
      may: ['registry'],
      own: {
        input: saved('persona-giuridica', 'id_persona_giuridica', { ragione_sociale: 'Casa Comune' }),
        answer: ofPeople,
      },
    },
    ...duplicateRows(add),
    'GET /v1/anagrafica/lock-pf/:id': { may: ['registry'], own: { input: person, answer: ofPeople } },
    'GET /v1/anagrafica/lock-pg/:id': { may: ['registry'], own: { input: organisation, answer: ofPeople } },
    'GET /v1/anagrafica/blocco-pf/:id': { may: ['registry'], own: { input: person, answer: ofPeople } },
    'GET /v1/anagrafica/blocco-pg/:id': { may: ['registry'], own: { input: organisation, answer: 200 } },
    'GET /v1/anagrafica/storia-persona-fisica/:id': { may: ['registry'], own: { input: person, answer: ofPeople } },
    'GET /v1/anagrafica/storia-persona-giuridica/:id': { may: ['registry'], own: { input: organisation, answer: 200 } },
  }
}

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
})

/** For each endpoint on cases: the roles that may call it, and the answers on an own case and on another operator's. */
export function caseRows(portal: () => TestApp): Rows {
  const tools = toolsOf(portal)
  return { ...readingRows(tools), ...registryRows(portal), ...documentRows(tools), ...changingRows(portal, tools) }
}
