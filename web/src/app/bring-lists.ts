import type { QueryClient } from '@tanstack/react-query'
import { listKey } from '#form/choices.ts'
import { languageList } from '#lib/page-settings.ts'

/** The one list of the first page comes with the page: nothing has to be fetched before it can be filled in. */
export function bringLists(queryClient: QueryClient) {
  if (languageList) queryClient.setQueryData(listKey('language', undefined), languageList)
}
