import { applicantScenarios, memberScenarios } from './applicant-scenarios.ts'
import type { TestApp } from './build-app.ts'
import { act, applicationOnWire, checklist, deliverMails, makeAssociation, uploadPdf } from './make-association.ts'
import { prepared, type Scenario, type Scenarios } from './scenario.ts'

const as = 'registerAdmin' as const
const rowIds: Scenario['ids'] = (result) =>
  result.listaView.map((row: { id_persona_giuridica: number }) => row.id_persona_giuridica)

/** A scenario for each call on the register. */
export const associationScenarios = (portalOf: () => TestApp): Scenarios => ({
  ...listScenarios(portalOf),
  ...officeScenarios(portalOf),
  ...letterScenarios(portalOf),
  ...applicantScenarios(portalOf),
  ...memberScenarios(portalOf),
})

/** The lists of the office. */
function listScenarios(portalOf: () => TestApp): Scenarios {
  const prepare = async () => (await makeAssociation(portalOf())).id
  let searched = ''
  const list = (name: string): Scenarios => ({
    [`GET /v1/associazioni/${name}`]: {
      as,
      prepare,
      ids: rowIds,
      call: (caller) => caller.raw('GET', `/v1/associazioni/${name}`),
    },
    [`POST /v1/associazioni/${name}`]: {
      as,
      prepare,
      ids: rowIds,
      call: (caller) => caller.raw('POST', `/v1/associazioni/${name}`, {}),
    },
  })
  return {
    ...list('lista-web'),
    ...list('lista-iscritte'),
    ...list('lista-cancellate'),
    'GET /v1/avvisi': { as, ids: () => [], call: (caller) => caller.raw('GET', '/v1/avvisi') },
    'GET /v1/associazioni/coda': {
      as,
      prepare,
      ids: rowIds,
      call: (caller) => caller.raw('GET', '/v1/associazioni/coda'),
    },
    'POST /v1/statistiche/start-associazioni': {
      as: 'registerAdmin',
      call: (caller) => caller.raw('POST', '/v1/statistiche/start-associazioni', { filtri: { regione: [5] } }),
      ids: () => [],
      changedFields: ['regione'],
    },
    'POST /v1/associazioni/cerca': {
      as,
      prepare: async () => {
        const { id, number } = await makeAssociation(portalOf())
        searched = number
        return id
      },
      ids: prepared,
      call: (caller) => caller.raw('POST', '/v1/associazioni/cerca', { testo: searched }),
    },
    'POST /v1/associazioni/lista-referente': {
      as,
      ids: rowIds,
      call: (caller) => caller.raw('POST', '/v1/associazioni/lista-referente', { cf: 'DLLMNA91P49Z330K' }),
    },
  }
}

/** A scenario for each call of the office on one association. */
function officeScenarios(portalOf: () => TestApp): Scenarios {
  let number = ''
  const prepare = async () => {
    const made = await makeAssociation(portalOf())
    number = made.number
    return made.id
  }
  const read = (path: string): Scenarios => ({
    [`GET /v1/associazioni/${path}/:id`]: {
      as,
      prepare,
      ids: prepared,
      call: (caller, id) => caller.raw('GET', `/v1/associazioni/${path}/${id}`),
    },
  })
  const change = (path: string, more: object, changedFields: readonly string[]): Scenarios => ({
    [`POST /v1/associazioni/${path}`]: {
      as,
      prepare,
      ids: prepared,
      changedFields,
      call: (caller, id) =>
        caller.raw('POST', `/v1/associazioni/${path}`, { id_persona_giuridica: id, versione: 1, ...more }),
    },
  })
  let file = {}
  return {
    ...read('dettaglio/admin'),
    ...read('iter'),
    ...read('lettere'),
    ...read('lock'),
    'GET /v1/report/pdf-pg/:id': {
      as,
      prepare,
      ids: prepared,
      call: (caller, id) => caller.raw('GET', `/v1/report/pdf-pg/${id}`),
    },
    'GET /v1/associazioni/dettaglio/iscrizione/:partitaIVA': {
      as,
      prepare,
      ids: prepared,
      call: (caller) => caller.raw('GET', `/v1/associazioni/dettaglio/iscrizione/${number}`),
    },
    'GET /v1/associazioni/dettaglio-strorico/:id': {
      as,
      prepare,
      ids: prepared,
      call: async (caller, id) => {
        const { rows } = await portalOf().database.pool.query(
          'select id from association_events where association_id = $1',
          [id],
        )
        return caller.raw('GET', `/v1/associazioni/dettaglio-strorico/${rows[0].id}`)
      },
    },
    ...change('mod', applicationOnWire([], { piva: '12345678903', note: 'Visti.' }), ['number', 'notes']),
    ...change('verifica-documenti', { documenti_verificati: [1] }, ['checkedDocuments']),
    ...change('cambia-stato', { azione: 'approva', ...checklist }, ['status']),
    'POST /v1/associazioni/corrispondenza': {
      as,
      ids: prepared,
      changedFields: ['correspondence'],
      besides: 'file',
      prepare: async () => {
        file = await uploadPdf(await portalOf().as(as), 8)
        return prepare()
      },
      call: (caller, id) =>
        caller.raw('POST', '/v1/associazioni/corrispondenza', { id_persona_giuridica: id, allegati: [file] }),
    },
  }
}

/** A letter that came back. */
const letterScenarios = (portalOf: () => TestApp): Scenarios => ({
  'POST /v1/associazioni/esito-lettera': {
    as,
    ids: prepared,
    changedFields: ['letters'],
    prepare: async () => {
      const { id, number } = await makeAssociation(portalOf())
      await act(portalOf(), await portalOf().as(as), number, 'proponi_rigetto', { motivo: 'Statuto non conforme.' })
      await deliverMails(portalOf())
      return id
    },
    call: async (caller, id) => {
      const { rows } = await portalOf().database.pool.query(
        'select max(id) as id from association_letters where association_id = $1',
        [id],
      )
      return caller.raw('POST', '/v1/associazioni/esito-lettera', { id_lettera: rows[0].id, flag_respinta: 1 })
    },
  },
})
