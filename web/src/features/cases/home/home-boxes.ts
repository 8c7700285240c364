import { pendingStatuses, type Role } from '@portal/contract'
import type { CaseListFilters } from '../filters/case-filters.ts'
import { type CaseList, caseLists } from '../list/case-lists.ts'

/** A box of the home page: the first cases of a list that match some filters. */
export interface HomeBox {
  readonly name: 'late' | 'unread' | 'mine' | 'fresh' | 'toAssign' | 'proposed' | 'toEnd' | 'myToEnd'
  readonly list: CaseList
  readonly filters: CaseListFilters
}

const { all, mine, outOfRemit, toAssign } = caseLists

// biome-ignore format: a table
const boxes = {
  allLate:  { name: 'late',     list: all,      filters: { isLate: true } },
  myLate:   { name: 'late',     list: mine,     filters: { isLate: true } },
  answers:  { name: 'unread',   list: all,      filters: { hasUnread: true } },
  myAnswers:{ name: 'unread',   list: mine,     filters: { hasUnread: true } },
  mine:     { name: 'mine',     list: mine,     filters: { statuses: ['inWorkOne', 'inWorkTwo', 'external'] } },
  fresh:    { name: 'fresh',    list: all,      filters: { statuses: ['open', 'reopened'], isUnassigned: true } },
  toAssign: { name: 'toAssign', list: toAssign, filters: {} },
  toEnd:    { name: 'toEnd',    list: outOfRemit, filters: { statuses: [...pendingStatuses] } },
  myToEnd:  { name: 'myToEnd',   list: outOfRemit, filters: { isOwn: true, statuses: [...pendingStatuses] } },
  // Reads all lists: dismissed cases are in none of the others.
  proposed: { name: 'proposed', list: all,      filters: { isClosingProposed: true, isEverywhere: true } },
} as const satisfies Record<string, HomeBox>

/** The boxes of each role, the most urgent first. */
export const homeBoxes: Partial<Record<Role, readonly HomeBox[]>> = {
  manager: [boxes.allLate, boxes.toAssign, boxes.proposed, boxes.fresh, boxes.answers, boxes.toEnd],
  operatorOne: [boxes.myLate, boxes.myAnswers, boxes.mine, boxes.myToEnd, boxes.fresh],
  operatorTwo: [boxes.myLate, boxes.myAnswers, boxes.mine, boxes.myToEnd, boxes.fresh],
}
