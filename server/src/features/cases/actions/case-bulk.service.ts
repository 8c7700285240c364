import { appErrors, type BulkOutcome, limits } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import { type Db, inPart } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/session/caller.ts'
import { textsIn } from '#platform/texts.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { lockCaseHeads } from '../cases.store.ts'
import { codeOf } from '../record/case-present.ts'
import { readScopeOf } from '../record/case-reading.ts'
import { holdUntil } from './held-actions.store.ts'

/** A case and the version that the client read. */
export interface CaseOfMany {
  readonly id: number
  readonly version: number
}

/** The sentence of an error; of an input with errors, those of its fields. */
function sentenceOf({ code, details: { fieldErrors = [], params } }: AppError): string {
  const t = textsIn('it')
  if (fieldErrors.length === 0) return t(`problems.${appErrors[code].word}`, { ...params })
  return fieldErrors.map((one) => t(`messages.${one.message}`, { ...one.params })).join('. ')
}

type Change<C> = (tx: Db, one: C) => Promise<{ readonly version?: number }>

/** Changes one case of several; a denial is returned with its reason, and stops no other. */
async function changeOne<C extends Pick<CaseOfMany, 'id'>>(
  tx: Db,
  one: C,
  code: string | undefined,
  change: Change<C>,
): Promise<BulkOutcome> {
  const outcome = { id: one.id, code }
  try {
    const { version } = await inPart(tx, () => change(tx, one))
    return { ...outcome, version }
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return { ...outcome, denial: sentenceOf(error) }
  }
}

/** Changes cases within a transaction, which locks all of them first: two calls on the same cases never wait for each other. */
async function changeEachIn<C extends Pick<CaseOfMany, 'id'>>(
  { office }: CaseNeeds,
  tx: Db,
  cases: readonly C[],
  { user, audit }: Caller,
  change: Change<C>,
): Promise<BulkOutcome[]> {
  const ids = cases.map(({ id }) => id)
  const heads = await lockCaseHeads(tx, readScopeOf(user), ids)
  const codes = new Map(heads.map((head) => [head.id, codeOf(office.productTag, head)]))
  const rows: BulkOutcome[] = []
  for (const one of cases) rows.push(await changeOne(tx, one, codes.get(one.id), change))
  // Each case that was changed is in the audit entry already.
  if (rows.every(({ denial }) => denial !== undefined)) audit.record('case', [])
  return rows
}

/** Changes several cases in one transaction: all but those that are denied, or none where the call is cut off. */
export const changeEach = <C extends Pick<CaseOfMany, 'id'>>(
  needs: CaseNeeds,
  cases: readonly C[],
  caller: Caller,
  change: Change<C>,
): Promise<{ rows: BulkOutcome[] }> =>
  needs.inTransaction(caller.audit, async (tx) => ({ rows: await changeEachIn(needs, tx, cases, caller, change) }))

/** Performs an action on several cases, whose time to be undone begins with the last one, at one instant for all. */
export const actOnEach = (
  needs: CaseNeeds,
  cases: readonly CaseOfMany[],
  caller: Caller,
  act: Change<CaseOfMany>,
): Promise<{ rows: BulkOutcome[] }> =>
  needs.inTransaction(caller.audit, async (tx) => {
    const rows = await changeEachIn(needs, tx, cases, caller, act)
    const until = new Date(needs.clock.now().getTime() + limits.undoSeconds * 1000)
    await holdUntil(tx, rows, until)
    return { rows }
  })
