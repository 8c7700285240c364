import { type CaseView, caseTabs, limits, type SavedView, withDefaultStatuses } from '@portal/contract'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { countLists } from '../finding/find-cases.ts'

interface CountNeeds extends CaseNeeds {
  readonly viewsOf: (user: SessionUser) => Promise<{ readonly rows: readonly SavedView[] }>
}

/** The number of cases of each tab and saved view of a list, as far as they are counted. Throws 403 where the user may not open the list. */
export async function countViews({ viewsOf, ...needs }: CountNeeds, view: CaseView, user: SessionUser) {
  const saved = (await viewsOf(user)).rows.filter((row) => row.view === view)
  const opened = [
    ...caseTabs[view].map(({ name, filters }) => ({ tab: name, filters })),
    ...saved.map(({ id, filters }) => ({ savedViewId: id, filters })),
  ]
  const lists = opened.map(({ filters }) => ({ view, filters: withDefaultStatuses(view, filters) }))
  const counts = await countLists(needs, lists, user)
  return {
    rows: opened.flatMap(({ filters: _filters, ...row }, place) => {
      const count = counts[place]
      if (count === undefined) return []
      const countIsMore = count > limits.page.exactCount
      return [{ ...row, count: countIsMore ? limits.page.exactCount : count, ...(countIsMore && { countIsMore }) }]
    }),
  }
}
