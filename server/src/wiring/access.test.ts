import { access, api, can, type Endpoint, type Permission, type Role, roleCodes, wireNames } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleOf } from '../../../contract/test/wire-values.ts'
import { associationRows } from '../../test/association-rows.ts'
import { type Caller, startTestApp, type TestApp } from '../../test/build-app.ts'
import { carryOutRequest } from '../../test/carry-out-request.ts'
import { caseRows } from '../../test/case-rows.ts'
import { claimedFile, uploadCaseFile } from '../../test/claimed-file.ts'
import { exportRows } from '../../test/export-rows.ts'
import { reportOnWire, taxCodeNumber } from '../../test/make.ts'
import { makeCase } from '../../test/make-case.ts'
import { mailRows } from '../../test/make-received-mail.ts'
import { openDataRows, statisticsFileRows, statisticsRows } from '../../test/statistics-rows.ts'
import { withoutGuard } from '../../test/unguarded-routes.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { CHECK_PIVA_PER_HOUR: '0', EXPORTS_AT_ONCE: '100' } })
})
afterAll(() => portal.close())

const roles = Object.keys(roleCodes) as Role[]

/** One call: what stands in its path and query, and its body. */
interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}
/** The status that is answered; by role where roles differ. */
type Answer = number | ({ readonly else: number } & Partial<Record<Role, number>>)

interface Try {
  /** An example from the contract by default. */
  readonly input?: (role: Role) => Input | Promise<Input>
  readonly answer: Answer
}

interface Row {
  /** Who may: rows of the table of decisions §2, or everybody, or every user who is signed in. */
  readonly may: 'anyone' | 'signed_in' | readonly Permission[] | { readonly roles: readonly Role[] }
  /** On a record of one's own, or on none. */
  readonly own: Try
  /** On a record of somebody else's, where records have owners. */
  readonly other?: Try
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const reason = 'Richiesta scritta, identità verificata.'
const ok: Try = { answer: 200 }
const to =
  (name: string, find: (role: Role) => Promise<number>, body?: (id: number) => unknown): NonNullable<Try['input']> =>
  async (role) => {
    const id = await find(role)
    return { params: { [name]: String(id) }, ...(body && { body: body(id) }) }
  }
const byBody =
  (find: (role: Role) => Promise<number>, body: (id: number) => unknown): NonNullable<Try['input']> =>
  async (role) => ({ body: body(await find(role)) })

/** A case at level II, entered by a person of this role or by somebody else. */
const caseOf = (creator: number | null) => makeCase(portal, { status: 'inWorkTwo', createdBy: creator })
const ownCase = async (role: Role) => caseOf(await portal.idOf(role))
const otherCase = () => caseOf(null)
/** The same, with a reporter who can be written to. */
async function reportedCase(creator: number | null): Promise<number> {
  const { body } = await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())
  const id: number = body.result.id_segnalazione
  const change = "update cases set status = 'inWorkTwo', created_by = $2 where id = $1"
  await portal.database.pool.query(change, [id, creator])
  return id
}
const ownReportedCase = async (role: Role) => reportedCase(await portal.idOf(role))
const otherReportedCase = () => reportedCase(null)
/** A case that looks like spam. */
const suspectOf = (find: (role: Role) => Promise<number>) => async (role: Role) => {
  const id = await find(role)
  await portal.database.pool.query("update cases set suspect_reasons = '{trap}' where id = $1", [id])
  return id
}

const noFile = '00000000-0000-4000-8000-000000000000'
const fileOf = (find: (role: Role) => Promise<number>) => async (role: Role) => ({
  params: { cmisId: await claimedFile(portal, await find(role)) },
})
// Files of cases do not exist for the people of the register, who read those of associations by the same calls.
const hidden = { registerAdmin: 404, registerOperator: 404, associationMember: 404 } as const
const claimed: Row = {
  may: 'signed_in',
  own: { input: fileOf(ownCase), answer: { ...hidden, else: 200 } },
  other: { input: fileOf(otherCase), answer: { ...hidden, operatorOne: 403, else: 200 } },
}

/** What a reporter has. */
async function codeAndPin(): Promise<Input> {
  const { body } = await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())
  return { body: { codice: body.result.codice, pin: body.result.pin } }
}

/** A person's request, made by somebody of this role, or by an operator of level I or II who is not. */
async function requestBy(role: Role): Promise<number> {
  const caller = await portal.as(can('cases', role) ? role : 'operatorOne')
  const asked = { tipo: 'esportazione', codice_fiscale: '12345678903', motivo: reason }
  return (await caller.raw('POST', '/v1/diritti', asked)).body.result.id_richiesta
}
const otherRequest = (role: Role) => requestBy(role === 'operatorTwo' ? 'operatorOne' : 'operatorTwo')
/** One whose archive is there. */
const exported = (find: (role: Role) => Promise<number>) => async (role: Role) => {
  const id = await find(role)
  const manager = await portal.as('manager')
  // Nobody decides on what they asked for: the second manager does, by the several roles of the last person.
  const { rows } = await portal.database.pool.query('select requested_by from rights_requests where id = $1', [id])
  const decider = rows[0].requested_by === (await portal.idOf('manager')) ? await secondManager() : manager
  await decider.raw('POST', `/v1/diritti/${id}/approva`, { motivo: reason })
  await carryOutRequest(portal, id)
  return id
}
async function secondManager(): Promise<Caller> {
  return portal.asPerson('CNTMRC68B02F205B')
}

let made = 0
/** A tax code that nobody has yet. */
const freshTaxCode = () => taxCodeNumber(50_000 + ++made)
const account = () => {
  const cf = freshTaxCode()
  const mail = `${cf.toLowerCase()}@example.it`
  return { cf, nome: 'Ada', cognome: 'Prova', mail, flag_abilitazione: 1, listaRuolo: ['ACLOP1'] }
}
/** An account that stands in nobody's way. */
async function freshOperator(): Promise<number> {
  const manager = await portal.as('manager')
  return (await manager.raw('POST', '/v1/admin/add-operatore', account())).body.result.id_utente
}
async function sessionOf(role: Role): Promise<number> {
  await portal.as(role)
  const { rows } = await portal.database.pool.query('select max(id) as id from sessions where user_id = $1', [
    await portal.idOf(role),
  ])
  return Number(rows[0].id)
}
const otherThan = (role: Role): Role => (role === 'manager' ? 'operatorOne' : 'manager')

/** The body of a change of an entry of a reference list; each is made on a new entry. */
const changeOfEntry = (change: object) => async (): Promise<Input> => {
  made += 1
  const body = { lista: 'titolo-studio', nomi: { it: `Voce ${made}` } }
  const { result } = (await (await portal.as('manager')).raw('POST', '/v1/tipologiche/gestione/aggiungi-voce', body))
    .body
  return { body: { lista: 'titolo-studio', id_voce: result.id_voce, versione: result.versione, ...change } }
}
const onEntry = (change: object, answer: number): Row => ({
  may: ['administration'],
  own: { input: changeOfEntry(change), answer },
})

const cases: readonly Permission[] = ['cases']
const administration: readonly Permission[] = ['administration']

/**
 * Who may call, and what is answered to whom on which record. A call without a row must be one that reads no single record
 * (`derivedRow`); the snapshot of `policy.test.ts` says who may call it.
 */
const rows: Readonly<Record<string, Row>> = {
  ...caseRows(() => portal),
  ...associationRows(() => portal),
  ...exportRows(() => portal),
  ...mailRows(() => portal),
  ...statisticsRows(() => portal),
  ...statisticsFileRows(() => portal),
  ...openDataRows,
  'GET /v1/captcha': { may: 'anyone', own: { input: () => ({ query: { type: 'image' } }), answer: 200 } },
  'GET /v1/captcha/checkCaptcha': { may: 'anyone', own: { input: () => ({ query: { answer: '1' } }), answer: 200 } },
  'POST /v1/noauth/segnalazione': { may: 'anyone', own: { input: () => ({ body: reportOnWire() }), answer: 200 } },

  // Without a file: who may send one is the question here.
  'POST /v1/noauth/scansione': { may: 'anyone', own: { input: () => ({}), answer: 400 } },
  'POST /v1/noauth/scansione/ext': { may: 'signed_in', own: { input: () => ({}), answer: 400 } },
  'POST /v1/noauth/scansione/assistenza': { may: 'anyone', own: { input: () => ({}), answer: 400 } },
  'POST /v1/noauth/allegato/delete-allegato': {
    may: 'anyone',
    own: { input: () => ({ body: { cmis_id: noFile } }), answer: 404 },
    other: {
      input: async () => ({ body: { cmis_id: await uploadCaseFile(portal) } }),
      answer: { manager: 200, else: 404 },
    },
  },
  'POST /v1/noauth/allegati': {
    may: 'anyone',
    own: { input: () => ({ body: { allegati: [{ cmis_id: noFile }] } }), answer: 200 },
  },
  'POST /v1/noauth/modello': { may: 'anyone', own: { input: () => ({}), answer: 200 } },
  'GET /v1/segnalazioni/allegato/:cmisId': claimed,
  'GET /v1/segnalazioni/allegato-pg/:cmisId': claimed,

  'POST /v1/assistenza/get-item': { may: 'anyone', own: { input: () => ({}), answer: 200 } },
  'POST /v1/assistenza/invio-mail': {
    may: 'anyone',
    own: {
      input: () => ({
        body: { nome: 'Ada', cognome: 'Prova', email: 'ada@example.it', oggetto: 1, messaggio: 'Aiuto', consenso: 1 },
      }),
      answer: 200,
    },
  },

  'GET /v1/segnalazioni/dettaglio/:id': {
    may: cases,
    own: { input: to('id', ownCase), answer: 200 },
    other: { input: to('id', otherCase), answer: { operatorOne: 403, else: 200 } },
  },
  'POST /v1/segnalazioni/da-rivedere/:id/non-spam': {
    may: cases,
    own: { input: to('id', suspectOf(ownCase)), answer: 200 },
    other: { input: to('id', suspectOf(otherCase)), answer: { operatorOne: 403, else: 200 } },
  },
  'GET /v1/segnalazioni/messaggi/:id': {
    may: cases,
    own: { input: to('id', ownCase), answer: 200 },
    other: { input: to('id', otherCase), answer: { operatorOne: 403, else: 200 } },
  },
  'POST /v1/segnalazioni/richiami/:id/chiudi': {
    may: cases,
    own: { input: to('id', ownCase, () => ({ id_richiamo: 999_999, flag_tolto: 0 })), answer: 404 },
    other: {
      input: to('id', otherCase, () => ({ id_richiamo: 999_999, flag_tolto: 0 })),
      answer: { operatorOne: 403, else: 404 },
    },
  },
  'POST /v1/segnalazioni/messaggi/:id': {
    may: ['editCase'],
    // Entered by oneself, but at level II and assigned to nobody.
    own: { input: to('id', ownReportedCase, () => ({ testo: 'Buongiorno' })), answer: { manager: 200, else: 403 } },
    other: { input: to('id', otherReportedCase, () => ({ testo: 'Buongiorno' })), answer: { manager: 200, else: 403 } },
  },
  'POST /v1/segnalazioni/messaggi/:id/chiamata': {
    may: cases,
    // No message of the case asks for a call.
    own: {
      input: to('id', ownReportedCase, () => ({ id_messaggio: 1 })),
      answer: { manager: 409, else: 403 },
    },
    other: {
      input: to('id', otherReportedCase, () => ({ id_messaggio: 1 })),
      answer: { manager: 409, else: 403 },
    },
  },
  'POST /v1/noauth/pratica/accesso': { may: 'anyone', own: { input: codeAndPin, answer: 200 } },
  // Refused without the cookie that code and pin give, also for users who are signed in.
  'GET /v1/noauth/pratica': { may: 'anyone', own: { answer: 401 } },
  'GET /v1/noauth/pratica/messaggi': { may: 'anyone', own: { answer: 401 } },
  'POST /v1/noauth/pratica/messaggi': { may: 'anyone', own: { answer: 401 } },
  'POST /v1/noauth/pratica/richiamata': { may: 'anyone', own: { answer: 401 } },
  'GET /v1/noauth/pratica/ricevuta': { may: 'anyone', own: { answer: 401 } },
  'POST /v1/noauth/pratica/uscita': { may: 'anyone', own: ok },
  'GET /v1/calendario/:segreto': {
    may: 'anyone',
    own: { input: () => ({ params: { segreto: `${'x'.repeat(43)}.ics` } }), answer: 404 },
  },

  'POST /v1/garanzie/conferma': {
    may: administration,
    // Of texts that are not those of the server.
    own: { input: () => ({ body: { impronta: 'altra' } }), answer: 409 },
  },
  'POST /v1/garanzie/ritiro': { may: administration, own: ok },
  'POST /v1/migrazione/dati-sensibili': {
    may: administration,
    own: { input: () => ({ body: { flag_nuova_chiave: 0 } }), answer: 200 },
  },
  'POST /v1/migrazione/chiavi/ritira': {
    may: administration,
    own: { input: () => ({ body: { id_chiave: 999 } }), answer: 404 },
  },

  'POST /v1/migrazione/migrazione-allegati': { may: administration, own: { input: () => ({}), answer: 200 } },
  'POST /v1/migrazione/migrazione-allegati/annulla': {
    may: administration,
    own: { input: () => ({ body: { numero_univoco: 2_000_000_000 } }), answer: 404 },
  },
  'POST /v1/migrazione/importazione-ufficio': {
    may: administration,
    own: { input: () => ({ body: { cartella: 'nessuna' } }), answer: 404 },
  },
  'POST /v1/migrazione/importazione-ufficio/controllo': {
    may: administration,
    own: { input: () => ({ body: { cartella: 'nessuna' } }), answer: 404 },
  },
  'POST /v1/migrazione/importazione-ufficio/annulla': {
    may: administration,
    own: { input: () => ({ body: { numero_univoco: 2_000_000_000 } }), answer: 404 },
  },
  // Without a file: who may send one is the question here.
  'POST /v1/migrazione/importazione-ufficio/corrispondenze': {
    may: administration,
    own: { input: () => ({ query: { cartella: 'nessuna' } }), answer: 400 },
  },
  'GET /v1/migrazione/importazione-ufficio/file': {
    may: administration,
    own: { input: () => ({ query: { cartella: 'nessuna', tipo: 'errori' } }), answer: 404 },
  },
  'GET /v1/elaborazioni/:numero_univoco': {
    may: administration,
    own: { input: () => ({ params: { numero_univoco: '2000000000' } }), answer: 404 },
  },

  'POST /v1/diritti': {
    may: cases,
    own: {
      input: () => ({ body: { tipo: 'esportazione', codice_fiscale: '12345678903', motivo: reason } }),
      answer: 200,
    },
  },
  'GET /v1/diritti/:id': {
    may: cases,
    own: { input: to('id', requestBy), answer: 200 },
    other: { input: to('id', otherRequest), answer: { manager: 200, else: 403 } },
  },
  'GET /v1/diritti/:id/stato': {
    may: cases,
    own: { input: to('id', requestBy), answer: 200 },
    other: { input: to('id', otherRequest), answer: { manager: 200, else: 403 } },
  },
  'GET /v1/diritti/:id/archivio': {
    may: cases,
    own: { input: to('id', exported(requestBy)), answer: 200 },
    other: { input: to('id', exported(otherRequest)), answer: { manager: 200, else: 403 } },
  },
  'POST /v1/diritti/:id/approva': {
    may: administration,
    // What one asked for oneself somebody else decides.
    own: { input: to('id', requestBy, () => ({ motivo: reason })), answer: 403 },
    other: { input: to('id', otherRequest, () => ({ motivo: reason })), answer: 200 },
  },
  'POST /v1/diritti/:id/rifiuta': {
    may: administration,
    own: { input: to('id', requestBy, () => ({ motivo: reason })), answer: 403 },
    other: { input: to('id', otherRequest, () => ({ motivo: reason })), answer: 200 },
  },

  'GET /v1/audit/verifica': { may: administration, own: { input: () => ({}), answer: 200 } },

  'POST /v1/mock': { may: 'anyone', own: { input: () => ({ body: { cf: 'VTLNDR73S11L736T' } }), answer: 200 } },
  'POST /v1/utenti/set-ruolo': {
    may: 'signed_in',
    own: { input: (role) => ({ body: { ruolo: roleCodes[role] } }), answer: 200 },
    other: { input: (role) => ({ body: { ruolo: roleCodes[otherThan(role)] } }), answer: 403 },
  },
  'POST /v1/utenti/chiudi-sessioni': {
    may: 'signed_in',
    own: { input: byBody(sessionOf, (id) => ({ id_sessione: id })), answer: 200 },
    other: {
      input: byBody(
        (role) => sessionOf(otherThan(role)),
        (id) => ({ id_sessione: id }),
      ),
      answer: 404,
    },
  },
  'POST /v1/avvisi/letti': { may: ['office'], own: { input: () => ({ body: { id_avvisi: [1] } }), answer: 200 } },
  'POST /v1/aiuto/visti': { may: 'signed_in', own: { input: () => ({ body: { voce: 'giro-manager' } }), answer: 200 } },
  'POST /v1/utenti/logout': { may: 'signed_in', own: ok },
  'POST /v1/ibm_security_logout': { may: 'signed_in', own: { input: () => ({}), answer: 200 } },

  'GET /v1/tipologiche/luoghi': { may: 'signed_in', own: ok },
  'GET /v1/tipologiche/luogo-catastale/:codice': { may: ['registry'], own: ok },
  'POST /v1/tipologiche/gestione/aggiungi-voce': {
    may: ['administration'],
    own: { input: () => ({ body: { lista: 'titolo-studio', nomi: { it: 'Voce nuova' } } }), answer: 200 },
  },
  'POST /v1/tipologiche/gestione/modifica-voce': onEntry({ nomi: { it: 'Voce rinominata' } }, 200),
  'POST /v1/tipologiche/gestione/ritira-voce': onEntry({ ritirata: 1 }, 200),
  // The list is alphabetical, and the entry is in force.
  'POST /v1/tipologiche/gestione/sposta-voce': onEntry({ verso: 'su' }, 409),
  'POST /v1/tipologiche/gestione/elimina-voce': onEntry({}, 409),
  'GET /v1/tipologiche/gestione/voci': {
    may: ['administration'],
    own: { input: () => ({ query: { filtri: JSON.stringify({ lista: 'ground' }) } }), answer: 200 },
  },
  'GET /v1/admin/operatori/:id': {
    may: administration,
    own: { input: to('id', (role) => portal.idOf(role)), answer: 200 },
    other: { input: to('id', freshOperator), answer: 200 },
  },
  'POST /v1/admin/add-operatore': {
    may: administration,
    own: { input: () => ({ body: account() }), answer: 200 },
  },
  'POST /v1/admin/mod-operatore': {
    may: administration,
    own: {
      input: byBody(freshOperator, (id) => ({ ...account(), id_utente: id, versione: 1 })),
      answer: 200,
    },
  },
  'POST /v1/admin/del-operatore': {
    may: administration,
    own: { input: byBody(freshOperator, (id) => ({ id_utente: id })), answer: 200 },
  },
  'POST /v1/admin/riassegna-casi': {
    may: administration,
    own: {
      input: async () => ({ body: { id_utente: await freshOperator(), id_destinatari: [await freshOperator()] } }),
      answer: 200,
    },
  },
  'POST /v1/admin/chiudi-sessioni': {
    may: administration,
    own: { input: byBody(freshOperator, (id) => ({ id_utente: id })), answer: 200 },
  },
  'POST /v1/admin/batch-utenze': {
    may: administration,
    own: {
      input: () => ({
        body: {
          nome_file: 'utenze.csv',
          contenuto: Buffer.from('cf;nome;cognome;mail;ruoli\n').toString('base64'),
          flag_prova: 1,
        },
      }),
      answer: 200,
    },
  },
}

/** The row of a GET without a record in its path, or of a list that is searched by POST: 200 for whom the endpoint allows. */
function derivedRow({ method, params, body, reply, allow }: Endpoint): Row | undefined {
  const isList = wireNames.get(reply)?.name === 'pagina'
  if (params || !(method === 'GET' || (isList && body))) return undefined
  const may = typeof allow === 'string' ? allow : { roles: allow }
  return { may, own: { answer: 200, ...(isList && { input: () => (body ? { body: {} } : {}) }) } }
}

const endpoints = Object.values(api).flat()
const table = Object.fromEntries(
  endpoints.flatMap((endpoint) => {
    const row = rows[nameOf(endpoint)] ?? derivedRow(endpoint)
    return row ? [[nameOf(endpoint), row] as const] : []
  }),
)

function pathOf(path: string, { params = {}, query = {} }: Input): string {
  const filled = path.replace(/:([a-z_]+)/gi, (_match, name: string) => params[name] ?? '')
  return `${filled}?${new URLSearchParams(query)}`
}

const rolesThatMay = (may: Row['may']) =>
  roles.filter((role) => {
    if (typeof may === 'string') return true
    return 'roles' in may ? may.roles.includes(role) : may.some((permission) => access[permission][role] !== null)
  })

const answerTo = (answer: Answer, role: Role) => (typeof answer === 'number' ? answer : (answer[role] ?? answer.else))

describe('who may call what', () => {
  test('has a row for each call that is served and reads single records, and for no other', () => {
    expect(portal.app.served.map(nameOf).sort()).toEqual(Object.keys(table).sort())
    expect(Object.keys(rows).filter((name) => !table[name])).toEqual([])
  })

  test('is nobody’s question only of routes that have a reason', () => {
    // Several methods together: what refuses the others of a path, with 405 or 404.
    const single = portal.app.unguarded.filter((route) => /^(GET|POST) /.test(route))
    expect(single.sort()).toEqual(Object.keys(withoutGuard).sort())
  })

  test.each(Object.entries(table))('%s answers everybody as the table says', async (name, row) => {
    const expected: Record<string, number> = {}
    const got: Record<string, number> = {}
    for (const { who, caller, role, side, status } of await triesOf(row)) {
      expected[who] = status
      got[who] = await send(name, caller, side, role)
    }
    expect(got).toEqual(expected)
  })
})

/** Everybody on every kind of record, with the status that the table wants. */
async function triesOf({ may, own, other }: Row) {
  const visitor = { who: 'visitor', caller: portal.visitor, role: 'manager' as Role, side: own }
  const tries = [{ ...visitor, status: may === 'anyone' ? answerTo(own.answer, 'manager') : 401 }]
  for (const role of roles)
    for (const [whose, side] of Object.entries({ own, ...(other && { other }) })) {
      const status = rolesThatMay(may).includes(role) ? answerTo(side.answer, role) : 403
      tries.push({ who: `${role}, ${whose}`, caller: await portal.as(role), role, side, status })
    }
  return tries
}

async function send(name: string, caller: Caller, { input }: Try, role: Role): Promise<number> {
  const endpoint = portal.app.served.find((served) => nameOf(served) === name)
  if (!endpoint) throw new Error(`${name} is not served.`)
  const sent = input ? await input(role) : (exampleOf(endpoint) as Input)
  return (await caller.raw(endpoint.method, pathOf(endpoint.path, sent), sent.body)).status
}
