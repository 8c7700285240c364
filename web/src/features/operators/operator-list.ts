import {
  listOperators,
  type OperatorFilters,
  type OperatorRole,
  type OperatorRow,
  operatorRoles,
  type PlainDate,
  paths,
  roleCodes,
  searchOperators,
} from '@portal/contract'
import { call } from '#lib/api/call.ts'
import type { ListSource } from '#list/list.ts'

/** What the list is narrowed by. */
export interface ListFilters {
  /** Name, tax code or address, which must not stand in an address. */
  readonly words?: string
  readonly from?: PlainDate
  readonly to?: PlainDate
  readonly roles?: readonly OperatorRole[]
  readonly isEnabled?: boolean
}

const midnight = (day: PlainDate | undefined) => day && new Date(`${day}T00:00:00.000Z`)

export const filtersForServer = ({ from, to, roles, isEnabled }: ListFilters): OperatorFilters => ({
  enabledFrom: midnight(from),
  enabledTo: midnight(to),
  roles: roles && [...roles],
  isEnabled,
})

/** Where the list of the people who work here is, and how it is read. */
export const operatorSource: ListSource<OperatorRow, ListFilters> = {
  name: 'operators',
  path: paths.operatorList,
  queryKey: ['operators', 'list'],
  fetchPage: ({ page, filters: { words, ...others } }, signal) => {
    const filters = filtersForServer(others)
    if (words === undefined) return call(listOperators, { query: { ...page, filters } }, { signal })
    return call(searchOperators, { body: { ...page, filters: { ...filters, words } } }, { signal })
  },
  filters: {
    words: { kind: 'text', wire: 'nominativo', isSealed: true, maxLength: 254 },
    from: { kind: 'day', wire: 'data_abilitazione_da' },
    to: { kind: 'day', wire: 'data_abilitazione_a', notBefore: 'from' },
    roles: {
      ...{ kind: 'boxes', wire: 'ruoli' },
      names: Object.fromEntries(operatorRoles.map((role) => [role, roleCodes[role]])),
      nameOf: (t, name) => t(`roles.${name as OperatorRole}`),
    },
    isEnabled: {
      ...{ kind: 'either', wire: 'flag_abilitazione' },
      answersOf: (t) => [t('operators.states.enabled'), t('operators.states.disabled')],
      noneOf: (t) => t('operators.allStates'),
    },
  },
}
