import { applicationForm, type RecordKind, type Role, readWire } from '@portal/contract'
import type { Caller, Reply, TestApp } from './build-app.ts'
import {
  act,
  applicationOnWire,
  checklist,
  decree,
  deliverMails,
  makeAssociation,
  secretIn,
  solveCaptcha,
  uploadDocuments,
  uploadPdf,
} from './make-association.ts'
import { newVisitor } from './upload.ts'

interface Scenario {
  readonly as?: Role
  readonly prepare?: () => Promise<number>
  readonly call: (caller: Caller, id: number) => Promise<Reply>
  readonly ids: (result: Reply['body'], id: number) => readonly number[] | Promise<readonly number[]>
  readonly changedFields?: readonly string[]
  /** The kind of record that has a second entry. */
  readonly besides?: RecordKind
  /** The actor, if it is not the caller. */
  readonly actor?: Role | null
}
type Scenarios = Record<string, Scenario>

const as = 'registerAdmin' as const
const prepared: Scenario['ids'] = (_result, id) => [id]
const rowIds: Scenario['ids'] = (result) =>
  result.listaView.map((row: { id_persona_giuridica: number }) => row.id_persona_giuridica)
const fieldsOf = (sent: object) => Object.keys(readWire(applicationForm, sent, '9999-12-31').values)

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
    'POST /v1/statistiche/start-associazioni': {
      as: 'registerAdmin',
      call: (caller) => caller.raw('POST', '/v1/statistiche/start-associazioni', { filtri: { regione: [5] } }),
      ids: () => [],
      changedFields: ['regione'],
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

/** A scenario for each call of applicants. */
function applicantScenarios(portalOf: () => TestApp): Scenarios {
  let visitor: Caller
  let sent = applicationOnWire([])
  let collegamento = ''
  const common = { actor: null, besides: 'file' } as const
  const newest = async () => {
    const { rows } = await portalOf().database.pool.query('select max(id) as id from associations')
    return [rows[0].id as number]
  }
  const link = async () => {
    collegamento = await secretIn(portalOf())
  }
  const prepareApplication = async (more: object = {}) => {
    visitor = newVisitor(portalOf())
    await solveCaptcha(visitor)
    sent = applicationOnWire(await uploadDocuments(visitor), more)
    return 0
  }
  const prepareLink = async () => {
    visitor = newVisitor(portalOf())
    const { id, number } = await makeAssociation(portalOf())
    sent = applicationOnWire(await uploadDocuments(visitor), { piva: number })
    await act(portalOf(), await portalOf().as(as), number, 'richiedi_documenti', { noteMail: 'Tutti.' })
    await link()
    return id
  }
  return {
    'POST /v1/noauth/add-pg': {
      ...common,
      prepare: prepareApplication,
      ids: newest,
      call: () => visitor.raw('POST', '/v1/noauth/add-pg', sent),
      get changedFields() {
        return fieldsOf(sent)
      },
    },
    'POST /v1/noauth/conferma-pg': {
      ...common,
      ids: newest,
      prepare: async () => {
        const { number } = await makeAssociation(portalOf(), { status: 'removed' })
        await prepareApplication({ piva: number })
        await visitor.raw('POST', '/v1/noauth/add-pg', sent)
        await link()
        return 0
      },
      call: () => portalOf().visitor.raw('POST', '/v1/noauth/conferma-pg', { collegamento }),
      get changedFields() {
        return fieldsOf(sent)
      },
    },
    'POST /v1/noauth/sostituzione-pg': {
      ...common,
      ids: prepared,
      async prepare() {
        const { id, number } = await makeAssociation(portalOf())
        await prepareApplication({ piva: number, flag_sovrascrivi: 1 })
        await visitor.raw('POST', '/v1/noauth/add-pg', sent)
        await link()
        return id
      },
      call: () => visitor.raw('POST', '/v1/noauth/sostituzione-pg', { collegamento, flag_accettata: 0 }),
    },
    'POST /v1/noauth/pratica-pg': {
      ...common,
      prepare: prepareLink,
      ids: prepared,
      call: () => visitor.raw('POST', '/v1/noauth/pratica-pg', { collegamento }),
    },
    'POST /v1/noauth/mod-pg': {
      ...common,
      prepare: prepareLink,
      ids: prepared,
      changedFields: ['documents'],
      call: () => visitor.raw('POST', '/v1/noauth/mod-pg', { ...sent, collegamento, versione: 2 }),
    },
  }
}

/** A scenario for each call of the people of an association on their own. */
function memberScenarios(portalOf: () => TestApp): Scenarios {
  const as = 'associationMember' as const
  let sent = {}
  const prepare = async () => {
    const members = [await portalOf().idOf(as)]
    // The account whose address the made contacts have may not be another one's.
    const made = await makeAssociation(portalOf(), { status: 'enrolled', members })
    const documents = await uploadDocuments(await portalOf().as(as))
    sent = { ...applicationOnWire(documents, { piva: made.number }), id_persona_giuridica: made.id, versione: 1 }
    return made.id
  }
  const read = (path: string): Scenario => ({
    as,
    prepare,
    ids: prepared,
    call: (caller, id) => caller.raw('GET', `/v1/associazioni/${path}/${id}`),
  })
  return {
    'GET /v1/associazioni/proprie': {
      as,
      prepare,
      call: (caller) => caller.raw('GET', '/v1/associazioni/proprie'),
      ids: (result) => result.map((one: { id_persona_giuridica: number }) => one.id_persona_giuridica),
    },
    'GET /v1/associazioni/propria/iter/:id': read('propria/iter'),
    'GET /v1/associazioni/certificato/:id': { ...read('certificato'), ids: prepared },
    'POST /v1/associazioni/chiedi-cancellazione': {
      as,
      prepare,
      ids: prepared,
      changedFields: ['removalRequestedOn'],
      call: (caller, id) => caller.raw('POST', '/v1/associazioni/chiedi-cancellazione', { id_persona_giuridica: id }),
    },
    'POST /v1/associazioni/ritira': {
      as,
      ids: prepared,
      changedFields: ['removal'],
      async prepare() {
        const id = await prepare()
        await (await portalOf().as(as)).raw('POST', '/v1/associazioni/chiedi-cancellazione', {
          id_persona_giuridica: id,
        })
        return id
      },
      call: (caller, id) =>
        caller.raw('POST', '/v1/associazioni/ritira', { id_persona_giuridica: id, oggetto: 'cancellazione' }),
    },
    'POST /v1/associazioni/incarichi': {
      as,
      ids: prepared,
      changedFields: ['members'],
      async prepare() {
        const { id, number } = await makeAssociation(portalOf(), { status: 'approvedToSign' })
        await act(portalOf(), await portalOf().as('manager'), number, 'firma', decree)
        return id
      },
      call: (caller, id) =>
        caller.raw('POST', '/v1/associazioni/incarichi', { id_persona_giuridica: id, flag_accettato: 1 }),
    },
    'POST /v1/associazioni/rinnovo': {
      as,
      prepare,
      ids: prepared,
      changedFields: ['status'],
      besides: 'file',
      call: (caller) => caller.raw('POST', '/v1/associazioni/rinnovo', sent),
    },
  }
}
