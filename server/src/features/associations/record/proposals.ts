import { isDeepStrictEqual } from 'node:util'
import {
  type AssociationFieldChange,
  type AssociationValues,
  type DocumentKey,
  documentKeys,
  documentTypes,
  restsOnDecree,
} from '@portal/contract'
import type { Maker } from '#platform/attachments/attachments.store.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { AssociationNeeds } from './association-reading.ts'
import { associationChanges } from './association-values.ts'
import type { AssociationUpdate, StoredAssociation } from './associations.store.ts'
import { type DocumentsByType, listDocuments, ownerOfDocument, pathOf, withDocuments } from './documents.store.ts'
import { refuseNumberInUse } from './number-in-use.ts'

/** Whether a record rests on a decree: it was enrolled, so that its decreed facts change only when the register accepts. */
export const isDecreed = ({ enrolledOn }: Pick<StoredAssociation, 'enrolledOn'>): boolean => enrolledOn !== null

const proposedDocuments: readonly DocumentKey[] = documentKeys.filter(restsOnDecree)
export const ownDocuments: readonly DocumentKey[] = documentKeys.filter((key) => !restsOnDecree(key))

const pick = (values: AssociationValues, isChosen: (key: string) => boolean): AssociationValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => isChosen(key)))

/** Some values with the decreed facts of others. */
const withDecreed = (values: AssociationValues, decreed: AssociationValues): AssociationValues => ({
  ...pick(values, (key) => !restsOnDecree(key)),
  ...pick(decreed, restsOnDecree),
})

/** A change of an association: what is stored at once, and what waits for the register. */
export interface SplitChange {
  readonly values: AssociationValues
  /** Undefined where nothing new waits. */
  readonly proposal: readonly AssociationFieldChange[] | undefined
}

interface SentChange {
  readonly row: StoredAssociation
  readonly values: AssociationValues
  /** The documents that the sender names; undefined for a sender who sends none. */
  readonly documents?: { readonly values: AssociationValues; readonly stored: DocumentsByType; readonly maker: Maker }
}

/**
 * Splits a change of an association by what its fields rest on (`fieldBasis`). New documents of a proposal are claimed; those of an
 * open one that the new proposal replaces end. Throws 409 where another association has the proposed number.
 */
export async function splitChange(
  needs: AssociationNeeds,
  tx: Db,
  { row, values, documents }: SentChange,
  audit: AuditRecorder,
): Promise<SplitChange> {
  if (!isDecreed(row)) return { values, proposal: undefined }
  const kept = withDecreed(values, row.values)
  const files = documents ? await claimProposed(needs, tx, row.id, documents, audit) : { before: {}, after: {} }
  const before = { ...row.values, ...files.before }
  const changes = associationChanges.changesBetween(before, { ...withDecreed(row.values, values), ...files.after })
  const isKnown = changes.length === 0 || isDeepStrictEqual(changes, row.proposal)
  if (isKnown) return { values: kept, proposal: undefined }
  const { number } = values
  if (associationChanges.changedKeys(changes).includes('number')) await refuseNumberInUse(needs, tx, row.id, number)
  await endProposedDocuments(needs, tx, row.id, filesOf(changes))
  return { values: kept, proposal: changes }
}

/** Claims the documents of a proposal; returns those in force and the proposed ones of each type that differs. */
async function claimProposed(
  needs: AssociationNeeds,
  tx: Db,
  associationId: number,
  { values, stored, maker }: NonNullable<SentChange['documents']>,
  audit: AuditRecorder,
): Promise<{ before: AssociationValues; after: AssociationValues }> {
  const { attachments } = needs
  const open = await attachments.listProposed(tx, associationId)
  const changed = proposedDocuments.filter((key) => {
    const known = stored.get(documentTypes[key]) ?? []
    return !isDeepStrictEqual(known.map(({ id }) => id).sort(), (values[key] ?? []).map(({ id }) => id).sort())
  })
  for (const key of changed) {
    const type = documentTypes[key]
    const known = [...(stored.get(type) ?? []), ...open]
    const ids = (values[key] ?? []).map(({ id }) => id).filter((id) => !known.some((file) => file.id === id))
    const owner = { ...ownerOfDocument(needs, associationId, type), associationProposed: true }
    await attachments.claim(tx, { ids, maker, owner, wirePath: pathOf(type), onlyPdf: true }, audit)
  }
  const proposed = await attachments.listProposed(tx, associationId)
  const refsOf = (key: DocumentKey) =>
    [...(stored.get(documentTypes[key]) ?? []), ...proposed]
      .filter(({ id }) => values[key]?.some((sent) => sent.id === id))
      .map(({ id, name }) => ({ id, name }))
  return {
    before: Object.fromEntries(changed.map((key) => [key, stored.get(documentTypes[key]) ?? []])),
    after: Object.fromEntries(changed.map((key) => [key, refsOf(key)])),
  }
}

/** The ids of the files that a proposal would bring into force. */
const filesOf = (changes: readonly AssociationFieldChange[]): string[] => {
  const after = applied({}, changes)
  return proposedDocuments.flatMap((key) => (after[key] ?? []).map(({ id }) => id))
}

/** Ends the proposed documents of an association but those of a newer proposal: they never come into force. */
export async function endProposedDocuments(
  { attachments, clock }: AssociationNeeds,
  tx: Db,
  associationId: number,
  kept: readonly string[] = [],
): Promise<void> {
  const open = await attachments.listProposed(tx, associationId)
  const ended = open.map(({ id }) => id).filter((id) => !kept.includes(id))
  await attachments.replaceInAssociation(tx, associationId, ended, clock.now())
}

/** The values with some changes. */
const applied = (values: AssociationValues, changes: readonly AssociationFieldChange[]): AssociationValues =>
  associationChanges.withoutChanges(
    values,
    changes.map(({ field, before, after }) => ({ field, before: after, after: before })),
  )

/** The columns of an open proposal that is decided or withdrawn. */
export const noProposal = { proposal: null, proposedAt: null, proposedBy: null } as const satisfies AssociationUpdate

/** The columns of a new proposal. */
export const proposalUpdate = (
  { clock }: AssociationNeeds,
  proposal: readonly AssociationFieldChange[] | undefined,
  userId: number | null,
): AssociationUpdate => (proposal ? { proposal, proposedAt: clock.now(), proposedBy: userId } : {})

/** Brings the documents of an accepted proposal into force; returns the new values and the changes for the history. */
export async function acceptProposed(
  needs: AssociationNeeds,
  tx: Db,
  row: StoredAssociation,
): Promise<{ values: AssociationValues; changes: AssociationFieldChange[] }> {
  const { attachments, clock } = needs
  const proposal = row.proposal ?? []
  const before = withDocuments(row.values, await listDocuments(tx, attachments, row.id))
  const values = applied(before, proposal)
  const changed = associationChanges.changedKeys(proposal)
  if (changed.includes('number')) await refuseNumberInUse(needs, tx, row.id, values.number)
  for (const key of proposedDocuments.filter((one) => changed.includes(one))) {
    const ids = (values[key] ?? []).map(({ id }) => id)
    const replaced = (before[key] ?? []).map(({ id }) => id).filter((id) => !ids.includes(id))
    await attachments.replaceInAssociation(tx, row.id, replaced, clock.now())
    await attachments.acceptInAssociation(tx, ids, clock.now())
  }
  return { values, changes: associationChanges.changesBetween(before, values) }
}
