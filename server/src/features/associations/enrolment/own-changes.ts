import {
  type AssociationChange,
  type AssociationFieldChange,
  type AssociationValues,
  associationDenialErrors,
  can,
  changeAssociationForm,
  documentKeys,
  documentTypes,
  fixedKeysOf,
  type OwnAssociation,
} from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { Maker } from '#platform/attachments/attachments.store.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/session/caller.ts'
import { lockHolderOf } from '#platform/session/lock-holder.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { denialOf, factsOf, ownEditDenialOf } from '../associations.rules.ts'
import { writeAction } from '../record/association-acting.ts'
import { changedKeys, changesBetween } from '../record/association-changes.ts'
import { insertAssociationEvent } from '../record/association-events.store.ts'
import {
  type AssociationNeeds,
  contactParams,
  documentsOf,
  getStored,
  statusWord,
} from '../record/association-reading.ts'
import { hasMembers, refuseUnknownChoices, storedValues } from '../record/association-saving.ts'
import {
  endLinks,
  findLinked,
  isMember,
  lockRow,
  type StoredAssociation,
  updateAssociation,
} from '../record/associations.store.ts'
import { replaceDocuments } from '../record/documents.store.ts'
import { hashOf } from '../record/letters.ts'
import { enableMembersOf } from '../record/members.ts'
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
  if (associationId !== undefined) return requireMember(from, associationId, user)
  throw invalidInput([{ path: 'collegamento', message: 'collegamento_o_associazione' }])
}

/** The association of a link; 404 for a link that is unknown, used or past. */
export async function requireLinked({ clock }: AssociationNeeds, from: Db, link: string): Promise<number> {
  const id = await findLinked(from, hashOf(link), clock.now())
  if (id === undefined) throw new AppError('not_found')
  return id
}

/** Throws unless the caller is a member of the association. */
export async function requireMember(from: Db, id: number, user: SessionUser | undefined): Promise<number> {
  if (!user) throw new AppError('not_signed_in')
  if (!can('personalArea', user.selectedRole)) throw new AppError('not_allowed')
  if (!(await isMember(from, id, user.id))) throw new AppError('not_found')
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
  if (await lockHolderOf(needs, tx, id, undefined)) throw new AppError('being_verified', contactParams(needs))
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
  const values: AssociationValues = { ...storedValues(rest), ...pick(row.values, fixedKeysOf(changeAssociationForm)) }
  const changes = changesBetween(row.values, values)
  await refuseUnknownChoices(needs, tx, values, { changed: changedKeys(changes), stored: row.values })
  const stored = await documentsOf(needs, tx, row.id)
  const documents = { associationId: row.id, values: rest, stored, maker: makerOf(caller), at: needs.clock.now() }
  const changedDocuments = await replaceDocuments(tx, needs.attachments, documents, caller.audit)
  return { values, changes, changedDocuments }
}

interface OwnChange {
  readonly values: AssociationValues
  readonly changes: AssociationFieldChange[]
  /** Types of documents that were added or left out. */
  readonly changedDocuments: readonly number[]
}

/** Writes what an association changed of itself: the missing documents, or a change of an enrolled one. */
async function writeOwnChange(
  needs: AssociationNeeds,
  tx: Db,
  row: StoredAssociation,
  { values, changes, changedDocuments }: OwnChange,
  { user }: OwnCaller,
): Promise<void> {
  const { vault, clock } = needs
  const facts = factsOf(row, todayOf(clock))
  const isSendingDocuments = denialOf('sendDocuments', facts, 'applicant') === null
  if (isSendingDocuments) {
    // The office checks again what changed, and nothing else.
    const checkedDocuments = row.checkedDocuments.filter((type) => !changedDocuments.includes(type))
    const update = { values, missingItems: null, checkedDocuments }
    const actor = { role: 'applicant' as const, user }
    await writeAction(needs, tx, { action: 'sendDocuments', row, actor, update, changes })
    await endLinks(tx, row.id, clock.now())
    return
  }
  await updateAssociation(tx, vault, row, { values })
  await insertAssociationEvent(tx, vault, {
    ...{ associationId: row.id, kind: 'changeOwn', at: clock.now(), changes },
    ...{ byUser: user?.id ?? null, role: user?.selectedRole ?? null },
  })
}

/** Changes an own request or record; missing documents lead back to where the request came from. */
export const changeOwn = (
  needs: AssociationNeeds,
  sent: AssociationChange,
  caller: OwnCaller,
): Promise<OwnAssociation> =>
  needs.inTransaction(async (tx) => {
    const id = await ownId(needs, tx, sent, caller.user)
    const row = await holdOwn(needs, tx, id, sent.version)
    const denial = ownEditDenialOf(row.status, false)
    if (denial) throw new AppError(associationDenialErrors[denial], { params: { status: statusWord(row.status) } })
    const change = await store(needs, tx, row, sent, caller)
    const { values, changes, changedDocuments } = change
    const fields = [...changedKeys(changes), ...(changedDocuments.length > 0 ? ['documents'] : [])]
    caller.audit.record('association', [id], fields)
    await writeOwnChange(needs, tx, row, change, caller)
    if (hasMembers(row)) await enableMembersOf(needs, tx, { id, values })
    return ownDetailOf(needs, tx, await getStored(needs, tx, id))
  })

/** Requests the renewal of an enrolment, within its window, with the documents of this year. */
export const renewOwn = (needs: AssociationNeeds, sent: AssociationChange, caller: Caller): Promise<OwnAssociation> =>
  needs.inTransaction(async (tx) => {
    const id = await requireMember(tx, sent.associationId ?? 0, caller.user)
    const row = await holdOwn(needs, tx, id, sent.version)
    const denial = renewalDenialOf(row, todayOf(needs.clock))
    if (denial) throw new AppError(associationDenialErrors[denial], { params: { status: statusWord(row.status) } })
    const own = { ...caller, visitorHash: undefined }
    const stored = await documentsOf(needs, tx, id)
    refuseOldDocuments(sent, stored)
    const { values, changes } = await store(needs, tx, row, sent, own)
    caller.audit.record('association', [id], ['status', ...changedKeys(changes)])
    const update = { values, missingItems: null, checkedDocuments: [] }
    const actor = { role: 'association' as const, user: caller.user }
    await writeAction(needs, tx, { action: 'askRenewal', row, actor, update, changes })
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
  needs.inTransaction(async (tx) => {
    await requireMember(tx, id, caller.user)
    await lockRow(tx, id)
    const row = await getStored(needs, tx, id)
    const denial = denialOf('remove', factsOf(row, todayOf(needs.clock)), 'manager')
    if (denial) throw new AppError('association_status', { params: { status: statusWord(row.status) } })
    caller.audit.record('association', [id], ['isRemovalRequested'])
    await updateAssociation(tx, needs.vault, row, { isRemovalRequested: true })
    await insertAssociationEvent(tx, needs.vault, {
      ...{ associationId: id, kind: 'askRemoval', at: needs.clock.now(), reason },
      ...{ byUser: caller.user.id, role: caller.user.selectedRole },
    })
    return ownDetailOf(needs, tx, await getStored(needs, tx, id))
  })

const pick = (values: AssociationValues, keys: readonly string[]): AssociationValues =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => keys.includes(key) && value !== undefined))

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
