import { createHash, randomUUID } from 'node:crypto'
import { pdf } from '../../server/test/make-files.ts'
import { multipartBody } from '../../server/test/upload.ts'
import type { Reply } from '../client.ts'
import { type Acting, cutOff, type Headers } from './acting.ts'

/** A file that the portal accepted. */
export interface SentFile {
  readonly id: string
  readonly name: string
  /** SHA-256 of its content, in hexadecimal. */
  readonly digest: string
  readonly reply: Reply
}

/** Words of a scan that say that a part is away: the sender tries again. */
const awayCodes = ['ERROR_SYSTEM', 'TIMEOUT_ANTIVIRUS', 'ERROR_SCMIS', 'ERROR_SAVE']

/** Uploads a PDF of its own content, until it is accepted or it is no use. */
export async function uploadFile(
  { call, insist }: Acting,
  path: string,
  session: Headers,
): Promise<SentFile | undefined> {
  const mark = randomUUID()
  const file = { name: `prova ${mark}.pdf`, bytes: Buffer.from(pdf(`% ${mark}`)) }
  const { body, headers } = multipartBody(file)
  const sent = {
    body,
    headers: { ...headers, ...session, 'content-length': String(body.length), 'idempotency-key': mark },
  }
  const reply = await insist(async () => {
    const answer = await call({ kind: 'upload', isWrite: true }, 'POST', path, sent)
    return awayCodes.includes(answer.body?.result?.codice) ? cutOff : answer
  })
  const attachment = reply.status === 200 ? reply.body.result.allegato : undefined
  const digest = createHash('sha256').update(file.bytes).digest('hex')
  return attachment && { id: attachment.cmis_id, name: file.name, digest, reply }
}
