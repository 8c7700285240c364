import type { CaseView } from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tellRefusal } from '#lib/api/tell-refusal.ts'
import { useGo } from '#lib/page/navigation.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { neighbourHrefs, readListState } from '#list/list-address.ts'
import { pageQuery, rememberedSealed } from '#list/list-query.ts'
import type { CaseListFilters } from '../filters/case-filters.ts'
import { caseLists } from './case-lists.ts'
import { extendTrail, type TrailEnd } from './list-trail.ts'

interface PageLink {
  readonly view: CaseView
  readonly end: TrailEnd
  /** Address of the next list page at that end. */
  readonly href: string
}

/** Loads the next or previous page of a list and opens its nearest case on the same tab. */
export function useNeighbourPage(tab: string | undefined) {
  const go = useGo()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: async ({ view, end, href }: PageLink) => {
      const list = caseLists[view]
      const state = readListState(list, Object.fromEntries(new URL(href, location.origin).searchParams))
      const sealed = rememberedSealed<CaseListFilters>(queryClient, list.name, state.sealedId)
      // The list page itself says that the sealed filters are no longer known.
      if (state.sealedId !== undefined && !sealed) return go(href)
      const page = await queryClient.fetchQuery(pageQuery(list, state, sealed))
      const ids = page.rows.map(({ id }) => id)
      extendTrail(end, { href, ids }, neighbourHrefs(list, state, page)[end])
      const id = end === 'next' ? ids[0] : ids.at(-1)
      // The page may be empty: the button then says that the list ends here.
      if (id !== undefined) go(siteHref(list.detailPath, { id, scheda: tab }))
    },
    onError: tellRefusal,
  })
}
