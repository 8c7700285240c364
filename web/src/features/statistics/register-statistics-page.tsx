import {
  type AssociationFilters,
  type AssociationStatus,
  associationFilters,
  associationStatusIds,
  getRegisterStatistics,
  paths,
  sealedAssociationFilters,
  startRegisterStatistics,
  associationLists as statusesOfLists,
} from '@portal/contract'
import { associationFiltersOf, associationFilterTexts, associationLists } from '#features/associations/index.ts'
import { call } from '#lib/api/call.ts'
import { listHref } from '#list/list-address.ts'
import { StatisticsPage } from './statistics-page.tsx'
import { comparedPeriodFilters, type StatisticsSource, withComparedPeriod } from './statistics-source.ts'

const statuses = Object.keys(associationStatusIds) as AssociationStatus[]

/** The list that has the associations in a status, which is all that its filters have in common with the statistics. */
function hrefOfStatus(id: string, filters: AssociationFilters): string | undefined {
  const status = statuses.find((one) => String(associationStatusIds[one]) === id)
  const view = (Object.keys(statusesOfLists) as (keyof typeof statusesOfLists)[]).find((one) =>
    statusesOfLists[one].some((listed) => listed === status),
  )
  if (!(status && view)) return undefined
  const { isLate: _, ...others } = filters
  const hasStatuses = statusesOfLists[view].length > 1
  return listHref(associationLists[view], { filters: { ...others, statuses: hasStatuses ? [status] : undefined } })
}

const registerStatistics: StatisticsSource<AssociationFilters> = {
  name: 'registerStatistics',
  subject: 'register',
  path: paths.registerStatistics,
  filters: {
    ...associationFiltersOf(statuses, ['id', 'turns', 'isExpiring', ...sealedAssociationFilters]),
    ...comparedPeriodFilters,
  },
  schema: associationFilters,
  ...withComparedPeriod(associationFilterTexts),
  period: { from: 'requestedFrom', to: 'requestedTo' },
  start: (body, signal) => call(startRegisterStatistics, { body }, { signal }),
  get: (id, signal) => call(getRegisterStatistics, { body: { id } }, { signal }),
  recordsHref: ({ indicator, key }, { filters }) => (indicator === 'statuses' ? hrefOfStatus(key, filters) : undefined),
}

/** The statistics of the register of associations. */
export const RegisterStatisticsPage = () => <StatisticsPage source={registerStatistics} />
