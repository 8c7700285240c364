import { applicationForm, readWire } from '@portal/contract'
import type { Caller, TestApp } from './build-app.ts'
import {
  act,
  applicationOnWire,
  decree,
  makeAssociation,
  secretIn,
  solveCaptcha,
  uploadDocuments,
} from './make-association.ts'
import { prepared, type Scenario, type Scenarios } from './scenario.ts'
import { newVisitor } from './upload.ts'

const as = 'registerAdmin' as const

const fieldsOf = (sent: object) => Object.keys(readWire(applicationForm, sent, '9999-12-31').values)

/** A scenario for each call of applicants. */
export function applicantScenarios(portalOf: () => TestApp): Scenarios {
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
export function memberScenarios(portalOf: () => TestApp): Scenarios {
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
