// autocannon measures equal GET calls from outside (calls.ts). This file is what it does not do: operations of several calls,
// or of SQL alone, each with input and success of its own; calls at fixed times, each measured from its time and not corrected afterwards;
// two operations in pairs under the same load.

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

/** Sends calls over at most `connections` keep-alive connections. */
export function createCaller(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const call = (url: string, { method, headers, body }: Call) =>
    new Promise<Reply>((resolve, reject) => {
      const outgoing = request(url, { agent, method, headers: { ...headers } }, (reply) => {
        text(reply).then(
          (read) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: read }),
          reject,
        )
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  return { call, close: () => agent.destroy() }
}

/** Figures of a series of calls: milliseconds of the successful ones, and the number of failed ones. */
export interface Measurement {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly errors: number
}

/** One call of the series; false if it was refused. An error ends the run: then nothing was measured. */
export type Operation = (index: number) => Promise<boolean>

/** Sends calls one after the other in each of `lanes` concurrent lanes, as fast as they are answered. */
export async function runConcurrently(lanes: number, seconds: number, operation: Operation): Promise<Measurement> {
  const start = performance.now()
  const end = start + seconds * 1000
  const times: number[] = []
  let errors = 0
  let next = 0
  const lane = async () => {
    while (performance.now() < end) {
      const from = performance.now()
      if (await operation(next++)) times.push(performance.now() - from)
      else errors++
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return summary(times, errors, performance.now() - start)
}

/** Sends calls at fixed times, even if earlier ones are unanswered; measures each from its scheduled time, so that stalls count. */
export async function runAtRate(perSecond: number, seconds: number, operation: Operation): Promise<Measurement> {
  const start = performance.now()
  const times: number[] = []
  let errors = 0
  let failure: unknown
  const one = async (index: number, due: number) => {
    try {
      if (await operation(index)) times.push(performance.now() - due)
      else errors++
    } catch (error) {
      failure ??= error
    }
  }
  const calls: Promise<void>[] = []
  for (let index = 0; index < perSecond * seconds && failure === undefined; index++) {
    const due = start + (index * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await delay(wait)
    calls.push(one(index, due))
  }
  await Promise.all(calls)
  if (failure !== undefined) throw failure
  return summary(times, errors, performance.now() - start)
}

/**
 * Calls two operations in pairs, one call at a time, so that both run under the same load of the machine. Which of a pair comes
 * first is drawn: otherwise what slows down every second call would count for one of them.
 */
export async function runAlternating(
  seconds: number,
  operations: readonly [Operation, Operation],
): Promise<readonly [Measurement, Measurement]> {
  const start = performance.now()
  const times: [number[], number[]] = [[], []]
  const errors: [number, number] = [0, 0]
  for (let index = 0; performance.now() < start + seconds * 1000; index++) {
    for (const which of Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)) {
      const from = performance.now()
      if (await operations[which](index)) times[which].push(performance.now() - from)
      else errors[which]++
    }
  }
  const millis = performance.now() - start
  return [summary(times[0], errors[0], millis), summary(times[1], errors[1], millis)]
}

function summary(times: number[], errors: number, millis: number): Measurement {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { perSecond: (times.length * 1000) / millis, p50: at(0.5), p95: at(0.95), p99: at(0.99), errors }
}

/** Figures as a line of a table. */
export const row = ({ perSecond, p50, p95, p99, errors }: Measurement) => ({
  'per second': Math.round(perSecond),
  'p50 ms': Math.round(p50),
  'p95 ms': Math.round(p95),
  'p99 ms': Math.round(p99),
  errors,
})
