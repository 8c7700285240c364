import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { caseActionWords, getBadges, getCase, getOperator, listCases, submitReport } from '@portal/contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

interface Seen {
  readonly method: string | undefined
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let server: Server
let seen: Seen
let answer = { status: 200, body: '' }

beforeAll(async () => {
  server = createServer((request, reply) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      seen = { method: request.method, url: new URL(request.url ?? '', 'http://x'), headers: request.headers, body }
      // Status 0 stands for a server that never answers.
      if (answer.status > 0) reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // The page's own fetch, pointed at a server that stands in for the portal.
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(`http://127.0.0.1:${port}${path}`, init))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  answer = { status: 200, body: '' }
})

const { call } = await import('./call.ts')
const { CallError } = await import('./call-error.ts')
const succeed = (result: unknown) => {
  answer = { status: 200, body: JSON.stringify({ success: true, result, errorCode: null }) }
}

test('a call goes to /api below the base path, with credentials and the timestamp v', async () => {
  succeed({ assegnati: 2, totali: 5, da_attribuire: 1, richieste_da_decidere: 0, avvisi: 0 })
  const before = Date.now()
  expect(await call(getBadges, {})).toEqual({ assigned: 2, total: 5, toAssign: 1, rights: 0, notices: 0 })
  expect(seen).toMatchObject({ method: 'GET' })
  expect(seen.url.pathname).toBe('/x/api/v1/segnalazioni/numero-casi')
  expect(Number(seen.url.searchParams.get('v'))).toBeGreaterThanOrEqual(before)
})

test('GET payloads travel as query parameters, filters as JSON in Italian', async () => {
  succeed({ listaView: [], count: 0, da: 11, a: 20 })
  await call(listCases, { query: { from: 11, to: 20, filters: { statuses: ['open', 'closed'] } } })
  expect(Object.fromEntries(seen.url.searchParams)).toMatchObject({
    da: '11',
    a: '20',
    filtri: '{"statoSegnalazione":[1,6]}',
  })
})

const openActions = Object.fromEntries([...Object.values(caseActionWords), 'modifica'].map((word) => [word, null]))

test('parameters of the path are put into it', async () => {
  succeed({
    id_segnalazione: 7,
    codice: 'X-1',
    id_stato: 1,
    data_creazione: '2026-11-20T10:00:00.000Z',
    data_inserimento: '2026-11-20T10:00:00.000Z',
    flag_inserita_da_me: 0,
    flag_racconto_ricevuto: 1,
    numero_protocollo: 'X-1',
    versione: 1,
    messaggi_non_letti: 0,
    flag_modificabile: 1,
    azioni: openActions,
    isConflict: 0,
    resoconto_fatti: 'Un fatto',
  })
  const record = await call(getCase, { params: { id: 7 } })
  expect(seen.url.pathname).toBe('/x/api/v1/segnalazioni/dettaglio/7')
  expect(record).toMatchObject({ id: 7, status: 'open', values: { message: 'Un fatto' } })
})

test('a body travels as JSON, with the headers given', async () => {
  succeed({ id_segnalazione: 1, codice: 'X-1', pin: 'P' })
  expect(await call(submitReport, { wire: { id_segnalante: 1 } }, { headers: { 'Idempotency-Key': 'k' } })).toEqual({
    caseId: 1,
    code: 'X-1',
    pin: 'P',
  })
  expect(seen.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'k' })
  expect(JSON.parse(seen.body)).toEqual({ id_segnalante: 1 })
})

test('a refusal is thrown with its status, its word and every fault', async () => {
  const fieldErrors = [{ campo: 'a', codice: 'campo_obbligatorio', messaggio: 'Campo obbligatorio' }]
  answer = {
    status: 400,
    body: JSON.stringify({
      success: false,
      result: { descrizione: 'No', errori: fieldErrors },
      errorCode: 'dati_non_validi',
    }),
  }
  await expect(call(getBadges, {})).rejects.toMatchObject({
    status: 400,
    errorCode: 'dati_non_validi',
    message: 'No',
    fieldErrors,
  })
})

const operator = {
  id_utente: 7,
  cf: 'RSSMRA80A01H501U',
  nome: 'Mario',
  cognome: 'Rossi',
  flag_abilitazione: 0,
  data_abilitazione: '2026-01-01T00:00:00.000Z',
  data_eliminazione: '2026-11-20T10:00:00.000Z',
  listaRuolo: ['ACLOP1'],
  versione: 3,
  casi_aperti: 0,
  stati_casi_aperti: [],
  sessioni_aperte: 0,
  flag_ultimo_rup: 0,
  storico: [],
}

test('a conflict that carries the record gives it in English, where the endpoint says that it may', async () => {
  const result = { ...operator, descrizione: 'Si può solo leggere' }
  answer = { status: 409, body: JSON.stringify({ success: false, result, errorCode: 'operatore_eliminato' }) }
  await expect(call(getOperator, { params: { id: 7 } })).rejects.toMatchObject({
    message: 'Si può solo leggere',
    record: { id: 7, lastName: 'Rossi', roles: ['operatorOne'], deletedAt: new Date('2026-11-20T10:00:00Z') },
  })
  await expect(call(getBadges, {})).rejects.toMatchObject({ status: 409, record: undefined })
})

test('a conflict without a record, and a record with another status, are plain refusals', async () => {
  answer = { status: 409, body: JSON.stringify({ success: false, result: { descrizione: 'No' }, errorCode: 'x' }) }
  await expect(call(getOperator, { params: { id: 7 } })).rejects.toMatchObject({ message: 'No', record: undefined })
  answer = { status: 403, body: JSON.stringify({ success: false, result: operator, errorCode: 'x' }) }
  await expect(call(getOperator, { params: { id: 7 } })).rejects.toMatchObject({ status: 403, record: undefined })
})

test('an answer that is no envelope is a failure too', async () => {
  answer = { status: 502, body: '<html>' }
  await expect(call(getBadges, {})).rejects.toMatchObject({ status: 502, fieldErrors: [] })
})

test('a cancelled call is neither an answer nor a failure, and is not logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const leaving = new AbortController()
  const left = call(getBadges, {}, { signal: leaving.signal })
  leaving.abort()
  await expect(left).rejects.not.toBeInstanceOf(CallError)
  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  expect(warn).not.toHaveBeenCalled()
})

test('a call that is not answered in 60 seconds is a failure of status 0', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const late = new AbortController()
  const patience = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  const caller = new AbortController()
  answer = { status: 0, body: '' }
  const calls = [call(getBadges, {}), call(getBadges, {}, { signal: caller.signal })]
  late.abort(new DOMException('late', 'TimeoutError'))
  for (const waiting of calls) await expect(waiting).rejects.toMatchObject({ name: 'CallError', status: 0 })
  expect(patience).toHaveBeenCalledWith(60_000)
  patience.mockRestore()
})

test('no answer at all is logged, and is a failure of status 0', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
  await expect(call(getBadges, {})).rejects.toBeInstanceOf(CallError)
  await expect(call(getBadges, {})).rejects.toMatchObject({ status: 0 })
  expect(warn).toHaveBeenLastCalledWith('No answer: GET /v1/segnalazioni/numero-casi')
})
