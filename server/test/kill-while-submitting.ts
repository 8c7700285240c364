import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { clientOf, listedCodes, type Receipt } from './run-client.ts'
import { type ServerOptions, spawnServer } from './run-server.ts'

interface SentReport {
  readonly key: string
  /** The answer, if it came before the kill. */
  readonly receipt: Receipt | undefined
}

/** The state after the kill and the next start. */
export interface KillResult {
  readonly acknowledged: number
  readonly unanswered: number
  /** Codes of acknowledged reports that a manager cannot read, or reads under another code. */
  readonly lost: string[]
  /** Keys whose repeat is refused, or gets another code or PIN. */
  readonly wrongRepeats: string[]
  /** Codes of more than one case. */
  readonly shared: string[]
}

const senders = 12

/** Kills the server at `millis` after the first acknowledged report of twelve senders, and starts it again. */
export async function killWhileSubmitting(options: ServerOptions, millis: number): Promise<KillResult> {
  const server = spawnServer(options)
  const reports = await submitUntilGone(await server.ready, async () => {
    await delay(millis)
    server.signal('SIGKILL')
  })
  await server.ended
  const next = spawnServer(options)
  try {
    return await inspect(await next.ready, reports)
  } finally {
    await next.stop()
  }
}

async function submitUntilGone(api: string, onFirst: () => Promise<void>): Promise<SentReport[]> {
  const client = clientOf(api)
  const reports: SentReport[] = []
  let first: Promise<void> | undefined
  const sender = async () => {
    for (;;) {
      const key = randomUUID()
      const answer = await client.submit({}, key).catch(() => undefined)
      reports.push({ key, receipt: answer?.status === 200 ? answer.body.result : undefined })
      if (!answer) return
      first ??= onFirst()
    }
  }
  await Promise.all(Array.from({ length: senders }, sender))
  await first
  return reports
}

async function inspect(api: string, reports: readonly SentReport[]): Promise<KillResult> {
  const client = clientOf(api)
  const manager = await client.asManager()
  const acknowledged = reports.filter(({ receipt }) => receipt !== undefined)
  const lost: string[] = []
  const wrongRepeats: string[] = []
  for (const { key, receipt } of reports) {
    if (receipt) {
      const path = `/v1/segnalazioni/dettaglio/${receipt.id_segnalazione}`
      const { body } = await client.call('GET', path, undefined, manager)
      if (body.result?.codice !== receipt.codice) lost.push(receipt.codice)
    }
    const { status, body } = await client.submit({}, key, receipt !== undefined)
    const isSame = !receipt || JSON.stringify(body.result) === JSON.stringify(receipt)
    if (status !== 200 || !isSame) wrongRepeats.push(key)
  }
  const codes = await listedCodes(client)
  return {
    acknowledged: acknowledged.length,
    unanswered: reports.length - acknowledged.length,
    lost,
    wrongRepeats,
    shared: codes.filter((code, place) => codes.indexOf(code) !== place),
  }
}
