import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Calls over connections that are kept open: at most so many. */
export function createCaller(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const call = (url: string, { method, headers, body }: Call) =>
    new Promise<Reply>((resolve, reject) => {
      const sent = request(url, { agent, method, headers: { ...headers } }, (reply) => {
        text(reply).then(
          (read) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: read }),
          reject,
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })
  return { call, close: () => agent.destroy() }
}

/** What a series of calls took: milliseconds of those that went well, and how many did not. */
export interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly errors: number
}

/** One call of the series; throws or answers false when it did not go well. */
export type Work = (index: number) => Promise<boolean>

/** Calls one after the other in each of `lanes` lanes, as fast as they are answered. */
export async function flatOut(lanes: number, seconds: number, work: Work): Promise<Measured> {
  const start = performance.now()
  const end = start + seconds * 1000
  const times: number[] = []
  let errors = 0
  let next = 0
  const lane = async () => {
    while (performance.now() < end) {
      const from = performance.now()
      if (await wentWell(work, next++)) times.push(performance.now() - from)
      else errors++
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return summary(times, errors, performance.now() - start)
}

/** Calls at fixed moments, answered or not; each is measured from the moment it was due, so that no stall hides. */
export async function atRate(perSecond: number, seconds: number, work: Work): Promise<Measured> {
  const start = performance.now()
  const times: number[] = []
  let errors = 0
  const one = async (index: number, due: number) => {
    if (await wentWell(work, index)) times.push(performance.now() - due)
    else errors++
  }
  const calls: Promise<void>[] = []
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = start + (index * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await delay(wait)
    calls.push(one(index, due))
  }
  await Promise.all(calls)
  return summary(times, errors, performance.now() - start)
}

/** Two works by turns, one call at a time: both meet the same machine, however busy it is. */
export async function byTurns(seconds: number, works: readonly [Work, Work]): Promise<readonly [Measured, Measured]> {
  const start = performance.now()
  const times: [number[], number[]] = [[], []]
  const errors: [number, number] = [0, 0]
  for (let index = 0; performance.now() < start + seconds * 1000; index++) {
    for (const which of [0, 1] as const) {
      const from = performance.now()
      if (await wentWell(works[which], index)) times[which].push(performance.now() - from)
      else errors[which]++
    }
  }
  const millis = performance.now() - start
  return [summary(times[0], errors[0], millis), summary(times[1], errors[1], millis)]
}

const wentWell = (work: Work, index: number) => work(index).catch(() => false)

function summary(times: number[], errors: number, millis: number): Measured {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { perSecond: (times.length * 1000) / millis, p50: at(0.5), p95: at(0.95), p99: at(0.99), errors }
}
