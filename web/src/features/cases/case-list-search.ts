import { type CaseStatus, caseStatusIds, paths } from '@portal/contract'
import { asText, type ListPlace, type PageKeys, placeInAddress, readListPlace } from '#lib/list-place.ts'
import { siteHref } from '#lib/page-settings.ts'

/** Which part of the list is on show, as the address has it. */
export interface CaseListSearch extends ListPlace {
  readonly status?: CaseStatus | undefined
  /** Names what is looked for; the words themselves stay out of the address. */
  readonly wordsId?: string | undefined
}

/** Reads the address; what makes no sense is left out. */
export function readCaseListSearch(address: Record<string, unknown>): CaseListSearch {
  const statuses = Object.entries(caseStatusIds) as [CaseStatus, number][]
  return {
    ...readListPlace(address),
    status: statuses.find(([, id]) => id === Number(address.stato))?.[0],
    wordsId: asText(address.ricerca),
  }
}

const filtersInAddress = ({ status, wordsId }: Pick<CaseListSearch, 'status' | 'wordsId'>) => ({
  stato: status && caseStatusIds[status],
  ricerca: wordsId,
})

/** Address of the first page of a list. */
export const listHref = (filters: Pick<CaseListSearch, 'status' | 'wordsId'>): string =>
  siteHref(paths.caseList, filtersInAddress(filters))

/** Address of another page of the same list. */
export const pageHref = (wanted: number, search: CaseListSearch, keys: PageKeys): string =>
  siteHref(paths.caseList, { ...filtersInAddress(search), ...placeInAddress(wanted, search, keys) })
