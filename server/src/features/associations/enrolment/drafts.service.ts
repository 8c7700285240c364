import type { Language } from '@portal/contract'
import { AppError, tooMany } from '#platform/app-error.ts'
import { unaudited } from '#platform/database/transaction.ts'
import { countRequest } from '#platform/request-counts.store.ts'
import { consumeCaptcha } from '#platform/submissions.ts'
import { hashOf, linkTo, newSecret } from '../record/letters.ts'
import { findDraft, insertDraft, lockDraft, updateDraft } from './drafts.store.ts'
import { countApplication, type EnrolmentNeeds } from './enrolment.service.ts'

/** Days for which an unfinished application is kept; retention deletes it then. */
const draftDays = 30

/** Mails with links to drafts that one address may get in an hour. */
const linksPerHour = 5

/** An unfinished application to keep, with the address that gets its link. */
export interface UnfinishedApplication {
  readonly email: string
  readonly draft: Record<string, unknown>
  readonly files?: readonly string[] | undefined
  readonly link?: string | undefined
}

/** Who saves an unfinished application. */
export interface Saver {
  readonly language: Language
  readonly visitorHash: string | undefined
  readonly network: string
}

/** Throws 429 where an address got too many links: nobody shall flood a stranger with mails. */
async function countLink({ db, vault, clock }: EnrolmentNeeds, email: string): Promise<void> {
  const counter = { bucket: 'draft_link', subject: email.toLowerCase() }
  if ((await countRequest({ db, vault }, counter, clock.now(), 60)) > linksPerHour) throw tooMany(3600)
}

/** Unfinished applications: sealed, found again only by the link that a mail carries. */
export function createDrafts(needs: EnrolmentNeeds) {
  const { db, inTransaction, vault, clock, letters, captcha, attachments } = needs

  return {
    /**
     * Keeps an application with those of its files that are available, and sends the link to it; one that was kept before keeps
     * its link.
     */
    async save(
      { email, draft, files = [], link }: UnfinishedApplication,
      { language, visitorHash, network }: Saver,
    ): Promise<{ link: string; until: Date }> {
      return inTransaction(unaudited, async (tx) => {
        await consumeCaptcha(tx, captcha, visitorHash)
        await countApplication({ ...needs, db: tx }, network)
        await countLink({ ...needs, db: tx }, email)
        const earlier = link === undefined ? undefined : await lockDraft(tx, vault, hashOf(link), clock.now())
        const until = new Date(clock.now().getTime() + draftDays * 86_400_000)
        const fresh = newSecret()
        const secret = earlier && link !== undefined ? link : fresh.secret
        const content = { secretHash: fresh.hash, isApplication: false, language, content: draft, until }
        const draftId = earlier?.id ?? (await insertDraft(tx, vault, content))
        if (earlier) await updateDraft(tx, vault, earlier, draft, until)
        await attachments.keepWithDraft(tx, { ids: files, maker: { visitorHash, draftId }, draftId, network })
        await letters.sendTo(tx, 'draft', [email], language, {
          name: '',
          url: linkTo(needs, 'draft', secret, language),
        })
        return { link: secret, until }
      })
    },

    /** 404 for a link that is unknown or past. */
    async open(link: string): Promise<{ draft: Record<string, unknown>; files: string[]; until: Date }> {
      const found = await findDraft(db, vault, hashOf(link), clock.now())
      if (!found) throw new AppError('not_found')
      const files = await attachments.listOfDraft(db, found.id)
      return { draft: found.content as Record<string, unknown>, files, until: found.until }
    },
  }
}
