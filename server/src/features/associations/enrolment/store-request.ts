import { type AssociationValues, dayMs, type Language } from '@portal/contract'
import type { Maker } from '#platform/attachments/attachments.store.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { requestNumberOf } from '../associations.rules.ts'
import { insertAssociationEvent } from '../record/association-events.store.ts'
import { insertLink } from '../record/association-links.store.ts'
import { type AssociationNeeds, documentsOf, getStored } from '../record/association-reading.ts'
import { storedValues } from '../record/association-record.ts'
import { associationChanges } from '../record/association-values.ts'
import { notifyOf, sendLettersOf } from '../record/association-writing.ts'
import {
  insertAssociation,
  nextRequestPlace,
  replaceMembers,
  type StoredAssociation,
  updateAssociation,
} from '../record/associations.store.ts'
import { replaceDocuments } from '../record/documents.store.ts'
import { linkTo, newSecret } from '../record/letters.ts'
import { linkApplicant } from '../record/members.ts'

/** An application that waits for somebody's confirmation. */
export interface WaitingApplication extends Pick<NewRequest, 'values' | 'language' | 'maker'> {
  readonly network: string
}

interface NewRequest {
  readonly values: AssociationValues
  readonly language: Language
  readonly maker: Maker
  /** The applicant, where they are signed in. */
  readonly user?: SessionUser | undefined
  readonly action: 'apply' | 'applyAgain'
  readonly previous?: StoredAssociation | undefined
}

/** Stores a request with its documents, history, notices and receipt; returns its number. */
export async function insertRequest(
  needs: AssociationNeeds,
  tx: Db,
  { values, language, maker, user, action, previous }: NewRequest,
  audit: AuditRecorder,
): Promise<string> {
  const { vault, clock } = needs
  const requestedAt = clock.now()
  const requestYear = Number(todayOf(clock).slice(0, 4))
  const requestPlace = await nextRequestPlace(tx, requestYear)
  const id = await insertAssociation(tx, vault, {
    values: storedValues(values),
    status: 'submitted',
    language,
    requestYear,
    requestPlace,
    requestedAt,
    statusSince: requestedAt,
    previousId: previous?.id,
  })
  const stored = new Map()
  await replaceDocuments(tx, needs, { associationId: id, values, stored, maker, at: requestedAt }, audit)
  if (user) await linkApplicant(needs, tx, { id, values }, user)
  audit.record('association', [id], Object.keys(values))
  await insertAssociationEvent(tx, vault, {
    associationId: id,
    kind: action,
    at: requestedAt,
    byUser: null,
    role: null,
    statusTo: 'submitted',
  })
  const row = await getStored(needs, tx, id)
  await notifyOf(needs, tx, { action, row, actor: { role: 'applicant', user: undefined } })
  await sendReceipt(needs, tx, { action, id, language })
  return requestNumberOf(requestYear, requestPlace)
}

/**
 * Replaces a pending request by another application; the history keeps what it was, its applicant gets a mail, and every date of the
 * procedure starts again.
 */
export async function overwriteRequest(
  needs: AssociationNeeds,
  tx: Db,
  row: StoredAssociation,
  { values: sent, language, maker }: Pick<NewRequest, 'values' | 'language' | 'maker'>,
  audit: AuditRecorder,
): Promise<void> {
  const { vault, clock } = needs
  const { id } = row
  const values = storedValues(sent)
  const at = clock.now()
  await needs.letters.send(tx, 'replaced', row)
  // Who applied before acts for the request no more.
  await replaceMembers(tx, vault, id, [])
  const stored = await documentsOf(needs, tx, id)
  await replaceDocuments(tx, needs, { associationId: id, values: sent, stored, maker, at }, audit)
  await updateAssociation(tx, vault, row, {
    status: 'submitted',
    statusSince: at,
    requestedAt: at,
    language,
    origin: null,
    approvedOn: null,
    documentsDueOn: null,
    isTermExtended: false,
    rejectionWarnedOn: null,
    missingItems: null,
    checkedDocuments: [],
    values,
  })
  audit.record('association', [id], Object.keys(values))
  await insertAssociationEvent(tx, vault, {
    associationId: id,
    kind: 'replace',
    at,
    byUser: null,
    role: null,
    statusFrom: row.status,
    statusTo: 'submitted',
    changes: associationChanges.changesBetween(row.values, values),
  })
  await notifyOf(needs, tx, { action: 'apply', row, actor: { role: 'applicant', user: undefined } })
  await sendReceipt(needs, tx, { action: 'apply', id, language })
}

/** Days for which the link of a receipt opens its request; the register has begun to check it long before. */
const linkDays = 90

/** Sends the receipt of a request, with a link to correct it; earlier links of the request open nothing any more. */
async function sendReceipt(
  needs: AssociationNeeds,
  tx: Db,
  { action, id, language }: Pick<NewRequest, 'action' | 'language'> & { readonly id: number },
): Promise<void> {
  const { secret, hash } = newSecret()
  const madeAt = needs.clock.now()
  const until = new Date(madeAt.getTime() + linkDays * dayMs)
  await insertLink(tx, needs.vault, { secretHash: hash, associationId: id, madeAt, until })
  await sendLettersOf(needs, tx, action, id, { url: linkTo(needs, 'complete', secret, language) })
}
