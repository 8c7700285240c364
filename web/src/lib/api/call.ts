import { type Endpoint, type FileType, type Form, secondsLeftHeader } from '@portal/contract'
import * as z from 'zod/mini'
import { pageTag } from '../i18n/page-language.ts'
import { siteHref } from '../page/page-settings.ts'
import { hearServerTime } from '../server-time.ts'
import { readingOf, sessionClock } from '../session/session-clock.ts'
import { whileBusy } from './busy.ts'
import { CallError, type CallFieldError } from './call-error.ts'

type Part<E, K extends string> = E extends { readonly [P in K]: infer S extends z.ZodMiniType }
  ? { readonly [P in K]: z.output<S> }
  : unknown
type Body<E> = E extends { readonly form: Form }
  ? { readonly wire: object }
  : E extends { readonly body: z.ZodMiniType }
    ? Part<E, 'body'> | { readonly wire: object }
    : unknown
export type CallInput<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Body<E>

interface Options {
  readonly headers?: Readonly<Record<string, string>>
  /** Cancels the call, which then neither resolves nor rejects. */
  readonly signal?: AbortSignal
  /** The call continues after the page is left. */
  readonly keepalive?: boolean
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
  const work = async () => readReply(endpoint, await send(endpoint, input, options))
  return endpoint.silent ? work() : whileBusy(work)
}

/** A file under the name that the server gives it, and the headers of its answer. */
interface FileAnswer {
  readonly file: File
  readonly headers: Headers
}

/** Calls an endpoint that returns a file. */
export const callFile = async <E extends Endpoint & { readonly file: FileType }>(
  endpoint: E,
  input: CallInput<E>,
  options: Options = {},
): Promise<File> => (await callFileWithHeaders(endpoint, input, options)).file

/** The same for an endpoint with `replyHeaders`. */
export function callFileWithHeaders<E extends Endpoint & { readonly file: FileType }>(
  endpoint: E,
  input: CallInput<E>,
  options: Options = {},
): Promise<FileAnswer> {
  const work = async () => {
    const answer = await send(endpoint, input, options)
    return answer.file ?? failWith(answer, endpoint)
  }
  return endpoint.silent ? work() : whileBusy(work)
}

async function send(
  endpoint: Endpoint,
  input: unknown,
  { headers, signal, keepalive }: Options,
): Promise<Answer & { readonly file?: FileAnswer }> {
  const { params, query, body, wire } = input as Record<string, unknown>
  const payload = wire ?? (endpoint.body && z.encode(endpoint.body, body))
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
    ...(keepalive && { keepalive }),
  }
  return answerTo(urlOf(endpoint, params, query), request, endpoint.file !== undefined).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    // biome-ignore lint/suspicious/noConsole: a call without an answer is logged (specification §7)
    console.warn(`No answer: ${endpoint.method} ${endpoint.path}`)
    throw new CallError(0)
  })
}

/** The response to a call. */
export interface Answer {
  readonly ok: boolean
  readonly status: number
  readonly text: string
}

/** An answer counts once it is here in full. */
async function answerTo(
  url: string,
  request: RequestInit,
  isFile: boolean,
): Promise<Answer & { readonly file?: FileAnswer }> {
  const askedAt = Date.now()
  const reply = await fetch(url, request)
  hearSecondsLeft(askedAt, reply.headers.get(secondsLeftHeader))
  hearServerTime(reply.headers.get('date'))
  const { ok, status } = reply
  if (!(isFile && ok)) return { ok, status, text: await reply.text() }
  const name = fileNameIn(reply.headers.get('content-disposition') ?? '')
  const type = reply.headers.get('content-type') ?? ''
  const file = new File([await reply.arrayBuffer()], name, { type })
  return { ok, status, text: '', file: { file, headers: reply.headers } }
}

/** The name of a file in its `content-disposition` (RFC 6266); empty where it has none. */
function fileNameIn(disposition: string): string {
  const [, extended] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  if (extended !== undefined) return decodeURIComponent(extended)
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? ''
}

/** Each response says how long the session lasts. */
export function hearSecondsLeft(askedAt: number, secondsLeft: string | null) {
  if (secondsLeft !== null) sessionClock.hear(readingOf(askedAt, Number(secondsLeft)))
}

const patienceMs = 60_000

/** Aborts a call when its caller cancels it or its timeout expires; older browsers lack `AbortSignal.any`. */
function endOfCall(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (!('timeout' in AbortSignal)) return signal
  const late = AbortSignal.timeout(patienceMs)
  if (!signal) return late
  return 'any' in AbortSignal ? AbortSignal.any([signal, late]) : signal
}

/** Path of an endpoint of the API, with its parameters. */
export function pathOf(endpoint: Endpoint, params?: unknown): string {
  const inPath = endpoint.params ? (z.encode(endpoint.params, params) as Record<string, string>) : {}
  return `/api${endpoint.path.replace(/:([a-zA-Z_]+)/g, (_match, name: string) => encodeURIComponent(String(inPath[name])))}`
}

/** Whole address of a call. */
export function urlOf(endpoint: Endpoint, params?: unknown, query?: unknown): string {
  const inQuery = endpoint.query ? (z.encode(endpoint.query, query) as Record<string, string>) : {}
  // The server tells what is wrong in the page's language. The timestamp keeps old answers out of every cache on the way (specification §7).
  return siteHref(pathOf(endpoint, params), { lang: pageTag(), ...inQuery, v: Date.now() })
}

interface Envelope {
  readonly success: boolean
  readonly result: {
    readonly descrizione?: string
    readonly errori?: readonly CallFieldError[]
    readonly id_scheda?: number
  }
  readonly errorCode: string | null
}

function envelopeIn(text: string): Envelope | undefined {
  try {
    return JSON.parse(text) as Envelope
  } catch {
    return undefined
  }
}

/** The value of a response; throws a `CallError` for a refusal. */
export function readReply<E extends Endpoint>(endpoint: E, answer: Answer): z.output<E['reply']> {
  const envelope = answer.ok ? envelopeIn(answer.text) : undefined
  if (!envelope?.success) return failWith(answer, endpoint)
  return z.decode<z.ZodMiniType>(endpoint.reply, envelope.result) as z.output<E['reply']>
}

function failWith({ status, text }: Answer, endpoint: Endpoint): never {
  const envelope = envelopeIn(text)
  const { descrizione, errori, id_scheda: keptId } = envelope?.result ?? {}
  const record = status === 409 && endpoint.conflictReply ? recordIn(endpoint, envelope?.result) : undefined
  throw new CallError(status, envelope?.errorCode ?? undefined, descrizione, errori, record, keptId)
}

/** The record of a conflict; undefined for a conflict that has only its reason. */
const recordIn = (endpoint: Endpoint, result: unknown) => z.safeDecode(endpoint.reply, result).data
