import {
  listRights,
  paths,
  type RightsKind,
  type RightsRow,
  type RightsStatus,
  rightsKinds,
  rightsStatuses,
} from '@portal/contract'
import { call } from '#lib/api/call.ts'
import type { ListSource } from '#list/list.ts'

export interface RightsFilters {
  readonly status?: RightsStatus
  readonly kind?: RightsKind
  /** Only those that the user may decide now. */
  readonly isDecidable?: boolean
}

/** Where the list of requests is, and how it is read. */
export const rightsSource: ListSource<RightsRow, RightsFilters> = {
  name: 'rights',
  path: paths.rightsList,
  queryKey: ['rights', 'list'],
  fetchPage: ({ page, filters: { status, kind, isDecidable } }, signal) => {
    const filters = { statuses: status && [status], kinds: kind && [kind], isDecidable }
    return call(listRights, { query: { ...page, filters } }, { signal })
  },
  filters: {
    status: {
      kind: 'choice',
      wire: 'stato',
      names: rightsStatuses,
      nameOf: (t, name) => t(`rights.statuses.${name as RightsStatus}`),
      noneOf: (t) => t('rightsPage.allStatuses'),
    },
    kind: {
      kind: 'choice',
      wire: 'tipo',
      names: rightsKinds,
      nameOf: (t, name) => t(`rights.kinds.${name as RightsKind}`),
      noneOf: (t) => t('rightsPage.allKinds'),
    },
    isDecidable: { kind: 'flag', wire: 'da_decidere', isExclusive: true },
  },
}
