import {
  formatScreenDate,
  type MessageKey,
  type OperatorFilters,
  type OperatorRole,
  operatorRoles,
  type PlainDate,
  parseScreenDate,
  parseWireDate,
  paths,
  roleCodes,
} from '@portal/contract'
import { asText, type ListPlace, type PageKeys, placeInAddress, readListPlace } from '#lib/list/list-place.ts'
import { siteHref } from '#lib/page/page-settings.ts'

/** What the list is narrowed by, as the address has it. */
export interface ListFilters {
  readonly from?: PlainDate | undefined
  readonly to?: PlainDate | undefined
  readonly roles: readonly OperatorRole[]
  readonly isEnabled?: boolean | undefined
  /** Names what is looked for; the words themselves stay out of the address. */
  readonly wordsId?: string | undefined
}
export interface OperatorListSearch extends ListPlace {
  readonly filters: ListFilters
}

const dayIn = (value: unknown) => parseWireDate(asText(value) ?? '')

/** Reads the address; what makes no sense is left out. */
export function readOperatorSearch(address: Record<string, unknown>): OperatorListSearch {
  const codes = (asText(address.ruoli) ?? '').split(',')
  const flag = Number(address.flag_abilitazione ?? Number.NaN)
  return {
    ...readListPlace(address),
    filters: {
      from: dayIn(address.data_abilitazione_da),
      to: dayIn(address.data_abilitazione_a),
      roles: operatorRoles.filter((role) => codes.includes(roleCodes[role])),
      isEnabled: flag === 1 ? true : flag === 0 ? false : undefined,
      wordsId: asText(address.ricerca),
    },
  }
}

const filtersInAddress = ({ from, to, roles, isEnabled, wordsId }: ListFilters) => ({
  data_abilitazione_da: from,
  data_abilitazione_a: to,
  ruoli: roles.length > 0 ? roles.map((role) => roleCodes[role]).join(',') : undefined,
  flag_abilitazione: isEnabled === undefined ? undefined : Number(isEnabled),
  ricerca: wordsId,
})

/** Address of the first page of what the filters leave. */
export const operatorsHref = (filters: ListFilters = { roles: [] }): string =>
  siteHref(paths.operatorList, filtersInAddress(filters))

/** Address of another page of the same. */
export const operatorsPageHref = (wanted: number, search: OperatorListSearch, keys: PageKeys): string =>
  siteHref(paths.operatorList, { ...filtersInAddress(search.filters), ...placeInAddress(wanted, search, keys) })

const midnight = (day: PlainDate | undefined) => day && new Date(`${day}T00:00:00.000Z`)

export const filtersForServer = ({ from, to, roles, isEnabled }: ListFilters): OperatorFilters => ({
  enabledFrom: midnight(from),
  enabledTo: midnight(to),
  roles: roles.length > 0 ? [...roles] : undefined,
  isEnabled,
})

/** The filters as they are typed. */
export interface FilterDraft {
  readonly from: string
  readonly to: string
  readonly roles: readonly OperatorRole[]
  /** 'yes', 'no', or nothing. */
  readonly isEnabled: string
  readonly words: string
}

const screenText = (day: PlainDate | undefined) => (day ? formatScreenDate(day) : '')

export const filterDraftOf = ({ from, to, roles, isEnabled }: ListFilters, words = ''): FilterDraft => ({
  from: screenText(from),
  to: screenText(to),
  roles,
  isEnabled: isEnabled === undefined ? '' : isEnabled ? 'yes' : 'no',
  words,
})

export interface FilterFault {
  readonly name: 'from' | 'to'
  readonly message: MessageKey
}

const isWrongDate = (text: string) => text.trim() !== '' && parseScreenDate(text) === undefined

/** What is wrong with the typed dates, all of it at once. */
export function filterFaults({ from, to }: FilterDraft): FilterFault[] {
  const faults: FilterFault[] = []
  if (isWrongDate(from)) faults.push({ name: 'from', message: 'data_non_valida' })
  if (isWrongDate(to)) faults.push({ name: 'to', message: 'data_non_valida' })
  const [first, last] = [parseScreenDate(from), parseScreenDate(to)]
  if (first && last && first > last) faults.push({ name: 'to', message: 'intervallo_date_non_valido' })
  return faults
}

/** The filters that a draft without faults means. */
export const filtersOf = ({ from, to, roles, isEnabled }: FilterDraft, wordsId: string | undefined): ListFilters => ({
  from: parseScreenDate(from),
  to: parseScreenDate(to),
  roles,
  isEnabled: isEnabled === '' ? undefined : isEnabled === 'yes',
  wordsId,
})
