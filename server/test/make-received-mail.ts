import { randomUUID } from 'node:crypto'
import type { MailKind, MailState, Role } from '@portal/contract'
import { insertReceivedMail } from '#features/mailbox/received-mails.store.ts'
import type { TestApp } from './build-app.ts'
import { mailOf, withParts } from './mail-shapes.ts'
import { makeCase } from './make-case.ts'

interface Mail {
  readonly kind: MailKind
  readonly state: Exclude<MailState, 'inCase'>
  readonly sender: string
  readonly senderName: string
  readonly subject: string
  readonly text: string
  readonly references: readonly string[]
  readonly messageId: string
  /** Texts of its attachments, by name. */
  readonly files: Readonly<Record<string, string>>
  readonly isCertified: boolean
}

/** Stores a received mail as its reader does; returns its number. */
export async function makeReceivedMail({ services, clock }: TestApp, mail: Partial<Mail> = {}): Promise<number> {
  const { files, vault, audit, inTransaction } = services
  const { kind = 'message', state = 'waiting', sender = 'anna@posta.example', senderName = 'Anna Bianchi' } = mail
  const {
    subject = 'Una segnalazione',
    text = 'Vorrei segnalare un fatto.',
    references = [],
    isCertified = false,
  } = mail
  const parts = Object.entries(mail.files ?? {}).map(([name, body]) => ({
    type: 'text/plain',
    name,
    body: Buffer.from(body),
  }))
  const headers = { From: sender, Subject: subject }
  const bytes =
    parts.length > 0 ? withParts(headers, [{ type: 'text/plain', body: text }, ...parts]) : mailOf(headers, text)
  async function* pieces() {
    yield bytes
  }
  const stored = await files.storeBytes(pieces())
  return audit.job('prova', (recorder) =>
    inTransaction(recorder, async (tx) => {
      const file = { name: 'messaggio.eml', mediaType: 'message/rfc822', purpose: 'upload', madeBy: null } as const
      const { id } = await files.record(tx, file, stored)
      await files.claim(tx, id)
      const listed = Object.entries(mail.files ?? {}).map(([name, body]) => ({
        name,
        mediaType: 'text/plain',
        size: body.length,
      }))
      return insertReceivedMail(tx, vault, {
        id,
        mailbox: isCertified ? 'certified' : 'ordinary',
        uidValidity: 1,
        uid: 1,
        kind,
        state,
        receivedAt: clock.now(),
        isCertified,
        fileCount: listed.length,
        sender,
        senderName,
        subject,
        text,
        identity: randomUUID(),
        ...(mail.messageId !== undefined && { messageId: mail.messageId }),
        facts: {
          references,
          sentAt: undefined,
          isCut: false,
          files: listed,
          certification: isCertified ? { sender, sentAt: clock.now().toISOString() } : undefined,
          delivery: undefined,
        },
        decidedAt: state === 'waiting' ? null : clock.now(),
      })
    }),
  )
}

/** The rows of the table of access for received mails: they belong to nobody, but the case that one is added to is somebody's. */
export function mailRows(portal: () => TestApp) {
  const may = ['newCase'] as const
  const onMail = (body?: object, state?: Exclude<MailState, 'inCase'>) => ({
    may,
    own: {
      input: async () => ({
        params: { id: String(await makeReceivedMail(portal(), state ? { state } : {})) },
        ...(body && { body }),
      }),
      answer: 200,
    },
  })
  const inCaseOf = (creator: (role: Role) => Promise<number | null>) => async (role: Role) => {
    const caseId = await makeCase(portal(), { status: 'inWorkTwo', createdBy: await creator(role) })
    return { params: { id: String(await makeReceivedMail(portal())) }, body: { id_segnalazione: caseId } }
  }
  return {
    'GET /v1/posta/dettaglio/:id': onMail(),
    'POST /v1/posta/allegati/:id': onMail(),
    'POST /v1/posta/non-per-noi/:id': onMail({ motivo: 'Pubblicità' }),
    'POST /v1/posta/da-esaminare/:id': {
      ...onMail(undefined, 'dismissed'),
      other: {
        input: async (role: Role) => {
          const { params, body } = await inCaseOf(async () => null)(role)
          const manager = await portal().as('manager')
          await manager.raw('POST', `/v1/posta/nel-caso/${params.id}`, body)
          return { params }
        },
        answer: { operatorOne: 403, else: 200 },
      },
    },
    'POST /v1/posta/nel-caso/:id': {
      may,
      own: { input: inCaseOf((role) => portal().idOf(role)), answer: 200 },
      other: { input: inCaseOf(async () => null), answer: { operatorOne: 403, else: 200 } },
    },
  }
}
