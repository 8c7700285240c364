import type { ActionRule, NoticeKind } from '@portal/contract'
import type { CaseNeeds } from '#features/cases/index.ts'
import { AppError } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'

interface Performed {
  readonly rule: ActionRule
  readonly caseId: number
  readonly code: string
  /** Who wrote the text. */
  readonly author: number
  /** Who acts, and needs no notice. */
  readonly actor: number
}

/** The active accounts of RUP. */
export async function managersOf({ workers }: Pick<CaseNeeds, 'workers'>, from: Db): Promise<number[]> {
  const staff = await workers(from)
  return staff.filter(({ roles }) => roles.includes('manager')).map(({ id }) => id)
}

/** Sends the notices of an action on an assessment or its summary: to RUP or to the author, except the user who acts. */
export async function notifyOf(
  needs: Pick<CaseNeeds, 'workers' | 'notify'>,
  tx: Db,
  { rule: { notify = [] }, caseId, code, author, actor }: Performed,
): Promise<void> {
  for (const { kind, to } of notify) {
    const recipients = to === 'managers' ? await managersOf(needs, tx) : [author]
    const userIds = recipients.filter((id) => id !== actor)
    // The tables of this feature name kinds of notices alone.
    await needs.notify(tx, { kind: kind as NoticeKind, caseId, code, userIds })
  }
}

/** Throws why an action is not possible: 403 for another role or case, 409 otherwise, 400 for missing input. */
export function refuse(denial: string | null): void {
  if (denial === null) return
  if (denial === 'missing_input') throw new AppError('invalid_input')
  throw new AppError(denial === 'wrong_role' || denial === 'case_of_other' ? 'not_allowed' : 'conflict')
}
