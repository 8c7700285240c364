import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { scanReportFile } from '@portal/contract'
import { joined } from '../server/test/make-files.ts'
import { type Engine, type Portal, startPortal } from './portal.ts'

/** What an attack costs, and how long other visitors wait during it. */
export interface AttackFigures {
  /** Seconds until the last request of the attack was answered. */
  readonly seconds: number
  /** Seconds of processor that the server used. */
  readonly processor: number
  /** Milliseconds of the address that load balancers ask, every 20 ms. */
  readonly liveP95: number
  /** Answers of the attack by status, or by the code of the scan. */
  readonly answers: Readonly<Record<string, number>>
}

/** An attack gives what its requests were answered, one by one. */
type Attack = (portal: Portal) => Promise<string>[]

const megabyte = 1024 * 1024

async function sendFile({ api }: Portal, name: string, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  const origin = new URL(api).origin
  const reply = await fetch(`${api}${scanReportFile.path}`, { method: 'POST', body: form, headers: { origin } })
  if (reply.status !== 200) return String(reply.status)
  const { result } = (await reply.json()) as { result: { codice: string } }
  return result.codice
}

const junkPdf = () => joined('%PDF-1.7\n', Buffer.from('/ObjStm stream\nx endstream '.repeat(700_000)))
function inflatingPdf() {
  const packed = deflateSync(Buffer.alloc(4 * megabyte - 1))
  const stream = joined('<< /Type /ObjStm /Filter /FlateDecode >> stream\n', packed, '\nendstream\n')
  return joined('%PDF-1.7\n', ...Array.from({ length: 120 }, () => stream))
}
const commentedGif = () =>
  joined(
    'GIF89a',
    Buffer.from([1, 0, 1, 0, 0, 0, 0, 0x21, 0xfe]),
    Buffer.alloc(19 * megabyte, Buffer.from([1, 65, 1, 66])),
  )

const times = (count: number, work: () => Promise<string>) => Array.from({ length: count }, work)

// biome-ignore format: a table
const attacks: Readonly<Record<string, Attack>> = {
  'nothing':                      () => [delay(3000, 'waited')],
  'PDF of 700,000 marks':         (portal) => [sendFile(portal, 'a.pdf', junkPdf())],
  'four of them':                 (portal) => times(4, () => sendFile(portal, 'a.pdf', junkPdf())),
  'PDF that inflates to 480 MB':  (portal) => [sendFile(portal, 'a.pdf', inflatingPdf())],
  'GIF of 10 million comments':   (portal) => [sendFile(portal, 'a.gif', commentedGif())],
  '700 captchas':                 ({ api }) => times(700, async () => String((await fetch(`${api}/v1/captcha?type=image&lang=it&t=1`)).status)),
}

/** Seconds of processor of a process so far. */
function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function measure(portal: Portal, attack: Attack): Promise<AttackFigures> {
  const pid = portal.server.pid ?? 0
  const before = processorOf(pid)
  const waits: number[] = []
  let isOver = false
  const watch = (async () => {
    while (!isOver) {
      const from = performance.now()
      await fetch(`${portal.api}/health/live`).then((reply) => reply.text())
      waits.push(performance.now() - from)
      await delay(20)
    }
  })()
  const from = performance.now()
  const answers: Record<string, number> = {}
  for (const answer of await Promise.all(attack(portal))) answers[answer] = (answers[answer] ?? 0) + 1
  const seconds = (performance.now() - from) / 1000
  isOver = true
  await watch
  const liveP95 = waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? Number.NaN
  return { seconds, processor: processorOf(pid) - before, liveP95, answers }
}

/** Every attack against one server, one after the other; undefined where the engine is not installed. */
export async function measureAttacks(engine: Engine): Promise<Record<string, AttackFigures> | undefined> {
  const portal = await startPortal(engine)
  if (!portal) return undefined
  try {
    const figures: Record<string, AttackFigures> = {}
    for (const [name, attack] of Object.entries(attacks)) figures[name] = await measure(portal, attack)
    return figures
  } finally {
    await portal.close()
  }
}
