import { randomInt } from 'node:crypto'
import {
  type AssociationActionValues,
  type AssociationActionWord,
  type AssociationDetail,
  type AssociationEventKind,
  type AssociationFieldChange,
  type AssociationWords,
  actionInputOf,
  addDays,
  associationActionNames,
  associationActions,
  associationActionWords,
  associationDays,
  associationDenialErrors,
  type LetterKind,
  missingOfAssociationAction,
  type PlainDate,
} from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/session/caller.ts'
import { lockedParams, lockHolderOf } from '#platform/session/lock-holder.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { denialOf, factsOf, moveOf, workflowRoleOf } from '../associations.rules.ts'
import { insertAssociationEvent } from './association-events.store.ts'
import {
  type AssociationNeeds,
  type AssociationNews,
  detailOf,
  getStored,
  statusWord,
  withReports,
} from './association-reading.ts'
import {
  type AssociationUpdate,
  endLinks,
  insertLink,
  lockRow,
  moveAssociation,
  nextEnrolmentNumber,
  prolongLinks,
  type StoredAssociation,
  updateAssociation,
} from './associations.store.ts'
import { type LetterParams, linkTo, newSecret } from './letters.ts'
import { enableMembersOf } from './members.ts'

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

/** Writes an action that the workflow allows: the record, its history, notices and letters. */
export async function writeAction(needs: AssociationNeeds, tx: Db, taken: TakenAction): Promise<void> {
  const { action, row, actor, update = {}, kind, reason, changes, letter } = taken
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
  await insertAssociationEvent(tx, vault, {
    ...{ associationId: row.id, kind: kind ?? (action as AssociationEventKind), at, reason },
    ...{ byUser: actor.user?.id ?? null, role: actor.user?.selectedRole ?? null },
    ...{ statusFrom: row.status, statusTo: status, ...(changes && { changes }) },
  })
  await notifyOf(needs, tx, taken)
  await sendLettersOf(needs, tx, action, row.id, letter)
}

/** A code that people can type: no letters or digits that look alike. */
const codeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const newCertificateCode = () =>
  Array.from({ length: 16 }, () => codeLetters[randomInt(codeLetters.length)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** The midnight after a day in UTC, when a link to that day's term ends; the office's time zone is ahead of it. */
const endOfDay = (day: PlainDate) => new Date(`${addDays(day, 1)}T00:00:00Z`)

interface OfficeAction {
  readonly word: AssociationActionWord
  readonly row: StoredAssociation
  readonly values: AssociationActionValues
  readonly user: SessionUser
}

type Prepared = Pick<TakenAction, 'update' | 'letter'>

/** What some actions of the office do beside the status: links, numbers, accounts. */
const preparations: Partial<
  Record<AssociationActionWord, (needs: AssociationNeeds, tx: Db, action: OfficeAction) => Promise<Prepared>>
> = {
  async askDocuments(needs, tx, { row, values }) {
    const until = addDays(todayOf(needs.clock), associationDays.documents)
    const { secret, hash } = newSecret()
    const link = { secretHash: hash, associationId: row.id, madeAt: needs.clock.now(), until: endOfDay(until) }
    await insertLink(tx, link)
    const missing = values.missingItems ?? ''
    return {
      update: { missingItems: missing },
      letter: { missing, until, url: linkTo(needs, 'complete', secret, row.language) },
    }
  },
  async extendTerm(needs, tx, { row }) {
    const until = addDays(todayOf(needs.clock), associationDays.documents)
    await prolongLinks(tx, row.id, endOfDay(until))
    return { letter: { until, missing: row.missingItems ?? '' } }
  },
  async returnLate(needs, tx, { row, values }) {
    await endLinks(tx, row.id, needs.clock.now())
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
    return { update: { ...decreeOf(values), enrolmentNumber: number, ...certificateOf(needs, row) } }
  },
  async signRenewal(needs, tx, { row, values }) {
    await enableMembersOf(needs, tx, row)
    return { update: { ...decreeOf(values), ...certificateOf(needs, row) } }
  },
  async sendBack(_needs, _tx, { values }) {
    return { letter: { reason: values.reason } }
  },
  async proposeRejection(needs, _tx, { values }) {
    const until = addDays(todayOf(needs.clock), associationDays.rejectionWarning)
    return { letter: { reason: values.reason, until } }
  },
  async reject(_needs, _tx, { values }) {
    return { letter: { reason: values.reason } }
  },
  async remove(_needs, _tx, { values }) {
    return { letter: { reason: values.reason } }
  },
}

const decreeOf = ({ decreeNumber, decreeDate }: AssociationActionValues): AssociationUpdate => ({
  ...(decreeNumber !== undefined && { decreeNumber }),
  ...(decreeDate !== undefined && { decreeDate }),
})

/** The certificate of an enrolment; a renewal keeps its code, so that one that was printed earlier can still be verified. */
const certificateOf = ({ clock }: AssociationNeeds, row: StoredAssociation) => ({
  certificateCode: row.certificateCode ?? newCertificateCode(),
  certificateAt: clock.now(),
})

/** The error for a change to an association that somebody else of the office is editing; it carries the record. */
export async function refuseLocked(needs: AssociationNeeds, tx: Db, row: StoredAssociation, caller: Caller) {
  const holder = await lockHolderOf(needs, tx, row.id, caller.user)
  if (!holder) return
  const record = await detailOf(needs, tx, row, caller)
  throw new AppError('association_locked', { record, params: lockedParams(holder) })
}

/** Throws 409 with the current record where it has changed since the caller read it. */
export async function refuseOlder(
  needs: AssociationNeeds,
  tx: Db,
  row: StoredAssociation,
  version: number | undefined,
  caller: Caller,
) {
  if (row.version === version) return
  throw new AppError('conflict', { record: await detailOf(needs, tx, row, caller) })
}

function wordOf({ word }: AssociationActionValues): AssociationActionWord {
  const found = associationActionNames.find((name) => associationActionWords[name] === word)
  if (!found) throw invalidInput([{ path: 'azione', message: 'valore_non_valido' }])
  return found
}

/** Performs the actions of the office on an association (decisions §6). */
export function createAssociationActing(needs: AssociationNeeds) {
  const actIn = (values: AssociationActionValues, caller: Caller): Promise<AssociationDetail> =>
    needs.inTransaction(async (tx) => {
      const { user, audit } = caller
      const { associationId: id = 0 } = values
      await lockRow(tx, id)
      const row = await getStored(needs, tx, id)
      const word = wordOf(values)
      const role = workflowRoleOf(user.selectedRole)
      if (!role) throw new AppError('not_allowed')
      const record = factsOf(row, todayOf(needs.clock))
      const denial = denialOf(word, record, role, actionInputOf(word, values))
      if (denial && denial !== 'missing_input')
        throw new AppError(associationDenialErrors[denial], { params: { status: statusWord(row.status) } })
      await refuseLocked(needs, tx, row, caller)
      await refuseOlder(needs, tx, row, values.version, caller)
      if (denial) throw invalidInput(missingOfAssociationAction(word, values, record))
      audit.record('association', [id], ['status'])
      const prepared = await preparations[word]?.(needs, tx, { word, row, values, user })
      await writeAction(needs, tx, {
        action: word,
        row,
        actor: { role, user },
        reason: reasonOf(word, values),
        ...prepared,
      })
      return detailOf(needs, tx, await getStored(needs, tx, id), caller)
    })

  return {
    act: async (values: AssociationActionValues, caller: Caller): Promise<AssociationDetail> =>
      withReports(needs, await actIn(values, caller), caller),
  }
}

/** The reason of an entry in the history; of a request for documents it is what is missing. */
const reasonOf = (word: AssociationActionWord, { reason, missingItems }: AssociationActionValues) =>
  word === 'askDocuments' ? missingItems : reason
