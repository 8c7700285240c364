import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { clientOf, listedCodes, type Receipt } from './run-client.ts'
import { type ServerOptions, spawnServer } from './run-server.ts'

interface Sent {
  readonly key: string
  /** The answer, where one came before the kill. */
  readonly receipt: Receipt | undefined
}

/** What a kill left, seen after the next start. */
export interface Aftermath {
  readonly acknowledged: number
  readonly unanswered: number
  /** Codes of acknowledged reports that a manager cannot read, or reads under another code. */
  readonly lost: string[]
  /** Keys whose repeat is refused or gets another code or pin. */
  readonly answeredAnew: string[]
  /** Codes that more than one case has. */
  readonly shared: string[]
}

const senders = 12

/** Kills the server at `millis` after the first acknowledged report of twelve senders, and starts it again. */
export async function killWhileSubmitting(options: ServerOptions, millis: number): Promise<Aftermath> {
  const server = spawnServer(options)
  const sent = await submitUntilGone(await server.ready, async () => {
    await delay(millis)
    server.signal('SIGKILL')
  })
  await server.ended
  const next = spawnServer(options)
  try {
    return await inspect(await next.ready, sent)
  } finally {
    await next.stop()
  }
}

async function submitUntilGone(api: string, onFirst: () => Promise<void>): Promise<Sent[]> {
  const client = clientOf(api)
  const sent: Sent[] = []
  let first: Promise<void> | undefined
  const sender = async () => {
    for (;;) {
      const key = randomUUID()
      const answer = await client.submit({}, key).catch(() => undefined)
      sent.push({ key, receipt: answer?.status === 200 ? answer.body.result : undefined })
      if (!answer) return
      first ??= onFirst()
    }
  }
  await Promise.all(Array.from({ length: senders }, sender))
  await first
  return sent
}

async function inspect(api: string, sent: readonly Sent[]): Promise<Aftermath> {
  const client = clientOf(api)
  const manager = await client.asManager()
  const acknowledged = sent.filter(({ receipt }) => receipt !== undefined)
  const lost: string[] = []
  const answeredAnew: string[] = []
  for (const { key, receipt } of sent) {
    if (receipt) {
      const path = `/v1/segnalazioni/dettaglio/${receipt.id_segnalazione}`
      const { body } = await client.call('GET', path, undefined, manager)
      if (body.result?.codice !== receipt.codice) lost.push(receipt.codice)
    }
    const { status, body } = await client.submit({}, key, receipt !== undefined)
    const isSame = !receipt || JSON.stringify(body.result) === JSON.stringify(receipt)
    if (status !== 200 || !isSame) answeredAnew.push(key)
  }
  const codes = await listedCodes(client)
  return {
    acknowledged: acknowledged.length,
    unanswered: sent.length - acknowledged.length,
    lost,
    answeredAnew,
    shared: codes.filter((code, place) => codes.indexOf(code) !== place),
  }
}
