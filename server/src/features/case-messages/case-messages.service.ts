import { type CaseMessages, type Language, type Office, officeText, takesMessages } from '@portal/contract'
import type { Logger } from 'pino'
import { sealedReports } from '#features/reports/index.ts'
import { touched } from '#platform/audit/audit-act.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { isNew } from '#platform/idempotency.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { Problem } from '#platform/problem.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { textsIn } from '#platform/texts.ts'
import { findReporter, insertMessage, markRead } from './messages.store.ts'
import { type CaseFiles, readMessages } from './read-messages.ts'

/** What whoever asks may do with a case, and what it is: 404 and 403 are the other feature's. */
interface CaseAccess {
  readonly code: string
  readonly status: Parameters<typeof takesMessages>[0]
  readonly isPseudonymised: boolean
  readonly mayEdit: boolean
  /** Whether what they read counts as read by the office. */
  readonly readsForOffice: boolean
}

/** What can be said to whoever reported a case, and how. */
interface Reporter {
  readonly canRead: boolean
  readonly recipient: { readonly address: string; readonly language: Language } | undefined
}

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
  readonly office: Office
  readonly outbox: Pick<Outbox, 'queue'>
  readonly attachments: CaseFiles
  /** The address of the page where code and pin are asked for. */
  readonly followUpUrl: string
  /** Within a transaction the case stays as it is until that ends. */
  readonly accessTo: (caseId: number, user: SessionUser, tx?: Db) => Promise<CaseAccess>
}

export type CaseMessaging = ReturnType<typeof createCaseMessages>

const canWrite = ({ status, isPseudonymised, mayEdit }: CaseAccess) =>
  mayEdit && takesMessages(status) && !isPseudonymised

/** Throws the reason why no message can be written to the reporter of a case. */
function refuseUnwritable(access: CaseAccess, reporter: Reporter): void {
  if (!access.mayEdit) throw new Problem('not_allowed')
  if (!takesMessages(access.status)) throw new Problem('messages_closed')
  if (!(canWrite(access) && reporter.canRead)) throw new Problem('conflict')
}

/** Messages to whoever reported a case, as the office reads and writes them. */
export function createCaseMessages(options: Options) {
  const { db, inTransaction, vault, clock, log, office, outbox, followUpUrl, accessTo } = options

  async function reporterOf(from: Db, caseId: number): Promise<Reporter> {
    const row = await findReporter(from, caseId)
    // A message waits behind code and pin: a case without a pin was entered by the office.
    if (!row?.pinHash) return { canRead: false, recipient: undefined }
    const { email, organisationEmail, pageLanguage } = await openSealed(vault, sealedReports, caseId, row)
    const address = email ?? organisationEmail
    return { canRead: true, recipient: address ? { address, language: pageLanguage } : undefined }
  }

  /** Tells the reporter that there is a message: neither what it says nor the pin. */
  async function tellByMail(tx: Db, caseId: number, code: string, { recipient }: Reporter): Promise<void> {
    if (!recipient) return
    const t = textsIn(recipient.language)
    const url = `${followUpUrl}?lang=${recipient.language}`
    const name = officeText(office, 'name', recipient.language).text
    const params = { code, url, phone: office.phone, mail: office.assistanceMailbox, office: name }
    await outbox.queue(tx, {
      caseId,
      recipient: recipient.address,
      subject: t('mails.message.subject', params),
      body: t('mails.message.body', params),
    })
  }

  async function present(caseId: number, access: CaseAccess, before?: number): Promise<CaseMessages> {
    const { canRead, recipient } = await reporterOf(db, caseId)
    return {
      ...(await readMessages(options, caseId, before)),
      canWrite: canWrite(access) && canRead,
      // What a pin was checked against went with the person.
      hasReader: canRead || access.isPseudonymised,
      tellsByMail: recipient !== undefined,
    }
  }

  return {
    async list(caseId: number, user: SessionUser, before?: number): Promise<CaseMessages> {
      const access = await accessTo(caseId, user)
      touched('case', [caseId])
      if (access.readsForOffice) await markRead(db, caseId, 'reporter', clock.now())
      return present(caseId, access, before)
    },

    /** Writes a message; the mail that tells of it is queued with it. */
    async send(caseId: number, text: string, user: SessionUser, key: string | undefined): Promise<CaseMessages> {
      const access = await inTransaction(async (tx) => {
        const held = await accessTo(caseId, user, tx)
        const now = clock.now()
        // A repeat has its answer whatever became of the case; a refusal gives the key back.
        if (!(await isNew(tx, { key, of: `message ${caseId}`, body: { text } }, log, now))) {
          touched('case', [caseId])
          return held
        }
        const reporter = await reporterOf(tx, caseId)
        refuseUnwritable(held, reporter)
        touched('case', [caseId], ['messages'])
        await insertMessage(tx, vault, { caseId, text, writtenBy: user.id, sentAt: now })
        // Whoever answers has read what there was.
        await markRead(tx, caseId, 'reporter', now)
        await tellByMail(tx, caseId, held.code, reporter)
        return held
      })
      return present(caseId, access)
    },
  }
}
