import {
  type AssociationEventKind,
  type AssociationFieldChange,
  type AssociationStatus,
  type AssociationWords,
  associationActions,
  isTermMoved,
  type LetterKind,
} from '@portal/contract'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { moveOf } from '../association-moves.rules.ts'
import { insertAssociationEvent } from './association-events.store.ts'
import { endLinks } from './association-links.store.ts'
import { type AssociationNeeds, type AssociationNews, getStored } from './association-reading.ts'
import {
  type AssociationUpdate,
  moveAssociation,
  type StoredAssociation,
  updateAssociation,
} from './associations.store.ts'
import type { LetterParams } from './letters.ts'
import { proposalDueOn } from './pending.ts'

type Action = keyof typeof associationActions

/** An action that is taken: its user, its association, and further changes. */
export interface TakenAction {
  readonly action: Action
  readonly row: StoredAssociation
  readonly actor: { readonly role: AssociationWords['role']; readonly user: SessionUser | undefined }
  readonly update?: AssociationUpdate
  readonly kind?: AssociationEventKind
  readonly reason?: string | undefined
  readonly changes?: readonly AssociationFieldChange[]
  readonly letter?: LetterParams
}

const noticeKinds = {
  applied: 'associationApplied',
  documentsSent: 'associationDocuments',
  toSign: 'associationToSign',
  sentBack: 'associationSentBack',
  renewalToSign: 'renewalToSign',
  changed: 'associationChanged',
  proposed: 'associationProposed',
  proposalWithdrawn: 'proposalWithdrawn',
  removalRequested: 'removalRequested',
  removalWithdrawn: 'removalWithdrawn',
  renewalWithdrawn: 'renewalWithdrawn',
  renewalEnded: 'renewalEnded',
} as const satisfies Record<AssociationWords['notice'], AssociationNews['kind']>

const recipientRoles = {
  register: ['registerOperator', 'registerAdmin'],
  managers: ['manager'],
} as const

/** Notifies the people that the table names for an action, except the user who took it. */
export async function notifyOf(
  needs: AssociationNeeds,
  tx: Db,
  { action, row, actor }: Pick<TakenAction, 'action' | 'row' | 'actor'>,
): Promise<void> {
  const { notify: notices = [] } = associationActions[action] as {
    notify?: readonly { kind: AssociationWords['notice']; to: AssociationWords['recipient'] }[]
  }
  for (const { kind, to } of notices) {
    const roles: readonly string[] = recipientRoles[to]
    const workers = (await needs.workers(tx)).filter((worker) => worker.roles.some((role) => roles.includes(role)))
    const userIds = workers.map(({ id }) => id).filter((id) => id !== actor.user?.id)
    await needs.notify(tx, { kind: noticeKinds[kind], associationId: row.id, userIds })
  }
}

/** Sends the letters that the table names for an action. */
export async function sendLettersOf(
  needs: AssociationNeeds,
  tx: Db,
  action: Action,
  id: number,
  params: LetterParams = {},
): Promise<void> {
  const { mail = [] } = associationActions[action] as { mail?: readonly LetterKind[] }
  if (mail.length === 0) return
  const row = await getStored(needs, tx, id)
  for (const kind of mail) await needs.letters.send(tx, kind, row, params)
}

/** Whether the link of a letter opens nothing any more: documents that were awaited are there, or the request is decided. */
const endsLink = (from: AssociationStatus, to: AssociationStatus): boolean =>
  from !== to && (from === 'documentsAsked' || (from === 'submitted' && to !== 'documentsAsked'))

/** Writes an action that the workflow allows: the record, its history, notices and letters. */
export async function writeAction(needs: AssociationNeeds, tx: Db, taken: TakenAction): Promise<void> {
  const { action, row, actor, update = {} } = taken
  const { vault, clock } = needs
  const today = todayOf(clock)
  const decreeDate = update.decreeDate
  const signing = decreeDate && { decreeDate, term: needs.enrolmentTerm }
  const move = moveOf(action, row, today, actor.role, signing)
  const status = move.status ?? row.status
  const at = clock.now()
  const since = status !== row.status && { statusSince: at }
  if (actor.role === 'nightly_job') await moveAssociation(tx, row.id, { ...move, ...since })
  else await updateAssociation(tx, vault, row, { ...move, ...update, ...since })
  if (endsLink(row.status, status)) await endLinks(tx, needs.vault, row.id, at)
  await recordAction(needs, tx, taken, status)
}

/** Records an action whose changes are written: its history, notices and letters. */
async function recordAction(
  needs: AssociationNeeds,
  tx: Db,
  taken: TakenAction,
  status: AssociationStatus = taken.row.status,
): Promise<void> {
  const { action, row, actor, kind, reason, changes, letter } = taken
  await insertAssociationEvent(tx, needs.vault, {
    associationId: row.id,
    kind: kind ?? (action as AssociationEventKind),
    at: needs.clock.now(),
    reason,
    byUser: actor.user?.id ?? null,
    role: actor.user?.selectedRole ?? null,
    statusFrom: row.status,
    statusTo: status,
    ...(changes && { changes }),
  })
  await notifyOf(needs, tx, taken)
  await sendLettersOf(needs, tx, action, row.id, letter)
}

/** Records the proposal of a change that is written, by the association or by a user of the office. */
export const recordProposal = (
  needs: AssociationNeeds,
  tx: Db,
  row: StoredAssociation,
  changes: readonly AssociationFieldChange[],
  user: SessionUser | undefined,
): Promise<void> =>
  recordAction(needs, tx, {
    action: 'propose',
    row,
    actor: { role: 'association', user },
    changes,
    letter: { until: proposalDueOn(needs.clock.now()), isMoved: isTermMoved('proposal', todayOf(needs.clock)) },
  })
