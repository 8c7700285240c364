import type { createCaller, Operation } from './load.ts'
import type { SentStatement } from './sent-statements.ts'

/** One scenario of a working day over HTTP, and the same by SQL alone. */
export interface Scenario {
  readonly kind: 'list' | 'search' | 'write' | 'read'
  readonly send: (call: Call, index: number) => Promise<string | undefined>
  /** The same by SQL alone: of a read on a connection, of a write by a bare server over HTTP. */
  readonly bare?: Operation
  /** A write that a bare server repeats for other cases, by the statements that the portal sends for it. */
  readonly repeated?: Repeated
  /** The page of a list without its count, by SQL alone. */
  readonly page?: Operation
  /** Throws if HTTP and SQL return different cases. */
  readonly compare?: (call: Call) => Promise<void>
}
interface Repeated {
  readonly write: (call: Call, id: number) => Promise<string | undefined>
  readonly ids: readonly number[]
  /** Other cases: otherwise the portal would find version conflicts. */
  readonly bareIds: readonly number[]
}
export type Call = ReturnType<typeof createCaller>['call']
/** Executes the statements of a write in one transaction of the bare server. */
export type Transact = (statements: readonly SentStatement[]) => Promise<boolean>

/** Signs in by a tax code; returns the headers of calls. */
export async function signIn(api: string, cf: string) {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${api}/v1/mock`, { method: 'POST', headers, body: JSON.stringify({ cf }) })
  const [cookie = ''] = reply.headers.getSetCookie()
  return { ...headers, cookie: cookie.split(';', 1)[0] ?? '' }
}
export type Headers = Awaited<ReturnType<typeof signIn>>

export interface Written {
  readonly headers: Headers
  readonly ids: readonly number[]
  readonly bareIds: readonly number[]
}

/** Writes one case after the other by `path`, with what `bodyOf` makes of the case as the last answer has it. */
export function writeScenario<T>(
  api: string,
  { headers, ids, bareIds }: Written,
  path: string,
  bodyOf: (current: T, id: number) => object,
): Scenario {
  const cases = new Map<number, T>()
  const write = async (call: Call, id: number) => {
    const current = cases.get(id) ?? (await readCase<T>(call, api, headers, id))
    const body = JSON.stringify(bodyOf(current, id))
    const reply = await call(`${api}${path}`, { method: 'POST', headers, body })
    if (reply.status !== 200) return undefined
    cases.set(id, JSON.parse(reply.body).result)
    return reply.body
  }
  return repeated({ ids, bareIds, write })
}

/** A scenario of one write, of a case after the other. */
export const repeated = (one: Repeated): Scenario => ({
  kind: 'write',
  send: (call, index) => one.write(call, one.ids[index % one.ids.length] ?? 0),
  repeated: one,
})

async function readCase<T>(call: Call, api: string, headers: Headers, id: number): Promise<T> {
  return JSON.parse((await call(`${api}/v1/segnalazioni/dettaglio/${id}`, { method: 'GET', headers })).body).result
}
