import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { deflateSync, inflateRawSync } from 'node:zlib'
import { listIdentityProviders, scanReportFile, spidPaths } from '@portal/contract'
import { joined } from '../server/test/make-files.ts'
import { type Engine, type Portal, startPortal } from './portal.ts'
import { processorOf } from './processor.ts'

/** The cost of an attack, and how long other visitors wait during it. */
export interface AttackFigures {
  /** Seconds until the last request of the attack was answered. */
  readonly seconds: number
  /** Seconds of processor time that the server used. */
  readonly processor: number
  /** Milliseconds of an answer of the load balancers' health address, requested every 20 ms. */
  readonly liveP95: number
  /** Answers of the attack by status, or by the code of the scan. */
  readonly answers: Readonly<Record<string, number>>
}

/** An attack: its setup is not measured; the returned function sends the requests and returns the answer to each. */
type Attack = (portal: Portal) => Promise<() => Promise<string>[]>

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

type SignInAttempt = Awaited<ReturnType<typeof beginSignIn>>

/** Begins a sign-in at the demonstration's provider; returns the request's id and the cookie that the answer needs. */
async function beginSignIn(api: string) {
  const list = await fetch(`${api}${listIdentityProviders.path}`)
  const { result } = (await list.json()) as { result: { url?: string; flag_prova: number }[] }
  const provider = result.find(({ flag_prova: isTest, url }) => isTest && url)
  if (!provider) throw new Error('No identity provider is offered.')
  const reply = await fetch(new URL(`${provider.url}&binding=redirect`, api), { redirect: 'manual' })
  const request = new URL(reply.headers.get('location') ?? '').searchParams.get('SAMLRequest') ?? ''
  const [, id] = /\bID="([^"]+)"/.exec(inflateRawSync(Buffer.from(request, 'base64')).toString()) ?? []
  const cookie = reply.headers.getSetCookie().map((line) => line.split(';')[0])
  return { id, cookie: cookie.join('; ') }
}

/** An answer of `elements` small elements with a forged signature. */
const forgedAnswer = (id: string | undefined, elements: number) => `<samlp:Response \
xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r" Version="2.0" \
InResponseTo="${id}" IssueInstant="${new Date().toISOString()}"><saml:Issuer>x</saml:Issuer>\
<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo>\
<ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>\
<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>\
<ds:Reference URI="#_r"><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>\
<ds:DigestValue>${randomBytes(32).toString('base64')}</ds:DigestValue></ds:Reference></ds:SignedInfo>\
<ds:SignatureValue>${randomBytes(256).toString('base64')}</ds:SignatureValue></ds:Signature>\
<saml:Assertion>${`<saml:Attribute Name="${'n'.repeat(20)}"/>`.repeat(elements)}</saml:Assertion></samlp:Response>`

async function forgeSignIn({ api }: Portal, { id, cookie }: SignInAttempt, elements: number): Promise<string> {
  const body = new URLSearchParams({ SAMLResponse: Buffer.from(forgedAnswer(id, elements)).toString('base64') })
  const reply = await fetch(`${api}${spidPaths.acs}`, { method: 'POST', body, headers: { cookie }, redirect: 'manual' })
  return String(reply.status)
}

const times = (count: number, send: () => Promise<string>) => Array.from({ length: count }, send)

/** An attack that needs no setup. */
const withoutSetup =
  (attack: (portal: Portal) => Promise<string>[]): Attack =>
  async (portal) =>
  () =>
    attack(portal)

/** Forged answers to `count` sign-ins begun during the setup. */
const forgedSignIns =
  (count: number, elements: number): Attack =>
  async (portal) => {
    const attempts = await Promise.all(Array.from({ length: count }, () => beginSignIn(portal.api)))
    return () => attempts.map((attempt) => forgeSignIn(portal, attempt, elements))
  }

// biome-ignore format: a table
const attacks: Readonly<Record<string, Attack>> = {
  'nothing':                          withoutSetup(() => [delay(3000, 'waited')]),
  'PDF of 700,000 marks':             withoutSetup((portal) => [sendFile(portal, 'a.pdf', junkPdf())]),
  'four of them':                     withoutSetup((portal) => times(4, () => sendFile(portal, 'a.pdf', junkPdf()))),
  'PDF that inflates to 480 MB':      withoutSetup((portal) => [sendFile(portal, 'a.pdf', inflatingPdf())]),
  'GIF of 10 million comments':       withoutSetup((portal) => [sendFile(portal, 'a.gif', commentedGif())]),
  'ten sign-ins with 1,900 elements': forgedSignIns(10, 1900),
  'forty with 480, within limits':    forgedSignIns(40, 480),
  '700 captchas':                     withoutSetup(({ api }) => times(700, async () => String((await fetch(`${api}/v1/captcha?type=image&lang=it&t=1`)).status))),
}

async function measure(portal: Portal, attack: Attack): Promise<AttackFigures> {
  const run = await attack(portal)
  const watch = fork(new URL('./watch-live.mjs', import.meta.url), [`${portal.api}/health/live`])
  await once(watch, 'message')
  const pid = portal.server.pid ?? 0
  const before = processorOf(pid)
  const from = performance.now()
  const answers: Record<string, number> = {}
  for (const answer of await Promise.all(run())) answers[answer] = (answers[answer] ?? 0) + 1
  const seconds = (performance.now() - from) / 1000
  const stopped = once(watch, 'message')
  watch.send('stop')
  const [waits] = (await stopped) as [number[]]
  const liveP95 = waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? Number.NaN
  return { seconds, processor: processorOf(pid) - before, liveP95, answers }
}

/** Measures every attack against one server, one after the other; undefined if the engine is not installed. */
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
