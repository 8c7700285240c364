import { listNames, type ReferenceList, referenceLists } from '@portal/contract'
import { useSiteSearch } from '#lib/page/site-search.ts'

/** The reference list that the address names. */
export function useShownList(): ReferenceList | undefined {
  const { lista } = useSiteSearch()
  return listNames.find((list) => referenceLists[list].path === lista)
}
