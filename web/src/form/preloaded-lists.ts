import { type ReferenceItem, reportFields } from '@portal/contract'
import { languageList } from '#lib/page/page-settings.ts'

/** A list that the page preloads, in the given language: the first page can be filled in before anything is fetched. */
export const preloadedList = (path: string | undefined, language: string): readonly ReferenceItem[] | undefined =>
  path === reportFields.language.list && language === languageList?.language ? languageList.items : undefined
