import { randomUUID } from 'node:crypto'
import { reportOnWire } from '../../server/test/make.ts'
import { scanPaths } from '../../server/test/upload.ts'
import { cookieOf, type Reply, type Sent } from '../client.ts'
import { type Acting, cutOff, type Headers, people } from './acting.ts'
import { type SentFile, uploadFile } from './files.ts'

/** What a reporter has after their report; no fields where its answer never came. */
interface Receipt {
  readonly id_segnalazione?: number
  readonly codice?: string
  readonly pin?: string
}

/** The portal takes thirty answers of a report in an hour, with those that it could not store. */
const answersOfOne = 25

/** Sends a report as a page does: the same one under the same key, until there is an answer. */
export async function sendReport(acting: Acting, { withFile = false } = {}): Promise<Receipt> {
  const { call, insist, note, solveCaptcha } = acting
  const key = randomUUID()
  let headers = await solveCaptcha()
  const file = withFile ? await uploadFile(acting, scanPaths.report, headers) : undefined
  const body = reportOf(key, file)
  const reply = await insist(async () => {
    const sent: Sent = { body, headers: { ...headers, 'idempotency-key': key } }
    const answer = await call({ kind: 'report', isWrite: true, also: [403] }, 'POST', '/v1/noauth/segnalazione', sent)
    // The captcha of an act whose answer was cut off may be used up.
    if (answer.status === 403) headers = await solveCaptcha(headers)
    return answer.status === 403 ? cutOff : answer
  })
  const receipt: Receipt = reply.status === 200 ? reply.body.result : {}
  note(reply, { kind: 'report', mark: key, isKeyed: true, record: { ...receipt, files: file ? 1 : 0 } })
  if (file)
    note(file.reply, { kind: 'file', mark: file.id, record: { digest: file.digest, caseId: receipt.id_segnalazione } })
  return receipt
}

/** A report of an own mail address, since an address gets few mails in an hour. */
function reportOf(key: string, file: SentFile | undefined) {
  const report = reportOnWire({ resoconto_fatti: `Mi hanno negato l'ingresso: ${key}.` })
  const { personaFisica } = report as { personaFisica: { anagrafica: object } }
  const anagrafica = { ...personaFisica.anagrafica, email: `${key}@example.it` }
  const files = file && { listaAllegatoSegnalazione: [{ cmis_id: file.id, nomeFile: file.name }] }
  return { ...report, personaFisica: { ...personaFisica, anagrafica }, ...files }
}

/** Sends a report; its sender and the office write to each other as often as the portal takes. */
export async function converse(acting: Acting) {
  const { call, insist, signIn, isOver, pause } = acting
  const { id_segnalazione: id, codice, pin } = await sendReport(acting)
  if (!id) return
  const wanted = { kind: 'code and PIN', isWrite: true }
  const opened = await insist(() => call(wanted, 'POST', '/v1/noauth/pratica/accesso', { body: { codice, pin } }))
  const session = { cookie: cookieOf(opened) }
  const office = await signIn(people.manager)
  for (let sent = 0; sent < answersOfOne && !isOver(); sent++) {
    await write(acting, { kind: 'answer', id, path: '/v1/noauth/pratica/messaggi', session })
    if (sent % 3 === 0)
      await write(acting, { kind: 'message', id, path: `/v1/segnalazioni/messaggi/${id}`, session: office })
    await pause()
  }
}

interface Writing {
  readonly kind: 'answer' | 'message'
  readonly id: number
  readonly path: string
  readonly session: Headers
}

async function write({ call, insist, note }: Acting, { kind, id, path, session }: Writing): Promise<Reply> {
  const mark = randomUUID()
  const sent = { body: { testo: `Aggiungo: ${mark}.` }, headers: { ...session, 'idempotency-key': mark } }
  const reply = await insist(() => call({ kind, isWrite: true, also: [429] }, 'POST', path, sent))
  note(reply, { kind, mark, isKeyed: true, record: { id } })
  return reply
}
