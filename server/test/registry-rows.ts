import type { Permission, Role } from '@portal/contract'
import type { TestApp } from './build-app.ts'

type Answer = number | ({ readonly else: number } & Partial<Record<Role, number>>)
interface Try {
  readonly input: (
    role: Role,
  ) => Promise<{ params?: Record<string, string>; query?: Record<string, string>; body?: unknown }>
  readonly answer: Answer
}
export interface CaseAccess {
  readonly may: readonly Permission[]
  readonly own: Try
  readonly other?: Try
}
export type Rows = Readonly<Record<string, CaseAccess>>

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

/** Who may call what of the registry, and the answers. */
export const registryRows = (portal: () => TestApp): Rows => {
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
    'POST /v1/anagrafica/stessa-persona': {
      may: ['registry'],
      own: { input: async () => ({ body: { parole: 'nuova' } }), answer: ofPeople },
    },
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
