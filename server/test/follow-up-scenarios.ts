import type { Role } from '@portal/contract'
import type { Caller, Reply, TestApp } from './build-app.ts'
import { reportOnWire } from './make.ts'

interface Scenario {
  readonly prepare?: () => Promise<number>
  readonly call: (caller: Caller, id: number) => Promise<Reply>
  readonly ids: (result: Reply['body'], id: number) => readonly number[]
  readonly changedFields?: readonly string[]
  readonly actor?: Role | null
}

const callWishes = { telefono: '+39061234567', orari_chiamata: 'dopo le 14' }

async function confirmAssurances(caller: Caller) {
  const { impronta } = (await caller.raw('GET', '/v1/garanzie')).body.result
  return caller.raw('POST', '/v1/garanzie/conferma', { impronta })
}

/** The last report, as its reporter opens it. */
function createFollowUp(portalOf: () => TestApp) {
  let access = { codice: '', pin: '' }
  let cookie = ''
  const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    portalOf().visitor.raw(method, `/v1/noauth/pratica${path}`, body, { cookie })
  const open = () => portalOf().visitor.raw('POST', '/v1/noauth/pratica/accesso', access)

  /** Sends a report and opens it; returns the id of its case. */
  async function begin(): Promise<number> {
    const { body } = await portalOf().visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())
    access = { codice: body.result.codice, pin: body.result.pin }
    const { headers } = await open()
    cookie = String([headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
    return body.result.id_segnalazione
  }

  return { begin, open, call }
}

/** A scenario for each audited call of a reporter with code and PIN, and for what the office answers to them. */
export function followUpScenarios(portalOf: () => TestApp): Record<string, Scenario> {
  const { begin, open, call } = createFollowUp(portalOf)
  const ids: Scenario['ids'] = (_result, id) => [id]
  const byReporter = (method: 'GET' | 'POST', path: string, body?: unknown): Scenario => ({
    prepare: begin,
    call: () => call(method, path, body),
    ids,
    actor: null,
  })
  const texts = ['recipients', 'residence']
  return {
    'POST /v1/noauth/pratica/accesso': {
      prepare: begin,
      call: open,
      ids,
      actor: null,
    },
    'GET /v1/noauth/pratica': byReporter('GET', ''),
    'GET /v1/noauth/pratica/messaggi': byReporter('GET', '/messaggi'),
    'POST /v1/noauth/pratica/messaggi': {
      ...byReporter('POST', '/messaggi', { testo: 'Verso le nove' }),
      changedFields: ['messages'],
    },
    'GET /v1/noauth/pratica/ricevuta': byReporter('GET', '/ricevuta'),
    'POST /v1/noauth/pratica/richiamata': {
      ...byReporter('POST', '/richiamata', callWishes),
      changedFields: ['messages'],
    },
    'POST /v1/segnalazioni/messaggi/:id/chiamata': {
      prepare: async () => {
        const id = await begin()
        await call('POST', '/richiamata', callWishes)
        return id
      },
      call: async (caller, id) => {
        const { rows } = await portalOf().database.pool.query('select id from case_messages where case_id = $1', [id])
        return caller.raw('POST', `/v1/segnalazioni/messaggi/${id}/chiamata`, { id_messaggio: rows[0].id })
      },
      ids,
      changedFields: ['messages'],
    },
    'POST /v1/garanzie/conferma': { call: confirmAssurances, ids: () => [1], changedFields: texts },
    'POST /v1/garanzie/ritiro': {
      call: (caller) => caller.raw('POST', '/v1/garanzie/ritiro'),
      ids: () => [1],
      changedFields: texts,
    },
  }
}
