import {
  type CaseHome,
  type CaseRow,
  type HomeBoxName,
  type HomeTab,
  homeBoxes,
  homeRows,
  nextStepOf,
  type Role,
  type StepFacts,
  toInformFilters,
  withDefaultStatuses,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Caller, Reader } from '#platform/session/caller.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { countLists, findQueue } from '../finding/find-cases.ts'

interface Request {
  readonly tab?: HomeTab | undefined
  readonly rows?: number | undefined
}

/** The cases whose reporter a role has to inform: RUP of all, operators of their own. */
const toInformList = (role: Role) => ({ view: 'everywhere', filters: toInformFilters(role) }) as const

export async function countToInform(needs: CaseNeeds, user: Reader): Promise<number> {
  const [count = 0] = await countLists(needs, [toInformList(user.selectedRole)], user)
  return count
}

/** The boxes of a role with their lists. */
function partsOf(role: Role) {
  const boxes = homeBoxes[role] ?? []
  const lists = boxes.map(({ view, filters }) => ({ view, filters: withDefaultStatuses(view, filters) }))
  return { boxes, lists }
}

interface HomeCount {
  readonly name: HomeBoxName
  readonly count: number
  readonly countIsMore?: boolean | undefined
}

/** The counts of the home page of operators without its cases; none for a role without one. */
export async function countHome(needs: CaseNeeds, user: Reader, audit: AuditRecorder): Promise<HomeCount[]> {
  const { boxes, lists } = partsOf(user.selectedRole)
  if (boxes.length === 0) return []
  const { counts } = await findQueue(needs, lists, { part: undefined, ids: 1, rows: 0 }, { user, audit })
  return boxes.map(({ name }, at) => ({ name, count: 0, ...counts[at] }))
}

// A copy of the whole row would take longer than the step.
const factsOf = (
  { status, operatorId, unread, dueState, relevanceId, groundId, outcomeId }: CaseRow,
  isClosingProposed: boolean,
): StepFacts => ({
  status,
  assignedTo: operatorId,
  unread,
  isClosingProposed,
  dueState,
  relevanceId,
  groundId,
  outcomeId,
})

/**
 * The home page of operators: the pending work of the caller's role as one queue in order of term, with the counts of its parts, which
 * are those of the lists that they lead to. Only the cases of the requested tab are read.
 */
export async function readHome(
  needs: CaseNeeds,
  { tab = 'everything', rows = homeRows.first }: Request,
  caller: Caller,
): Promise<CaseHome> {
  const { id, selectedRole: role } = caller.user
  const { boxes, lists } = partsOf(role)
  const place = boxes.findIndex(({ name }) => name === tab)
  if (boxes.length === 0 || (place < 0 && tab !== 'everything')) throw new AppError('not_allowed')
  const part = place < 0 ? undefined : place
  const request = { part, beside: [toInformList(role)], ids: homeRows.most, rows }
  const queue = await findQueue(needs, lists, request, caller)
  const [toInform = 0] = queue.beside
  const names: readonly HomeTab[] = ['everything', ...boxes.map(({ name }) => name)]
  const counts = [queue.total, ...queue.counts]
  return {
    tabs: names.map((name, at) => ({ name, count: 0, ...counts[at] })),
    rows: queue.rows.map(({ row, isClosingProposed }) => ({
      row,
      step: nextStepOf(factsOf(row, isClosingProposed), { id, role }),
    })),
    ids: [...queue.ids],
    toInform,
    lastKey: queue.lastKey,
  }
}
