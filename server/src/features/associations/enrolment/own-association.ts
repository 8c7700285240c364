import { type AssociationEventKind, addDays, type OwnAssociation, type PlainDate, termDays } from '@portal/contract'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { lockHolderOf } from '#platform/record/locks.ts'
import {
  associationFactsOf,
  denialOf,
  enrolmentNumberOf,
  isInForce,
  ownEditDenialOf,
  requestNumberOf,
} from '../associations.rules.ts'
import { listSteps } from '../record/association-events.store.ts'
import { type AssociationNeeds, datesOf, documentsOf, isLate } from '../record/association-reading.ts'
import type { StoredAssociation } from '../record/associations.store.ts'
import { withDocuments } from '../record/documents.store.ts'
import { pendingOf } from '../record/pending.ts'

/** The entries of the history that an association does not see in its timeline. */
const officeOnly: readonly AssociationEventKind[] = ['change', 'proposeRejection', 'sendBack', 'sendRenewalBack']

/** Why the renewal of an enrolment cannot be requested now; null where it can. Missing documents are no reason. */
export const renewalDenialOf = (row: StoredAssociation, today: PlainDate): OwnAssociation['renewalDenial'] => {
  const denial = denialOf('askRenewal', associationFactsOf(row, today), 'association')
  return denial === 'missing_input' ? null : denial
}

/** An association as its own people see it: without the notes of the office and its correspondence. */
export async function ownDetailOf(needs: AssociationNeeds, from: Db, row: StoredAssociation): Promise<OwnAssociation> {
  const today = todayOf(needs.clock)
  const documents = await documentsOf(needs, from, row.id)
  const holder = await lockHolderOf(needs, from, { kind: 'association', id: row.id })
  const steps = await listSteps(from, [row.id])
  const { expiresOn } = row
  return {
    id: row.id,
    status: row.status,
    version: row.version,
    ...datesOf(row),
    isLate: isLate(row, today),
    requestNumber: requestNumberOf(row.requestYear, row.requestPlace),
    enrolmentNumber:
      row.enrolmentNumber === null ? undefined : enrolmentNumberOf(needs.office.productTag, row.enrolmentNumber),
    missingItems: row.status === 'documentsAsked' ? (row.missingItems ?? undefined) : undefined,
    editDenial: ownEditDenialOf(associationFactsOf(row, today), holder !== undefined),
    renewalFrom: expiresOn === null ? undefined : addDays(expiresOn, -termDays('renewalBeforeExpiry')),
    renewalTo: expiresOn === null ? undefined : addDays(expiresOn, termDays('renewalAfterExpiry')),
    renewalDenial: renewalDenialOf(row, today) ?? (holder ? 'locked' : null),
    ...pendingOf(row, today),
    isRenewalWithdrawable: denialOf('withdrawRenewal', associationFactsOf(row, today), 'association') === null,
    hasCertificate: row.certificateCode !== null && hasCertificate(row),
    timeline: steps
      .filter(({ kind }) => !officeOnly.includes(kind))
      .map(({ kind, at, statusTo }) => ({ kind, at, to: statusTo ?? undefined })),
    values: { ...withDocuments(row.values, documents), consent: true },
  }
}

/** Whether an association has a certificate in force. */
export const hasCertificate = (row: Pick<StoredAssociation, 'status' | 'closedOn' | 'enrolledOn'>) =>
  row.enrolledOn !== null && isInForce(row)
