import type { BulkOutcome, CaseValues, PlainDate } from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import { todayOf } from '#platform/clock.ts'
import type { Caller } from '#platform/session/caller.ts'
import { textsIn } from '#platform/texts.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { normalizeCaseValues, refuseTooLong } from '../record/case-input.ts'
import { codeOf, type FoundCase } from '../record/case-present.ts'
import { getCaseHead } from '../record/case-reading.ts'
import { caseRecord } from '../record/case-record.ts'
import { valuesOf } from '../record/case-values.ts'
import { actOnHeld } from './case-act.service.ts'
import { actOnEach, type CaseOfMany, changeEach } from './case-bulk.service.ts'

interface OfMany {
  readonly cases: readonly CaseOfMany[]
}

interface Tagging extends OfMany {
  readonly hashtagId: number
}

interface Performing extends OfMany {
  readonly actionId: number
  readonly date: PlainDate
}

interface Duplicates extends OfMany {
  readonly originalId: number
  readonly outcomeId: number
  readonly performedActionId?: number | undefined
  readonly performedOn?: PlainDate | undefined
}

type Outcomes = Promise<{ rows: BulkOutcome[] }>

/** Throws 400 for a day that is not over yet. */
function refuseFuture({ clock }: CaseNeeds, day: PlainDate | undefined): void {
  if (day && day > todayOf(clock)) throw invalidInput([{ path: 'data', message: 'data_futura' }])
}

function completed(values: CaseValues): CaseValues {
  const normalized = normalizeCaseValues(values)
  refuseTooLong(normalized)
  return normalized
}

/** Throws where the case has the hashtag. */
function withHashtag(values: CaseValues, hashtagId: number): CaseValues {
  const { hashtags = [] } = values
  if (hashtags.some((one) => one.hashtagId === hashtagId)) throw new AppError('hashtag_present')
  return completed({ ...values, hashtags: [...hashtags, { hashtagId }] })
}

/** Adds a hashtag to several cases. */
export const tagEach = (needs: CaseNeeds, { cases, hashtagId }: Tagging, caller: Caller): Outcomes =>
  changeEach(needs, cases, caller, (tx, one) => {
    const valuesFrom = (row: FoundCase) => withHashtag(valuesOf(row), hashtagId)
    return caseRecord.saveIn(needs, tx, { ...one, valuesFrom }, caller)
  })

const withAction = (values: CaseValues, actionId: number, date: PlainDate): CaseValues =>
  completed({ ...values, performedActions: [...(values.performedActions ?? []), { actionId, date }] })

/** Adds a performed action to several cases. */
export async function performOnEach(needs: CaseNeeds, { cases, actionId, date }: Performing, caller: Caller): Outcomes {
  refuseFuture(needs, date)
  return changeEach(needs, cases, caller, (tx, one) => {
    const valuesFrom = (row: FoundCase) => withAction(valuesOf(row), actionId, date)
    return caseRecord.saveIn(needs, tx, { ...one, valuesFrom, eventKind: 'performed' }, caller)
  })
}

/** Closes several cases as duplicates of another one, whose code is in their reason. All can be undone from the last one on. */
export async function closeAsDuplicates(
  needs: CaseNeeds,
  { cases, originalId, outcomeId, performedActionId, performedOn }: Duplicates,
  caller: Caller,
): Outcomes {
  refuseFuture(needs, performedOn)
  const original = await getCaseHead(needs.db, originalId, caller.user)
  const reason = textsIn('it')('duplicateOf', { code: codeOf(needs.office.productTag, original) })
  return actOnEach(needs, cases, caller, async (tx, { id, version }) => {
    if (id === originalId) throw new AppError('duplicate_of_self')
    const held = await caseRecord.hold(needs, tx, id, caller.user)
    const { performedActions = [] } = valuesOf(held.row)
    const performed = performedActions.length === 0 ? { performedActionId, performedOn } : {}
    const input = { caseId: id, version, outcomeId, reason, ...performed }
    return actOnHeld(needs, tx, held, { input, word: 'close' }, caller)
  })
}
