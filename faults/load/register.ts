import { randomUUID } from 'node:crypto'
import { applicationOnWire } from '../../server/test/make-association.ts'
import { scanPaths } from '../../server/test/upload.ts'
import type { Reply } from '../client.ts'
import { type Acting, cutOff, people } from './acting.ts'
import { type SentFile, uploadFile } from './files.ts'

/** A surname of letters that nobody else has. */
const newSurname = () => `Prova${randomUUID().replace(/[^a-f]|-/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`

/** Adds people to the registry of the office: calls without a key. */
export async function registerAgain({ call, note, signIn, isOver, pause }: Acting) {
  const headers = await signIn(people.manager)
  while (!isOver()) {
    const mark = newSurname()
    const body = { nome: 'Ada', cognome: mark }
    const reply = await call({ kind: 'person', isWrite: true }, 'POST', '/v1/anagrafica/add-persona-fisica', {
      body,
      headers,
    })
    note(reply, { kind: 'person', mark, record: { id: reply.body?.result?.id_persona_fisica } })
    await pause(700)
  }
}

const documentTypes = [1, 2, 3, 4, 5, 6, 7]

/** Applies for the enrolment of associations, each with its documents. */
export async function applyAgain(acting: Acting) {
  while (!acting.isOver()) {
    await apply(acting)
    await acting.pause(3000)
  }
}

async function apply(acting: Acting) {
  const { call, insist, note, solveCaptcha } = acting
  let headers = await solveCaptcha()
  const files: SentFile[] = []
  for (const _type of documentTypes) {
    const file = await uploadFile(acting, scanPaths.report, headers)
    if (!file) return
    files.push(file)
  }
  const documents = files.map(({ id, name }, index) => ({
    cmis_id: id,
    nomeFile: name,
    id_tipo_allegato: documentTypes[index],
  }))
  const key = randomUUID()
  const application = applicationOnWire(documents)
  // An address gets few mails in an hour.
  const body = { ...application, anagrafica: { ...application.anagrafica, email: `${key}@example.it` } }
  const reply: Reply = await insist(async () => {
    const sent = { body, headers: { ...headers, 'idempotency-key': key } }
    const answer = await call({ kind: 'application', isWrite: true, also: [403] }, 'POST', '/v1/noauth/add-pg', sent)
    if (answer.status === 403) headers = await solveCaptcha(headers)
    return answer.status === 403 ? cutOff : answer
  })
  const record = { key, ...reply.body?.result }
  note(reply, { kind: 'application', mark: body.piva, isKeyed: true, record })
  for (const { id, digest, reply: uploaded } of files)
    note(uploaded, { kind: 'document', mark: id, record: { digest } })
}
