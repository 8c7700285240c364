import {
  type AssociationValues,
  dayIn,
  dayMs,
  isTermMoved,
  letterAddressesOf,
  officeZone,
  termEnd,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Db } from '#platform/database/transaction.ts'
import { lockHolderOf } from '#platform/record/locks.ts'
import { isPending } from '../associations.rules.ts'
import { insertAssociationEvent } from '../record/association-events.store.ts'
import { type AssociationNeeds, contactParams, getStored } from '../record/association-reading.ts'
import { lockRow, type StoredAssociation } from '../record/associations.store.ts'
import { checkDocuments, documentIds } from '../record/documents.store.ts'
import { hashOf, linkTo, newSecret } from '../record/letters.ts'
import { deleteDraft, insertDraft, isReplacementWaiting, listDueReplacements, lockReplacement } from './drafts.store.ts'
import { overwriteRequest, type WaitingApplication } from './store-request.ts'

/** Days after the term in which a request that the office checks then may still be replaced; retention deletes the application. */
const graceDays = 14

/** What becomes of a replacement: carried out, refused, or postponed while the office checks the request. */
type Outcome = 'replaced' | 'refused' | 'postponed'

/**
 * Keeps an application that replaces a pending request, sealed, until the earlier applicant confirms it by the link of a mail, or a
 * week passes without an answer (decisions §6). Returns when that is. Throws 409 where another one waits already, or the office
 * checks the request.
 */
export async function askReplacement(
  needs: AssociationNeeds,
  tx: Db,
  known: StoredAssociation,
  { values, language, maker, network }: WaitingApplication,
  audit: AuditRecorder,
): Promise<Date> {
  const { vault, clock, attachments } = needs
  const { id } = known
  await lockRow(tx, id)
  if (await lockHolderOf(needs, tx, { kind: 'association', id: id }))
    throw new AppError('being_verified', contactParams(needs))
  if (await isReplacementWaiting(tx, vault, id)) throw new AppError('replacement_waits', contactParams(needs))
  await checkDocuments(tx, attachments, values, maker)
  const now = clock.now()
  const today = dayIn(officeZone, now)
  const until = termEnd('replacement', today)
  const replaceAt = new Date(now.getTime() + (Date.parse(until) - Date.parse(today)))
  const { secret, hash } = newSecret()
  const draftId = await insertDraft(tx, vault, {
    secretHash: hash,
    isApplication: true,
    language,
    content: values,
    until: new Date(replaceAt.getTime() + graceDays * dayMs),
    replacesId: id,
    replaceAt,
  })
  await attachments.keepWithDraft(tx, { ids: documentIds(values), maker, draftId, network })
  audit.record('association', [id])
  await insertAssociationEvent(tx, vault, {
    associationId: id,
    kind: 'askReplacement',
    at: now,
    byUser: null,
    role: null,
  })
  await needs.letters.send(tx, 'replacement_request', known, {
    url: linkTo(needs, 'replace', secret, known.language),
    until,
    isMoved: isTermMoved('replacement', today),
  })
  return replaceAt
}

type Replacement = NonNullable<Awaited<ReturnType<typeof lockReplacement>>>

/** Ends a replacement: the request stays as it is, and the later applicant gets a mail. */
async function refuse(needs: AssociationNeeds, tx: Db, { id, replacesId, content, language }: Replacement) {
  const values = content as AssociationValues
  await insertAssociationEvent(tx, needs.vault, {
    associationId: replacesId ?? 0,
    kind: 'refuseReplacement',
    at: needs.clock.now(),
    byUser: null,
    role: null,
  })
  await needs.letters.sendTo(tx, 'replacement_refused', letterAddressesOf(values), language, {
    name: values.name ?? '',
  })
  await deleteDraft(tx, id)
}

/** Replaces the request, unless it is no longer pending; while the office checks it, nothing happens. */
async function carryOut(needs: AssociationNeeds, tx: Db, waiting: Replacement, audit: AuditRecorder): Promise<Outcome> {
  const associationId = waiting.replacesId ?? 0
  await lockRow(tx, associationId)
  const row = await getStored(needs, tx, associationId)
  audit.record('association', [associationId])
  if (!isPending(row)) {
    await refuse(needs, tx, waiting)
    return 'refused'
  }
  if (await lockHolderOf(needs, tx, { kind: 'association', id: associationId })) return 'postponed'
  const { content, language, id } = waiting
  const sent = content as AssociationValues
  await overwriteRequest(needs, tx, row, { values: sent, language, maker: { draftId: id } }, audit)
  await deleteDraft(tx, id)
  return 'replaced'
}

/** Applications that replace a pending request (decisions §6). */
export function createReplacements(needs: AssociationNeeds) {
  const { db, inTransaction, vault, clock } = needs

  return {
    /** The answer of the earlier applicant; returns whether the request is replaced. 404 for a link that is unknown or used. */
    answer: (link: string, isAccepted: boolean, audit: AuditRecorder): Promise<boolean> =>
      inTransaction(audit, async (tx) => {
        const waiting = await lockReplacement(tx, vault, { hash: hashOf(link) })
        if (!waiting) throw new AppError('not_found')
        if (!isAccepted) {
          audit.record('association', [waiting.replacesId ?? 0])
          await refuse(needs, tx, waiting)
          return false
        }
        const outcome = await carryOut(needs, tx, waiting, audit)
        if (outcome === 'postponed') throw new AppError('being_verified', contactParams(needs))
        return outcome === 'replaced'
      }),

    /** The ids of the replacements that nobody answered in a week. */
    listDue: (): Promise<number[]> => listDueReplacements(db, clock.now()),

    /** Carries out a replacement that nobody answered. */
    replaceDue: (id: number, audit: AuditRecorder): Promise<Outcome | undefined> =>
      inTransaction(audit, async (tx) => {
        const waiting = await lockReplacement(tx, vault, { id })
        return waiting && carryOut(needs, tx, waiting, audit)
      }),
  }
}
