import { type MailProposal, type Office, reportCode } from '@portal/contract'
import { type CaseNeeds, findPage, mayReadCase } from '#features/cases/index.ts'
import type { Db } from '#platform/database/transaction.ts'
import { findSentMails } from '#platform/mail/deliveries.store.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Caller } from '#platform/session/caller.ts'
import { casesOfMessages, findCases, type StoredMail } from './received-mails.store.ts'

export interface ProposalNeeds {
  readonly db: Db
  readonly vault: Vault
  readonly office: Office
  readonly caseNeeds: CaseNeeds
}

/** Cases proposed on each ground. */
const most = 5

/** The codes of cases that a text names. */
function codesIn({ office: { productTag } }: ProposalNeeds, text: string) {
  const found = [...text.matchAll(/([A-Z]{2,10})-([0-9]{4})-([0-9]{6})(?![0-9])/gi)].slice(0, 20)
  return found
    .filter(([, tag]) => tag?.toUpperCase() === productTag.toUpperCase())
    .map(([, , year, number]) => ({ protocolYear: Number(year), protocolNumber: Number(number) }))
}

/**
 * The cases that a mail may belong to and that the caller may read: of the mails that it answers, with a code that it names, with its
 * sender's address. None of these proves who wrote it.
 */
export async function proposalsFor(needs: ProposalNeeds, mail: StoredMail, caller: Caller): Promise<MailProposal[]> {
  const { db, vault, office, caseNeeds } = needs
  const references = mail.facts?.references ?? []
  const ofThread = [
    ...(await findSentMails(db, references)).flatMap(({ caseId }) => caseId ?? []),
    ...(await casesOfMessages(db, vault, references)),
  ]
  const named = codesIn(needs, `${mail.subject ?? ''}\n${mail.text ?? ''}`)
  const byAddress = mail.sender
    ? await findPage(
        caseNeeds,
        { view: 'everywhere', filters: { contact: mail.sender } },
        { from: 1, to: most },
        caller,
      )
    : undefined
  const found = await findCases(db, { ids: ofThread, codes: named })
  const proposals: MailProposal[] = []
  for (const { id, ...parts } of found) {
    if (!(await mayReadCase(db, id, caller.user))) continue
    const ground = ofThread.includes(id) ? 'thread' : 'code'
    proposals.push({ id, code: reportCode(office.productTag, parts.protocolYear, parts.protocolNumber), ground })
  }
  const others = (byAddress?.rows ?? []).filter(({ id }) => !proposals.some((proposal) => proposal.id === id))
  return [
    ...proposals
      .sort((one, other) => Number(other.ground === 'thread') - Number(one.ground === 'thread'))
      .slice(0, most),
    ...others.map(({ id, code }): MailProposal => ({ id, code, ground: 'address' })),
  ]
}
