import { type Endpoint, type Form, secondsLeftHeader } from '@portal/contract'
import * as z from 'zod/mini'
import { whileBusy } from './busy.ts'
import { pageLanguage } from './page-language.ts'
import { siteHref } from './page-settings.ts'
import { readingOf, sessionClock } from './session-clock.ts'

type Part<E, K extends string> = E extends { readonly [P in K]: infer S extends z.ZodMiniType }
  ? { readonly [P in K]: z.output<S> }
  : unknown
type Body<E> = E extends { readonly form: Form }
  ? { readonly wire: object }
  : E extends { readonly body: z.ZodMiniType }
    ? Part<E, 'body'> | { readonly wire: object }
    : unknown
export type CallInput<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Body<E>

/** One fault of the input, as the server tells it. */
export interface CallFault {
  readonly campo: string
  readonly codice: string
  readonly messaggio: string
}

/** A call that was refused, or that found no server (status 0). */
export class CallError extends Error {
  readonly status: number
  readonly errorCode: string | undefined
  readonly faults: readonly CallFault[]
  /** What a conflict carries beside its reason, where the endpoint says that it may. */
  readonly record: unknown

  constructor(
    status: number,
    errorCode?: string,
    description?: string,
    faults: readonly CallFault[] = [],
    record?: unknown,
  ) {
    super(description ?? 'Errore interno')
    this.name = 'CallError'
    this.status = status
    this.errorCode = errorCode
    this.faults = faults
    this.record = record
  }
}

interface Options {
  readonly headers?: Readonly<Record<string, string>>
  /** Cancels the call, which then yields nothing: neither an answer nor a failure that is told. */
  readonly signal?: AbortSignal
}

/**
 * Calls an endpoint of the contract: English in, English out, Italian in between. The only place that fetches. What people
 * typed is given as it travels (`wire`): the server judges it, and tells all that is wrong with it at once.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: Options = {},
): Promise<z.output<E['reply']>> {
  const work = () => send(endpoint, input, options)
  return endpoint.silent ? work() : whileBusy(work)
}

async function send<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { headers, signal }: Options,
): Promise<z.output<E['reply']>> {
  const { params, query, body, wire } = input as Record<string, unknown>
  const payload = wire ?? (endpoint.body && z.encode(endpoint.body, body as never))
  const end = endOfCall(signal)
  const request: RequestInit = {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { body: JSON.stringify(payload) }),
    ...(end && { signal: end }),
  }
  const answer = await answerTo(urlOf(endpoint, params, query), request).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    // biome-ignore lint/suspicious/noConsole: a call without an answer is logged (specification §7)
    console.warn(`No answer: ${endpoint.method} ${endpoint.path}`)
    throw new CallError(0)
  })
  return z.decode(endpoint.reply, resultOf(answer, endpoint) as never) as z.output<E['reply']>
}

interface Answer {
  readonly ok: boolean
  readonly status: number
  readonly text: string
}

/** An answer counts once it is here in full. */
async function answerTo(url: string, request: RequestInit): Promise<Answer> {
  const askedAt = Date.now()
  const reply = await fetch(url, request)
  const secondsLeft = reply.headers.get(secondsLeftHeader)
  if (secondsLeft !== null) sessionClock.hear(readingOf(askedAt, Number(secondsLeft)))
  return { ok: reply.ok, status: reply.status, text: await reply.text() }
}

const patienceMs = 60_000

/** Ends a call when its caller leaves it or when patience does; older browsers know only one of the two. */
function endOfCall(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (!('timeout' in AbortSignal)) return signal
  const late = AbortSignal.timeout(patienceMs)
  if (!signal) return late
  return 'any' in AbortSignal ? AbortSignal.any([signal, late]) : signal
}

/** Path of an endpoint of the API, with what stands in it. */
export function pathOf(endpoint: Endpoint, params?: unknown): string {
  const inPath = endpoint.params ? (z.encode(endpoint.params, params as never) as Record<string, string>) : {}
  return `/api${endpoint.path.replace(/:([a-zA-Z_]+)/g, (_match, name: string) => encodeURIComponent(String(inPath[name])))}`
}

function urlOf(endpoint: Endpoint, params: unknown, query: unknown): string {
  const inQuery = endpoint.query ? (z.encode(endpoint.query, query as never) as Record<string, string>) : {}
  // The server tells what is wrong in the page's language. The timestamp keeps old answers out of every cache on the way (specification §7).
  return siteHref(pathOf(endpoint, params), { lang: pageLanguage(), ...inQuery, v: Date.now() })
}

interface Envelope {
  readonly success: boolean
  readonly result: { readonly descrizione?: string; readonly errori?: readonly CallFault[] }
  readonly errorCode: string | null
}

function envelopeIn(text: string): Envelope | undefined {
  try {
    return JSON.parse(text) as Envelope
  } catch {
    return undefined
  }
}

function resultOf({ ok, status, text }: Answer, endpoint: Endpoint): unknown {
  const envelope = envelopeIn(text)
  if (ok && envelope?.success) return envelope.result
  const { descrizione, errori } = envelope?.result ?? {}
  const record = status === 409 && endpoint.conflictReply ? recordIn(endpoint, envelope?.result) : undefined
  throw new CallError(status, envelope?.errorCode ?? undefined, descrizione, errori, record)
}

/** The record of a conflict; undefined for a conflict that has only its reason. */
const recordIn = (endpoint: Endpoint, result: unknown) => z.safeDecode(endpoint.reply, result as never).data
