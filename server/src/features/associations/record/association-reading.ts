import {
  type AssociationDetail,
  addDays,
  can,
  type FileRef,
  type Office,
  type PayloadLabels,
  type Role,
  termEnd,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { Attachments } from '#platform/attachments/attachments.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { DocumentFile } from '#platform/pdf/document-file.ts'
import { type LockHolder, lockMembers } from '#platform/record/locks.ts'
import type { RecordNeeds } from '#platform/record/record.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { namedUsersOf } from '#platform/session/user-names.ts'
import type { OfficeKey } from '#platform/signing/open-signer.ts'
import { textsIn } from '#platform/texts.ts'
import {
  associationFactsOf,
  decreeDaysOf,
  denialsFor,
  enrolmentNumberOf,
  requestDaysOf,
  requestNumberOf,
} from '../associations.rules.ts'
import type { EnrolmentTerm } from '../expiry.rules.ts'
import { listLastEvents } from './association-events.store.ts'
import { findAssociation, type StoredAssociation } from './associations.store.ts'
import { type DocumentsByType, listDocuments, withDocuments } from './documents.store.ts'
import type { Letters } from './letters.ts'
import { pendingOf } from './pending.ts'

/** A notice about an association to people of the office. */
export interface AssociationNews {
  readonly kind:
    | 'associationApplied'
    | 'associationDocuments'
    | 'associationChecked'
    | 'associationToSign'
    | 'associationSentBack'
    | 'renewalToSign'
    | 'associationChanged'
    | 'associationProposed'
    | 'proposalWithdrawn'
    | 'removalRequested'
    | 'removalWithdrawn'
    | 'renewalWithdrawn'
    | 'renewalEnded'
  readonly associationId: number
  readonly userIds: readonly number[]
  readonly onceSince?: Date
}

/** A person who acts for an association. */
export interface Member {
  readonly taxCode: string
  readonly firstName: string
  readonly lastName: string
  readonly mail?: string | null | undefined
}

/** What the services of the register need. */
export interface AssociationNeeds extends RecordNeeds {
  readonly office: Office
  readonly attachments: Attachments
  readonly letters: Letters
  readonly publicOrigin: string
  readonly documentFile: DocumentFile
  /** Signs certificates of enrolment. */
  readonly officeKey: OfficeKey
  readonly enrolmentTerm: EnrolmentTerm
  /** People of the office whose account is valid now. */
  readonly workers: (from: Db) => Promise<readonly { readonly id: number; readonly roles: readonly Role[] }[]>
  readonly notify: (tx: Db, news: AssociationNews) => Promise<void>
  /** The accounts of people, null for somebody without one; undefined where one of them cannot act for an association. */
  readonly memberAccounts: (
    tx: Db,
    people: readonly Member[],
    members: ReadonlySet<number>,
  ) => Promise<(number | null)[] | undefined>
  /** The account with which an invited person answers; undefined where they may have none. */
  readonly openMemberAccount: (tx: Db, person: Member) => Promise<number | undefined>
  /** The labels of grounds and funders, retired ones too. */
  readonly readLabels: (from: Db) => Promise<PayloadLabels>
  /** The reports of an association with this number that the caller may read. */
  readonly reportsOf: (number: string, caller: Caller) => Promise<AssociationDetail['reports']>
}

/** The Italian name of a status. */
export const statusWord = (status: StoredAssociation['status']): string => textsIn('it')(`registerStatuses.${status}`)

export async function getStored(needs: AssociationNeeds, from: Db, id: number): Promise<StoredAssociation> {
  const row = await findAssociation(from, needs.vault, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** Where to ask, in the sentences that refuse a number or a change. */
export const contactParams = ({ office }: Pick<AssociationNeeds, 'office'>) => ({
  params: { phone: office.phone, mail: office.registerMailbox, tag: office.productTag },
})

/** The newest changes of an association, and the user of the last one. */
async function readChanges({ vault }: AssociationNeeds, from: Db, { id, proposedBy }: StoredAssociation) {
  const events = await listLastEvents(from, id)
  const users = [...events.map(({ byUser }) => byUser), proposedBy].filter((user) => user !== null)
  const named = await namedUsersOf(from, vault, [...new Set(users)])
  const nameOf = (user: number | null) => (user === null ? undefined : named.get(user))
  const lastChanges = events.map(({ byUser, place, at, statusTo, ...event }) => ({
    id: event.id,
    associationId: id,
    place,
    at,
    by: nameOf(byUser)?.name,
    byTaxCode: nameOf(byUser)?.taxCode,
    status: statusTo ?? undefined,
  }))
  return { lastChanges, lastUser: nameOf(events[0]?.byUser ?? null), proposer: nameOf(proposedBy)?.name }
}

/** The last change with the dates and the status of the record. */
const lastModificationOf = (
  row: StoredAssociation,
  { lastChanges: [last], lastUser }: Changes,
): AssociationDetail['lastModification'] =>
  last && {
    user: { taxCode: lastUser?.taxCode, lastName: lastUser?.lastName },
    dates: {
      changedAt: last.at,
      requestedAt: row.currentRequestAt,
      enrolledOn: row.enrolledOn ?? undefined,
      expiresOn: row.expiresOn ?? undefined,
      renewedOn: row.renewedOn ?? undefined,
    },
    state: { status: statusWord(row.status) },
  }
type Changes = Awaited<ReturnType<typeof readChanges>>

/** The documents of an association: those in force now, or at an instant. */
export const documentsOf = (
  { attachments }: AssociationNeeds,
  from: Db,
  id: number,
  at?: Date,
): Promise<DocumentsByType> => listDocuments(from, attachments, id, at)

/** What a detail shows beside the record itself. */
interface Beside {
  readonly user: SessionUser
  readonly documents: DocumentsByType
  readonly holder: LockHolder | undefined
  readonly changes: Changes
  readonly labels: PayloadLabels
}

const correspondenceOf = (documents: DocumentsByType): FileRef[] => [...(documents.get(8) ?? [])]

function presentBeside(
  { clock, office, officeKey }: AssociationNeeds,
  row: StoredAssociation,
  { user, documents, holder, changes, labels }: Beside,
): AssociationDetail {
  const today = todayOf(clock)
  const mayEdit = can('registerEdit', user.selectedRole)
  const actions = denialsFor(associationFactsOf(row, today), user.selectedRole, {
    mayEdit,
    isLocked: holder !== undefined,
  })
  const warned = row.rejectionWarnedOn
  return {
    id: row.id,
    status: row.status,
    version: row.version,
    ...datesOf(row),
    isLate: isLate(row, today),
    requestNumber: requestNumberOf(row.requestYear, row.requestPlace),
    enrolmentNumber:
      row.enrolmentNumber === null ? undefined : enrolmentNumberOf(office.productTag, row.enrolmentNumber),
    approvedOn: row.approvedOn ?? undefined,
    decreeNumber: row.decreeNumber ?? undefined,
    decreeDate: row.decreeDate ?? undefined,
    origin: row.origin ?? undefined,
    missingItems: row.missingItems ?? undefined,
    isTermExtended: row.isTermExtended,
    rejectionWarnedOn: warned ?? undefined,
    rejectableFrom: warned === null ? undefined : addDays(termEnd('rejectionWarning', warned), 1),
    ...pendingOf(row, today, changes.proposer),
    ...decreeDaysOf(row),
    isExpired: row.status === 'expired' || (row.expiresOn !== null && row.expiresOn < today),
    isReadOnly: actions.edit !== null,
    actions,
    isConflict: holder !== undefined,
    isHistorical: false,
    ...lockMembers(holder),
    isSigningLapsed: officeKey.isLapsed(clock.now()),
    checkedDocuments: [...row.checkedDocuments],
    correspondence: correspondenceOf(documents),
    previousId: row.previousId ?? undefined,
    lastChange: changes.lastChanges[0],
    lastChanges: changes.lastChanges,
    lastModification: lastModificationOf(row, changes),
    changedBy: changes.lastChanges[0]?.by,
    labels,
    // On loading for editing the consent is given (specification 2 §4).
    values: { ...withDocuments(row.values, documents), consent: true },
  }
}

/** The dates of an association as replies show them. */
export const datesOf = (row: StoredAssociation) => ({
  ...requestDaysOf(row),
  enrolledOn: row.enrolledOn ?? undefined,
  renewedOn: row.renewedOn ?? undefined,
  expiresOn: row.expiresOn ?? undefined,
  closedOn: row.closedOn ?? undefined,
  dueOn: row.documentsDueOn ?? undefined,
})

/** Whether the term for the documents has passed. */
export const isLate = ({ documentsDueOn }: Pick<StoredAssociation, 'documentsDueOn'>, today: string): boolean =>
  documentsDueOn !== null && documentsDueOn < today

/**
 * An association as the detail shows it to a user of the office, beside the lock of another user; its documents are those of an
 * instant, by default of now.
 */
export async function presentDetail(
  needs: AssociationNeeds,
  from: Db,
  row: StoredAssociation,
  user: SessionUser,
  holder: LockHolder | undefined,
  at?: Date,
): Promise<AssociationDetail> {
  const documents = await documentsOf(needs, from, row.id, at)
  const changes = await readChanges(needs, from, row)
  const labels = await needs.readLabels(from)
  return presentBeside(needs, row, { user, documents, holder, changes, labels })
}

/** Adds the reports of an association, for users who may read cases. It reads outside of any transaction. */
export async function withReports(
  needs: AssociationNeeds,
  detail: AssociationDetail,
  caller: Caller,
): Promise<AssociationDetail> {
  const { number } = detail.values
  if (!number || !can('cases', caller.user.selectedRole)) return detail
  return { ...detail, reports: await needs.reportsOf(number, caller) }
}
