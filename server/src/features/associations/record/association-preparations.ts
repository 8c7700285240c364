import { randomInt } from 'node:crypto'
import {
  type AssociationActionValues,
  type AssociationActionWord,
  type AssociationFieldChange,
  type AssociationTermName,
  addDays,
  formatWireDate,
  isTermMoved,
  type PlainDate,
  termEnd,
} from '@portal/contract'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { insertLink, prolongLinks } from './association-links.store.ts'
import type { AssociationNeeds } from './association-reading.ts'
import type { TakenAction } from './association-writing.ts'
import {
  type AssociationUpdate,
  insertCertificate,
  keepCertificate,
  nextEnrolmentNumber,
  type StoredAssociation,
} from './associations.store.ts'
import { type LetterParams, linkTo, newSecret } from './letters.ts'
import { enableMembersOf, updateMembers } from './members.ts'
import { acceptProposed, endProposedDocuments, noProposal } from './proposals.ts'

/** A code that people can type: no letters or digits that look alike. */
const codeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const newCertificateCode = () =>
  Array.from({ length: 16 }, () => codeLetters[randomInt(codeLetters.length)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** The last day of a term that begins today, and whether it was moved. */
function termFrom(term: AssociationTermName, { clock }: AssociationNeeds) {
  const today = todayOf(clock)
  return { until: termEnd(term, today), isMoved: isTermMoved(term, today) }
}

/** The midnight after a day in UTC, when a link to that day's term ends; the office's time zone is ahead of it. */
const endOfDay = (day: PlainDate) => new Date(`${addDays(day, 1)}T00:00:00Z`)

interface OfficeAction {
  readonly word: AssociationActionWord
  readonly row: StoredAssociation
  readonly values: AssociationActionValues
  readonly user: SessionUser
}

type Prepared = Pick<TakenAction, 'update' | 'letter' | 'changes'>

/** What some actions of the office do beside the status: links, numbers, accounts. */
export const preparations: Partial<
  Record<AssociationActionWord, (needs: AssociationNeeds, tx: Db, action: OfficeAction) => Promise<Prepared>>
> = {
  async askDocuments(needs, tx, { row, values: { missingItems = '' } }) {
    const term = termFrom('documents', needs)
    return {
      update: { missingItems },
      letter: await documentRequest(needs, tx, row, { missing: missingItems, ...term }),
    }
  },
  async correctDocuments(needs, tx, { row, values: { missingItems = '' } }) {
    const until = row.documentsDueOn ?? todayOf(needs.clock)
    const letter = await documentRequest(needs, tx, row, { missing: missingItems, until, isMoved: false })
    return { update: { missingItems }, letter }
  },
  async extendTerm(needs, tx, { row }) {
    const { until, isMoved } = termFrom('documents', needs)
    await prolongLinks(tx, needs.vault, row.id, endOfDay(until))
    return { letter: { until, isMoved, missing: row.missingItems ?? '' } }
  },
  async returnLate(_needs, _tx, { values }) {
    return { update: { missingItems: null }, letter: { reason: values.reason } }
  },
  async approve(_needs, _tx, { values }) {
    return { update: { checkedDocuments: [...(values.checkedDocuments ?? [])], missingItems: null } }
  },
  async approveRenewal(_needs, _tx, { values }) {
    return { update: { checkedDocuments: [...(values.checkedDocuments ?? [])], missingItems: null } }
  },
  async sign(needs, tx, { row, values }) {
    await enableMembersOf(needs, tx, row)
    const number = row.enrolmentNumber ?? (await nextEnrolmentNumber(tx))
    return {
      update: { ...decreeOf(values), enrolmentNumber: number, ...(await makeCertificate(needs, tx, row)) },
    }
  },
  async signRenewal(needs, tx, { row, values }) {
    await enableMembersOf(needs, tx, row)
    return { update: { ...decreeOf(values), ...(await makeCertificate(needs, tx, row)) } }
  },
  async sendBack(_needs, _tx, { values }) {
    return { letter: { reason: values.reason } }
  },
  async proposeRejection(needs, _tx, { values }) {
    return { letter: { reason: values.reason, ...termFrom('rejectionWarning', needs) } }
  },
  async reject(_needs, _tx, { values }) {
    return { letter: { reason: values.reason } }
  },
  async remove(_needs, _tx, { values }) {
    return { letter: { reason: values.reason } }
  },
  async correctDecree(needs, tx, { row, values }) {
    const certificate = await makeCertificate(needs, tx, row)
    const changes = correctedFields(row, values)
    return { update: { ...decreeOf(values), ...certificate }, letter: { reason: values.reason }, changes }
  },
  async acceptProposal(needs, tx, { row }) {
    const { values, changes } = await acceptProposed(needs, tx, row)
    await updateMembers(needs, tx, row, values)
    // An issued certificate shows the facts of before.
    const certificate = row.certificateCode === null ? {} : await makeCertificate(needs, tx, row)
    return { update: { values, ...noProposal, ...certificate }, changes }
  },
  async refuseProposal(needs, tx, { row, values }) {
    await endProposedDocuments(needs, tx, row.id)
    return { update: noProposal, letter: { reason: values.reason } }
  },
}

/** The letter that requests documents, with a link that ends with their term; an earlier link opens nothing any more. */
async function documentRequest(
  needs: AssociationNeeds,
  tx: Db,
  { id, language }: StoredAssociation,
  { until, ...request }: { readonly missing: string; readonly until: PlainDate; readonly isMoved: boolean },
): Promise<LetterParams> {
  const { secret, hash } = newSecret()
  const link = { secretHash: hash, associationId: id, madeAt: needs.clock.now(), until: endOfDay(until) }
  await insertLink(tx, needs.vault, link)
  return { ...request, until, url: linkTo(needs, 'complete', secret, language) }
}

const decreeOf = ({ decreeNumber, decreeDate }: AssociationActionValues): AssociationUpdate => ({
  ...(decreeNumber !== undefined && { decreeNumber }),
  ...(decreeDate !== undefined && { decreeDate }),
})

/** The decree before and after its correction, for the history. */
const correctedFields = (
  { decreeNumber, decreeDate }: StoredAssociation,
  values: AssociationActionValues,
): AssociationFieldChange[] => [
  { field: 'numero_decreto', before: decreeNumber ?? undefined, after: values.decreeNumber },
  {
    field: 'data_decreto',
    before: decreeDate === null ? undefined : formatWireDate(decreeDate),
    after: values.decreeDate && formatWireDate(values.decreeDate),
  },
]

/** Makes a certificate under a code of its own; those that were issued before can still be verified, as replaced. */
async function makeCertificate({ clock }: AssociationNeeds, tx: Db, row: StoredAssociation) {
  const certificate = { certificateCode: newCertificateCode(), certificateAt: clock.now() }
  if (row.certificateCode !== null) await keepCertificate(tx, row.certificateCode, row)
  await insertCertificate(tx, row.id, certificate)
  return certificate
}
