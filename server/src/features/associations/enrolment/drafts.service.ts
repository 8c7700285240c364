import type { Language } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import { hashOf, linkTo, newSecret } from '../record/letters.ts'
import { deleteDraft, findDraft, insertDraft } from './drafts.store.ts'
import type { EnrolmentNeeds } from './enrolment.service.ts'

/** Days for which an unfinished application is kept; retention deletes it then. */
const draftDays = 30

/** An unfinished application to keep, with the address that gets its link. */
export interface UnfinishedApplication {
  readonly email: string
  readonly draft: Record<string, unknown>
  readonly link?: string | undefined
}

/** Unfinished applications: sealed, found again only by the link that a mail carries. */
export const createDrafts = ({ db, inTransaction, vault, clock, letters, captcha, ...needs }: EnrolmentNeeds) => ({
  save: (
    { email, draft, link }: UnfinishedApplication,
    language: Language,
    visitorHash: string | undefined,
  ): Promise<{ until: Date }> =>
    inTransaction(async (tx) => {
      if (!visitorHash || !(await captcha.use(tx, visitorHash))) throw new AppError('captcha')
      if (link) await deleteDraft(tx, hashOf(link))
      const { secret, hash } = newSecret()
      const until = new Date(clock.now().getTime() + draftDays * 86_400_000)
      await insertDraft(tx, vault, {
        secretHash: hash,
        isApplication: false,
        language,
        visitorHash,
        content: draft,
        until,
      })
      const url = linkTo(needs, 'draft', secret, language)
      await letters.sendTo(tx, 'draft', email, language, { name: '', url })
      return { until }
    }),

  /** 404 for a link that is unknown or past. */
  async open(link: string): Promise<{ draft: Record<string, unknown>; until: Date }> {
    const found = await findDraft(db, vault, hashOf(link), clock.now())
    if (!found) throw new AppError('not_found')
    return { draft: found.content as Record<string, unknown>, until: found.until }
  },
})
