import { type CaseBox, homeBoxes, withDefaultStatuses } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { findStarts } from '../finding/find-cases.ts'

/**
 * The home page of operators: a box for each kind of pending work of the caller's role, with the same cases, in the same order, as the
 * list that it leads to.
 */
export async function readHome(needs: CaseNeeds, caller: Caller): Promise<{ boxes: CaseBox[] }> {
  const boxes = homeBoxes[caller.user.selectedRole] ?? []
  if (boxes.length === 0) throw new AppError('not_allowed')
  const lists = boxes.map(({ view, filters }) => ({ view, filters: withDefaultStatuses(view, filters) }))
  const starts = await findStarts(needs, lists, caller)
  return {
    boxes: boxes.flatMap(({ name }, place) => {
      const start = starts[place]
      return start ? [{ name, ...start }] : []
    }),
  }
}
