import { appErrors, type BulkOutcome, limits } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/session/caller.ts'
import { textsIn } from '#platform/texts.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { findCaseHead } from '../cases.store.ts'
import { codeOf } from '../record/case-present.ts'
import { readScopeOf } from '../record/case-reading.ts'
import { prolongActions } from './held-actions.store.ts'

/** A case and the version that the client read. */
export interface CaseOfMany {
  readonly id: number
  readonly version: number
}

/** The longest time that changing several cases takes: none of their notices goes out before the last one is changed. */
export const secondsOfMany = 120

/** The sentence of an error; of an input with errors, those of its fields. */
function sentenceOf({ code, details: { fieldErrors = [], params } }: AppError): string {
  const t = textsIn('it')
  if (fieldErrors.length === 0) return t(`problems.${appErrors[code].word}`, { ...params })
  return fieldErrors.map((one) => t(`messages.${one.message}`, { ...one.params })).join('. ')
}

type Change<C> = (tx: Db, one: C) => Promise<{ readonly version?: number }>

/** Changes one case of several; a denial is returned with its reason and stops no other. */
async function changeOne<C extends Pick<CaseOfMany, 'id'>>(
  needs: CaseNeeds,
  one: C,
  caller: Caller,
  change: Change<C>,
): Promise<BulkOutcome> {
  const row = await findCaseHead(needs.db, readScopeOf(caller.user), one.id)
  const outcome = { id: one.id, code: row && codeOf(needs.office.productTag, row) }
  try {
    const { version } = await needs.inTransaction(caller.audit, (tx) => change(tx, one))
    return { ...outcome, version }
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return { ...outcome, denial: sentenceOf(error) }
  }
}

/** Changes several cases, each in its own transaction. */
export async function changeEach<C extends Pick<CaseOfMany, 'id'>>(
  needs: CaseNeeds,
  cases: readonly C[],
  caller: Caller,
  change: Change<C>,
): Promise<{ rows: BulkOutcome[] }> {
  const rows: BulkOutcome[] = []
  for (const one of cases) rows.push(await changeOne(needs, one, caller, change))
  // Each case that was changed is in the audit entry already.
  if (rows.every(({ denial }) => denial !== undefined)) caller.audit.record('case', [])
  return { rows }
}

/** Performs an action on several cases, whose time to be undone begins with the last one. */
export async function actOnEach(
  needs: CaseNeeds,
  cases: readonly CaseOfMany[],
  caller: Caller,
  act: Change<CaseOfMany>,
): Promise<{ rows: BulkOutcome[] }> {
  const outcomes = await changeEach(needs, cases, caller, act)
  const ids = outcomes.rows.filter(({ denial }) => denial === undefined).map(({ id }) => id)
  const until = new Date(needs.clock.now().getTime() + limits.undoSeconds * 1000)
  if (ids.length > 0) await needs.inTransaction(caller.audit, (tx) => prolongActions(tx, ids, until))
  return outcomes
}
