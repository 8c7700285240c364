import { Readable } from 'node:stream'
import {
  type Endpoint,
  type FieldError,
  type Form,
  type Language,
  languageOf,
  type PageTag,
  readWire,
  wireWriter,
  withoutAbsent,
  withoutHidden,
} from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { invalidInput } from '../app-error.ts'
import type { Audit } from '../audit/audit.ts'
import type { AuditRecorder } from '../audit/audit-recorder.ts'
import { type Clock, todayOf } from '../clock.ts'
import type { Patience } from '../database/patience.ts'
import type { SessionUser } from '../session/session.store.ts'
import { requestedTag } from '../texts.ts'
import { success } from './envelope.ts'
import { createFixedReplies, sendFixed } from './fixed-replies.ts'
import { type Reading, readPart } from './read-part.ts'
import { takeUpload, type Upload } from './upload.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    user: SessionUser | undefined
  }
  interface FastifyInstance {
    /** Every endpoint served so far. */
    served: Endpoint[]
    /** Every route that is not an endpoint, and therefore has no guard. */
    unguarded: string[]
  }
}

type Part<E, K extends string> = E extends { readonly [P in K]: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined
export interface InputOf<E extends Endpoint> {
  readonly params: Part<E, 'params'>
  readonly query: Part<E, 'query'>
  readonly body: E extends { readonly form: Form<infer V> } ? V : Part<E, 'body'>
  readonly upload: E extends { readonly upload: true } ? Upload : undefined
}

/** The request as a handler sees it, beside its input. */
export interface Context {
  readonly user: SessionUser | undefined
  readonly language: Language
  /** The language, or the form of it that is easy to read. */
  readonly tag: PageTag
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
export type SignedInContext = Context & { readonly user: SessionUser }
/** Only what is audited can be recorded. */
type Recording<E extends Endpoint> = E['audit'] extends 'none' ? unknown : { readonly audit: AuditRecorder }
export type ContextOf<E extends Endpoint> = (E['allow'] extends 'anyone' ? Context : SignedInContext) & Recording<E>

/** A file to save; its stream ends with an error where it cannot be read to the end. */
export interface FileReply {
  readonly name: string
  readonly stream: Readable
  /** Media type, where the endpoint returns files of several types. */
  readonly mediaType?: string
  /** True to show the file in the page instead of saving it. */
  readonly isInline?: boolean
  /** The `replyHeaders` of its endpoint. */
  readonly headers?: Readonly<Record<string, string>>
}
type ReplyOf<E extends Endpoint> = E extends { readonly file: string }
  ? E extends { readonly isEmptyUntilReady: true }
    ? FileReply | undefined
    : FileReply
  : z.output<E['reply']>

export type Handler<E extends Endpoint> = (input: InputOf<E>, context: ContextOf<E>) => Promise<ReplyOf<E>>

/** Errors that only the server can find, such as an unknown id of a list; reported together with the others. */
export type Check<E extends Endpoint> = (body: InputOf<E>['body']) => Promise<readonly FieldError[]>

export type Serve = ReturnType<typeof createServe>

interface ServeNeeds {
  readonly clock: Clock
  readonly audit: Audit
  readonly patience: Pick<Patience, 'repeatedly'>
}

/**
 * Turns endpoints into routes: reads and checks the input, runs the handler under the audit log, writes the envelope. `serve.fixed` is for
 * answers that depend only on the input, the language, on whether somebody is signed in, and on a version: they are made once for each version.
 */
export function createServe(app: FastifyInstance, { clock, audit, patience }: ServeNeeds) {
  /** A call by GET may be done twice. */
  const carryOut = { GET: patience.repeatedly, POST: <T>(work: () => Promise<T>) => work() }
  const serve = <E extends Endpoint>(endpoint: E, handle: Handler<E>, check?: Check<E>) => {
    app.served.push(endpoint)
    const write = wireWriter(endpoint.reply)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      ...(endpoint.bodyBytes && { bodyLimit: endpoint.bodyBytes }),
      handler: async (request, reply) => {
        const parts = await readInput(endpoint, request, clock, check)
        const input = (endpoint.upload ? { ...parts, upload: await takeUpload(request, reply) } : parts) as InputOf<E>
        const tag = tagOfRequest(request)
        const context = { user: request.user, language: languageOf(tag), tag, request, reply }
        const answer = () =>
          audit.call(endpoint, request, (recorder) => handle(input, { ...context, audit: recorder } as ContextOf<E>))
        const result = await carryOut[endpoint.method](answer)
        if (endpoint.file && !result) return reply.type(endpoint.file).send('')
        if (endpoint.file) return sendFile(reply, endpoint.file, await withFirstChunk(result as FileReply))
        return success(write(result))
      },
    })
  }

  const fixed = <E extends Endpoint & { readonly audit: 'none' }>(
    endpoint: E,
    readVersion: () => Promise<number | string>,
    handle: Handler<E>,
  ) => {
    // Of its own: invented queries of one call must not displace the replies of another.
    const keptReply = createFixedReplies()
    app.served.push(endpoint)
    const write = wireWriter(endpoint.reply)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      handler: async (request, reply) => {
        const input = await readInput(endpoint, request, clock, undefined)
        const tag = tagOfRequest(request)
        const context = { user: request.user, language: languageOf(tag), tag, request, reply }
        const query = inKnownLanguage(input.query)
        const key = [input.params, query, tag, context.user !== undefined, await readVersion()]
        const kept = await keptReply(JSON.stringify(key), async () =>
          JSON.stringify(success(write(await handle(input, context as ContextOf<E>)))),
        )
        return sendFixed(request, reply, kept)
      },
    })
  }
  return Object.assign(serve, { fixed })
}

/** The query with the language that it is answered in: invented ones must not make as many replies. */
const inKnownLanguage = (query: { readonly language?: string } | undefined) =>
  query && { ...query, language: languageOf(query.language) }

/** Waits for the first bytes of a file: an unreadable file is answered with an error and not with an empty file. */
async function withFirstChunk(file: FileReply): Promise<FileReply> {
  const chunks: AsyncIterator<Uint8Array> = file.stream[Symbol.asyncIterator]()
  const first = await chunks.next()
  async function* all() {
    if (first.done) return
    yield first.value
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  const stream = Readable.from(all(), { objectMode: false })
  // Closes the file where the caller disconnects without reading it.
  stream.on('close', () => file.stream.destroy())
  return { ...file, stream }
}

const sendFile = (reply: FastifyReply, fileType: string, { name, stream, mediaType, isInline, headers }: FileReply) =>
  reply
    .type(mediaType ?? fileType)
    .headers(headers ?? {})
    .headers(fileHeaders(name, isInline ? 'inline' : 'attachment'))
    .send(stream)

export const tagOfRequest = (request: FastifyRequest) =>
  requestedTag((request.query as { lang?: unknown } | undefined)?.lang, request.headers['accept-language'])

async function readInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  clock: Clock,
  check: Check<E> | undefined,
): Promise<InputOf<E>> {
  const params = readPart(endpoint.params, request.params)
  const query = readPart(endpoint.query, withoutAbsent(request.query))
  const body = endpoint.form
    ? readFormBody(endpoint.form, request.body, clock)
    : readPart(endpoint.body, withoutAbsent(inMember(endpoint.listMember, request.body)))
  const inputErrors = [...params.fieldErrors, ...query.fieldErrors, ...body.fieldErrors]
  const fieldErrors = check ? [...inputErrors, ...(await check(body.value as InputOf<E>['body']))] : inputErrors
  if (fieldErrors.length > 0) throw invalidInput(fieldErrors)
  return { params: params.value, query: query.value, body: body.value } as InputOf<E>
}

const inMember = (member: string | undefined, body: unknown) =>
  member !== undefined && Array.isArray(body) ? { [member]: body } : body

function readFormBody(form: Form, body: unknown, clock: Clock): Reading {
  const { values, fieldErrors } = readWire(form, body, todayOf(clock))
  return { value: withoutHidden(form, values), fieldErrors }
}

// Characters that an ASCII name in quotes may contain unescaped (RFC 6266 §4.1, RFC 9110 §5.6.4).
const plain = /^[\w !#$&+.,;=@^`{}~()[\]-]+$/
const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
/** A name in any script, encoded by RFC 8187. */
const extended = (name: string) => encodeURIComponent(name).replace(/['()*]/g, percent)

/** Content-Disposition with the file name, also for old browsers. */
function disposition(name: string, how: 'attachment' | 'inline'): string {
  if (plain.test(name)) return `${how}; filename="${name}"`
  const fallback = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w !#$&+.,;=@^`{}~()[\]-]/gu, '_')
  return `${how}; filename="${fallback}"; filename*=UTF-8''${extended(name)}`
}

/** Headers of a file: its name, and a policy under which nothing in it can act on this site even when a browser opens it. */
const fileHeaders = (name: string, how: 'attachment' | 'inline') => ({
  'content-disposition': disposition(name, how),
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
})
