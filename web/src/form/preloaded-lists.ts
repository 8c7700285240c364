import { type ReferenceItem, reportFields } from '@portal/contract'
import { languageList } from '#lib/page/page-settings.ts'

/**
 * The entries of a list that the page brought, in the language that it is asked for: those of the first page, which can
 * then be filled in before anything is fetched.
 */
export const preloadedList = (path: string | undefined, language: string): readonly ReferenceItem[] | undefined =>
  path === reportFields.language.list && language === languageList?.language ? languageList.items : undefined
