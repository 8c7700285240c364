import type { createCaller, Operation } from './load.ts'

/** One scenario of a working day over HTTP, and the same by SQL alone. */
export interface Scenario {
  readonly kind: 'list' | 'search' | 'write' | 'read'
  readonly send: (call: Call, index: number) => Promise<string | undefined>
  /** The same by SQL alone: of a read on a connection, of a write by a bare server over HTTP. */
  readonly bare: Operation
  /** The page of a list without its count, by SQL alone. */
  readonly page?: Operation
  /** Throws if HTTP and SQL return different cases. */
  readonly compare?: (call: Call) => Promise<void>
}
export type Call = ReturnType<typeof createCaller>['call']
/** Executes the statements of a write in one transaction of the bare server. */
export type Transact = (statements: readonly (readonly [string, readonly unknown[]])[]) => Promise<boolean>

/** Signs in by a tax code; returns the headers of calls. */
export async function signIn(api: string, cf: string) {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${api}/v1/mock`, { method: 'POST', headers, body: JSON.stringify({ cf }) })
  const [cookie = ''] = reply.headers.getSetCookie()
  return { ...headers, cookie: cookie.split(';', 1)[0] ?? '' }
}
export type Headers = Awaited<ReturnType<typeof signIn>>
