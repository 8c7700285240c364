import type { Permission, Role } from '@portal/contract'
import type { TestApp } from './build-app.ts'
import { applicationOnWire, makeAssociation } from './make-association.ts'

type Answer = number | ({ readonly else: number } & Partial<Record<Role, number>>)
interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}
interface Try {
  readonly input: (role: Role) => Input | Promise<Input>
  readonly answer: Answer
}
interface AssociationAccess {
  readonly may: 'anyone' | readonly Permission[]
  readonly own: Try
  readonly other?: Try
}
type Rows = Readonly<Record<string, AssociationAccess>>

const noFile = '00000000-0000-4000-8000-000000000000'
const noLink = 'x'.repeat(43)
const noDocuments = [1, 2, 3, 4, 5, 6, 7].map((type) => ({
  cmis_id: noFile.replace(/.$/, String(type)),
  nomeFile: 'atto.pdf',
  id_tipo_allegato: type,
}))

/** An association for which an account of the role acts, or one of other people. */
function toolsOf(portal: () => TestApp) {
  const own = async (role: Role) =>
    makeAssociation(portal(), { status: 'enrolled', members: [await portal().idOf(role)] })
  const other = () => makeAssociation(portal(), { status: 'enrolled' })
  const request = () => makeAssociation(portal())
  const path = (find: (role: Role) => Promise<{ id: number }>) => async (role: Role) => ({
    params: { id: String((await find(role)).id) },
  })
  const body = (find: (role: Role) => Promise<{ id: number }>, more: object) => async (role: Role) => ({
    body: { id_persona_giuridica: (await find(role)).id, versione: 1, ...more },
  })
  /** The answers of a call of the office, which sees every association. */
  const ofOffice = (permission: Permission, input: Try['input'], answer: Answer = 200): AssociationAccess => ({
    may: [permission],
    own: { input, answer },
  })
  /** The answers of a call on an own association; to anybody else's there is none. */
  const ofMember = (
    inputOf: (find: (role: Role) => Promise<{ id: number }>) => Try['input'],
    answer: Answer = 200,
  ) => ({
    may: ['personalArea'] as const,
    own: { input: inputOf(own), answer },
    other: { input: inputOf(other), answer: 404 },
  })
  const ofAnyone = (input: Input, answer: number): AssociationAccess => ({
    may: 'anyone',
    own: { input: () => input, answer },
  })
  return { other, request, path, body, ofOffice, ofMember, ofAnyone }
}

/** Who may call what of the register, and the answer to each role. */
export const associationRows = (portal: () => TestApp): Rows => ({ ...officeRows(portal), ...publicRows(portal) })

function officeRows(portal: () => TestApp): Rows {
  const { other, request, path, body, ofOffice } = toolsOf(portal)
  const eventOf = async () => {
    const { id } = await request()
    const { rows } = await portal().database.pool.query('select id from association_events where association_id = $1', [
      id,
    ])
    return { id: rows[0].id as number }
  }
  return {
    'GET /v1/associazioni/dettaglio/admin/:id': ofOffice('register', path(other)),
    'GET /v1/associazioni/dettaglio/iscrizione/:partitaIVA': ofOffice('register', async () => ({
      params: { partitaIVA: (await other()).number },
    })),
    'GET /v1/associazioni/iter/:id': ofOffice('register', path(other)),
    'GET /v1/associazioni/dettaglio-strorico/:id': ofOffice('register', path(eventOf)),
    'GET /v1/associazioni/lettere/:id': ofOffice('register', path(other)),
    'GET /v1/report/pdf-pg/:id': ofOffice('register', path(other)),
    'GET /v1/associazioni/blocco/:id': ofOffice('register', path(other)),
    'POST /v1/associazioni/cerca': ofOffice('register', () => ({ body: { testo: 'Voci' } })),
    'POST /v1/associazioni/lista-referente': ofOffice('register', () => ({ body: { cf: 'DLLMNA91P49Z330K' } })),
    'GET /v1/associazioni/lock/:id': ofOffice('registerEdit', path(other)),
    'GET /v1/tipologiche/filtri/:tipo': ofOffice('register', () => ({ params: { tipo: 'nuoveRichieste' } })),
    'POST /v1/associazioni/mod': ofOffice('registerEdit', async () => {
      const { id, number } = await request()
      return { body: { ...applicationOnWire([], { piva: number }), id_persona_giuridica: id, versione: 1 } }
    }),
    'POST /v1/associazioni/verifica-documenti': ofOffice('registerEdit', body(request, { documenti_verificati: [1] })),
    'POST /v1/associazioni/corrispondenza': ofOffice(
      'registerEdit',
      body(request, { allegati: [{ cmis_id: noFile }] }),
      400,
    ),
    'POST /v1/associazioni/esito-lettera': ofOffice(
      'registerEdit',
      async () => ({ body: { id_lettera: 2_000_000_000, flag_respinta: 1 } }),
      404,
    ),
    // RUP decides, but asks for no documents.
    'POST /v1/associazioni/cambia-stato': ofOffice(
      'register',
      body(request, { azione: 'richiedi_documenti', noteMail: 'Manca lo statuto.' }),
      { manager: 403, else: 200 },
    ),
  }
}

function publicRows(portal: () => TestApp): Rows {
  const { other, path, body, ofMember, ofAnyone } = toolsOf(portal)
  const members: Rows = {
    'GET /v1/associazioni/propria/iter/:id': ofMember(path),
    'GET /v1/associazioni/certificato/:id': ofMember(path),
    'POST /v1/associazioni/chiedi-cancellazione': ofMember((find) => body(find, { motivo: 'Chiudiamo.' })),
    // The documents are not there: who may send them is the question here.
    'POST /v1/associazioni/rinnovo': ofMember((find) => body(find, applicationOnWire(noDocuments)), 400),
  }
  const everybody: Rows = {
    'POST /v1/associazioni/ritira': ofMember((find) => body(find, { oggetto: 'cancellazione' }), 409),
    'GET /v1/associazioni/incarichi': { may: ['personalArea'], own: { input: () => ({}), answer: 200 } },
    'POST /v1/associazioni/incarichi': ofMember((find) => body(find, { flag_accettato: 1 }), 404),
    'POST /v1/noauth/sostituzione-pg': ofAnyone({ body: { collegamento: noLink, flag_accettata: 1 } }, 404),
    'GET /v1/noauth/check-piva/:piva': ofAnyone({ params: { piva: '12345678903' } }, 200),
    'POST /v1/noauth/add-pg': ofAnyone({ body: {} }, 400),
    'POST /v1/noauth/conferma-pg': ofAnyone({ body: { collegamento: noLink } }, 404),
    'POST /v1/noauth/pratica-pg': ofAnyone({ body: { collegamento: noLink } }, 404),
    'POST /v1/noauth/mod-pg': ofAnyone(
      { body: { ...applicationOnWire(noDocuments), collegamento: noLink, versione: 1 } },
      404,
    ),
    // Without a solved captcha.
    'POST /v1/noauth/bozza-pg': ofAnyone({ body: { email: 'ada@example.it', bozza: {} } }, 403),
    'POST /v1/noauth/bozza-pg/apri': ofAnyone({ body: { collegamento: noLink } }, 404),
    'POST /v1/noauth/verifica-certificato': ofAnyone({ body: { codice: 'ABCD-EFGH-JKLM-NPQR' } }, 404),
    'GET /v1/noauth/registro/:id': { may: 'anyone', own: { input: path(other), answer: 200 } },
    'GET /v1/noauth/modello/dichiarazione': ofAnyone({}, 200),
    'GET /v1/noauth/registro/:id/json': { may: 'anyone', own: { input: path(other), answer: 200 } },
    'GET /v1/noauth/registro/:id/documento/:file': ofAnyone({ params: { id: '1', file: noFile } }, 404),
    'GET /v1/noauth/pareri/:id': ofAnyone({ params: { id: '1' } }, 404),
    'GET /v1/noauth/pareri/novita': ofAnyone({}, 200),
    'GET /v1/noauth/registro/schema': ofAnyone({}, 200),
    'GET /v1/noauth/registro/novita': ofAnyone({}, 200),
    'GET /v1/noauth/registro/scarica': ofAnyone({ query: { formato: 'csv' } }, 200),
  }
  return { ...members, ...everybody }
}
