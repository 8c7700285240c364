import {
  type AssociationAction,
  type AssociationChange,
  type AssociationFieldChange,
  type AssociationValues,
  associationDenialErrors,
  can,
  changeRequestForm,
  documentKeys,
  documentTypes,
  fixedKeysOf,
  type OwnAssociation,
  type PlainDate,
  type Withdrawal,
} from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { Maker } from '#platform/attachments/attachments.store.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { lockHolderOf } from '#platform/record/locks.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { associationFactsOf, denialOf, ownEditDenialOf } from '../associations.rules.ts'
import { findLinked } from '../record/association-links.store.ts'
import {
  type AssociationNeeds,
  contactParams,
  documentsOf,
  getStored,
  statusWord,
} from '../record/association-reading.ts'
import { associationRecord, storedValues } from '../record/association-record.ts'
import { associationChanges } from '../record/association-values.ts'
import { recordProposal, writeAction } from '../record/association-writing.ts'
import {
  type AssociationUpdate,
  isMember,
  lockRow,
  type StoredAssociation,
  updateAssociation,
} from '../record/associations.store.ts'
import { replaceDocuments } from '../record/documents.store.ts'
import { hashOf } from '../record/letters.ts'
import { enableMembersOf, updateMembers } from '../record/members.ts'
import {
  endProposedDocuments,
  isDecreed,
  noProposal,
  ownDocuments,
  proposalUpdate,
  splitChange,
} from '../record/proposals.ts'
import { ownDetailOf, renewalDenialOf } from './own-association.ts'

/** Somebody who changes their own association: a signed-in member, or the holder of a link. */
export interface OwnCaller {
  readonly user: SessionUser | undefined
  readonly visitorHash: string | undefined
  readonly audit: AuditRecorder
}

/** The id of the association that a caller may act for; 404 for every other. */
async function ownId(
  needs: AssociationNeeds,
  from: Db,
  { link, associationId }: AssociationChange,
  user: SessionUser | undefined,
) {
  if (link) return requireLinked(needs, from, link)
  if (associationId !== undefined) return requireMember(needs, from, associationId, user)
  throw invalidInput([{ path: 'collegamento', message: 'collegamento_o_associazione' }])
}

/** The association of a link; 404 for a link that is unknown, used or past. */
export async function requireLinked({ clock, vault }: AssociationNeeds, from: Db, link: string): Promise<number> {
  const id = await findLinked(from, vault, hashOf(link), clock.now())
  if (id === undefined) throw new AppError('not_found')
  return id
}

/** Throws unless the caller is a member of the association. */
export async function requireMember(
  { vault }: AssociationNeeds,
  from: Db,
  id: number,
  user: SessionUser | undefined,
): Promise<number> {
  if (!user) throw new AppError('not_signed_in')
  if (!can('personalArea', user.selectedRole)) throw new AppError('not_allowed')
  if (!(await isMember(from, vault, id, user.id))) throw new AppError('not_found')
  return id
}

/** Reads an association for its own change: refused while somebody of the office checks it, or for an older version. */
async function holdOwn(
  needs: AssociationNeeds,
  tx: Db,
  id: number,
  version: number | undefined,
): Promise<StoredAssociation> {
  await lockRow(tx, id)
  const row = await getStored(needs, tx, id)
  if (await lockHolderOf(needs, tx, { kind: 'association', id: id }))
    throw new AppError('being_verified', contactParams(needs))
  if (row.version !== version) throw new AppError('conflict')
  return row
}

const makerOf = ({ user, visitorHash }: OwnCaller): Maker => ({ visitorHash, userId: user?.id })

/** Stores what an association sent of itself: values and documents; returns the changes of its history. */
async function store(
  needs: AssociationNeeds,
  tx: Db,
  row: StoredAssociation,
  sent: AssociationChange,
  caller: OwnCaller,
) {
  const { associationId: _id, version: _version, link: _link, ...rest } = sent
  const isWithDecree = isDecreed(row)
  const fixed: readonly string[] = isWithDecree ? [] : fixedKeysOf(changeRequestForm)
  const kept = Object.fromEntries(Object.entries(row.values).filter(([key]) => fixed.includes(key)))
  const sentValues: AssociationValues = { ...storedValues(rest), ...kept }
  const changed = associationChanges.changedKeys(associationChanges.changesBetween(row.values, sentValues))
  await associationRecord.refuseUnknownChoices(needs, tx, sentValues, { changed, stored: row.values })
  const stored = await documentsOf(needs, tx, row.id)
  const maker = makerOf(caller)
  const documents = { values: rest, stored, maker }
  const { values, proposal } = await splitChange(needs, tx, { row, values: sentValues, documents }, caller.audit)
  const changedDocuments = await replaceDocuments(
    tx,
    needs,
    {
      associationId: row.id,
      values: rest,
      stored,
      maker,
      at: needs.clock.now(),
      ...(isWithDecree && { keys: ownDocuments }),
    },
    caller.audit,
  )
  return { values, changes: associationChanges.changesBetween(row.values, values), changedDocuments, proposal }
}

interface OwnChange {
  readonly values: AssociationValues
  readonly changes: AssociationFieldChange[]
  /** Types of documents that were added or left out. */
  readonly changedDocuments: readonly number[]
  /** What waits for the register. */
  readonly proposal: readonly AssociationFieldChange[] | undefined
}

/** Writes what an association changed of itself: the missing documents, or a change of an enrolled one. */
async function writeOwnChange(
  needs: AssociationNeeds,
  tx: Db,
  row: StoredAssociation,
  { values, changes, changedDocuments, proposal }: OwnChange,
  { user }: OwnCaller,
): Promise<void> {
  const facts = associationFactsOf(row, todayOf(needs.clock))
  const proposed = proposalUpdate(needs, proposal, null)
  if (denialOf('sendDocuments', facts, 'applicant') === null) {
    // The office checks again what changed, and nothing else.
    const checkedDocuments = row.checkedDocuments.filter((type) => !changedDocuments.includes(type))
    const update = { values, missingItems: null, checkedDocuments, ...proposed }
    const actor = { role: 'applicant' as const, user }
    await writeAction(needs, tx, { action: 'sendDocuments', row, actor, update, changes })
  } else if (changes.length + changedDocuments.length > 0) {
    const update = { values, ...proposed }
    const actor = { role: 'association' as const, user }
    const isCorrection = denialOf('correctRequest', facts, 'applicant') === null
    const action = isCorrection ? 'correctRequest' : 'changeOwn'
    // To the addresses of before: a stranger who has the link could change them.
    if (isCorrection) await needs.letters.send(tx, 'request_corrected', row)
    await writeAction(needs, tx, { action, row, actor, update, changes })
  } else if (proposal) await updateAssociation(tx, needs.vault, row, proposed)
  if (proposal) await recordProposal(needs, tx, row, proposal, user)
}

/** Corrects an own request, sends its missing documents, which lead back to where it came from, or changes an enrolled record. */
export const changeOwn = (
  needs: AssociationNeeds,
  sent: AssociationChange,
  caller: OwnCaller,
): Promise<OwnAssociation> =>
  needs.inTransaction(caller.audit, async (tx) => {
    const id = await ownId(needs, tx, sent, caller.user)
    const row = await holdOwn(needs, tx, id, sent.version)
    refuseOwnEdit(needs, row)
    const change = await store(needs, tx, row, sent, caller)
    const { values, changes, changedDocuments } = change
    const fields = [...associationChanges.changedKeys(changes), ...(changedDocuments.length > 0 ? ['documents'] : [])]
    caller.audit.record('association', [id], fields)
    await writeOwnChange(needs, tx, row, change, caller)
    await updateMembers(needs, tx, row, values)
    return ownDetailOf(needs, tx, await getStored(needs, tx, id))
  })

/** Requests the renewal of an enrolment, within its window, with the documents of this year. */
export const renewOwn = (needs: AssociationNeeds, sent: AssociationChange, caller: Caller): Promise<OwnAssociation> =>
  needs.inTransaction(caller.audit, async (tx) => {
    const id = await requireMember(needs, tx, sent.associationId ?? 0, caller.user)
    const row = await holdOwn(needs, tx, id, sent.version)
    const denial = renewalDenialOf(row, todayOf(needs.clock))
    if (denial) throw new AppError(associationDenialErrors[denial], { params: { status: statusWord(row.status) } })
    const own = { ...caller, visitorHash: undefined }
    const stored = await documentsOf(needs, tx, id)
    refuseOldDocuments(sent, stored)
    const { values, changes, proposal } = await store(needs, tx, row, sent, own)
    caller.audit.record('association', [id], ['status', ...associationChanges.changedKeys(changes)])
    const update = { values, missingItems: null, checkedDocuments: [], ...proposalUpdate(needs, proposal, null) }
    const actor = { role: 'association' as const, user: caller.user }
    await writeAction(needs, tx, { action: 'askRenewal', row, actor, update, changes })
    if (proposal) await recordProposal(needs, tx, row, proposal, caller.user)
    await enableMembersOf(needs, tx, { id, values })
    return ownDetailOf(needs, tx, await getStored(needs, tx, id))
  })

/** Requests the removal from the register; RUP decides. */
export const askOwnRemoval = (
  needs: AssociationNeeds,
  id: number,
  reason: string | undefined,
  caller: Caller,
): Promise<OwnAssociation> =>
  needs.inTransaction(caller.audit, async (tx) => {
    await requireMember(needs, tx, id, caller.user)
    await lockRow(tx, id)
    const row = await getStored(needs, tx, id)
    refuseOwn('askRemoval', row, todayOf(needs.clock))
    caller.audit.record('association', [id], ['removalRequestedOn'])
    const actor = { role: 'association' as const, user: caller.user }
    await writeAction(needs, tx, { action: 'askRemoval', row, actor, reason })
    return ownDetailOf(needs, tx, await getStored(needs, tx, id))
  })

/** The action that withdraws each subject, and what else it changes. */
const withdrawalOf = {
  proposal: { action: 'withdrawProposal', update: noProposal },
  removal: { action: 'withdrawRemoval', update: {} },
  renewal: { action: 'withdrawRenewal', update: { missingItems: null } },
} as const satisfies Record<Withdrawal, { action: AssociationAction; update: AssociationUpdate }>

/** Withdraws what the association asked for, while nobody of the office works on the record. */
export const withdrawOwn = (
  needs: AssociationNeeds,
  { id, subject }: { readonly id: number; readonly subject: Withdrawal },
  caller: Caller,
): Promise<OwnAssociation> =>
  needs.inTransaction(caller.audit, async (tx) => {
    await requireMember(needs, tx, id, caller.user)
    await lockRow(tx, id)
    const row = await getStored(needs, tx, id)
    if (await lockHolderOf(needs, tx, { kind: 'association', id: id }))
      throw new AppError('being_verified', contactParams(needs))
    const { action, update } = withdrawalOf[subject]
    refuseOwn(action, row, todayOf(needs.clock))
    caller.audit.record('association', [id], [subject])
    if (subject === 'proposal') await endProposedDocuments(needs, tx, id)
    await writeAction(needs, tx, { action, row, actor: { role: 'association', user: caller.user }, update })
    return ownDetailOf(needs, tx, await getStored(needs, tx, id))
  })

/** Throws 409 where the association may not change its record now. */
function refuseOwnEdit(needs: AssociationNeeds, row: StoredAssociation): void {
  const denial = ownEditDenialOf(associationFactsOf(row, todayOf(needs.clock)), false)
  if (denial === 'check_begun') throw new AppError('check_begun', contactParams(needs))
  if (denial) throw new AppError(associationDenialErrors[denial], { params: { status: statusWord(row.status) } })
}

/** Throws 409 where the association may not take an action now. */
function refuseOwn(action: AssociationAction, row: StoredAssociation, today: PlainDate): void {
  const denial = denialOf(action, associationFactsOf(row, today), 'association')
  if (denial && denial !== 'missing_input')
    throw new AppError(associationDenialErrors[denial], { params: { status: statusWord(row.status) } })
}

/** A renewal needs the documents 3 to 7 of this year: files that the association did not have yet (decisions §6). */
function refuseOldDocuments(sent: AssociationValues, stored: ReadonlyMap<number, readonly { id: string }[]>): void {
  const fieldErrors = documentKeys
    .filter((key) => documentTypes[key] >= 3)
    .filter((key) => {
      const before = stored.get(documentTypes[key]) ?? []
      return !(sent[key] ?? []).some(({ id }) => !before.some((file) => file.id === id))
    })
    .map((key) => ({
      path: `listaAllegatoPersonaGiuridica${documentTypes[key]}`,
      message: 'allegato_obbligatorio' as const,
    }))
  if (fieldErrors.length > 0) throw invalidInput(fieldErrors)
}
