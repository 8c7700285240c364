import type { NoticeKind } from '@portal/contract'

/** A notice about one case and its recipients. */
export interface NewsOfCase {
  readonly caseId: number
  readonly code: string
  readonly kind: NoticeKind
  readonly userIds: readonly number[]
}

/** A notice about one case, or about several that changed hands together. */
export type CaseNews = NewsOfCase | (Pick<NewsOfCase, 'kind' | 'userIds'> & { readonly cases: number })

const kindOfMany: Partial<Record<NoticeKind, NoticeKind>> = { assigned: 'handedOver', taken: 'passedOn' }

/** Merges the notices of cases that changed hands together: each person gets one of a kind, with the number of cases. */
export function mergeNews(news: readonly NewsOfCase[]): CaseNews[] {
  const groups = new Map<string, NewsOfCase[]>()
  for (const { userIds, ...one } of news)
    for (const userId of userIds) {
      const key = `${one.kind} ${userId}`
      groups.set(key, [...(groups.get(key) ?? []), { ...one, userIds: [userId] }])
    }
  return [...groups.values()].flatMap((group): CaseNews[] => {
    const [{ kind, userIds }] = group as [NewsOfCase]
    const many = kindOfMany[kind]
    return many && group.length > 1 ? [{ kind: many, userIds, cases: group.length }] : group
  })
}
