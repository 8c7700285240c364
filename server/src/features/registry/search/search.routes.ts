import {
  findSamePeople,
  getRegistryFilters,
  listOrganisations,
  listPeople,
  type OrganisationDetailRow,
  type OrganisationRow,
  type Page,
  type PersonDetailRow,
  type PersonRow,
  type ReferenceItem,
  type ReferenceList,
  registryKinds,
  searchOrganisations,
  searchPeople,
  searchPlaces,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { Registry } from '../registry.service.ts'
import { findSamePeople as findPeopleLike } from './same-people.ts'
import type { FoundRecord } from './search.service.ts'

/** A row of a list: the values beside what the search adds; the endpoint's schema picks what it shows. */
const rowOf = <R>({ values, ...row }: FoundRecord) => ({ ...values, ...row }) as R

const rowsOf = <R>(page: Page<FoundRecord>): Page<R> => ({
  ...page,
  rows: page.rows.map((row) => rowOf<R>(row)),
})

interface Needs {
  readonly registry: Registry
  readonly reference: { readonly list: (list: ReferenceList, language: 'it') => Promise<ReferenceItem[]> }
}

export function serveRegistrySearch(serve: Serve, { registry, reference }: Needs) {
  const { search } = registry
  serve(listPeople, async ({ body }, caller) => rowsOf<PersonDetailRow>(await search('person', body, caller)))
  serve(searchPeople, async ({ body }, caller) => rowsOf<PersonRow>(await search('person', body, caller)))
  serve(listOrganisations, async ({ body }, caller) =>
    rowsOf<OrganisationDetailRow>(await search('organisation', body, caller)),
  )
  serve(searchOrganisations, async ({ body }, caller) =>
    rowsOf<OrganisationRow>(await search('organisation', body, caller)),
  )
  serve(findSamePeople, async ({ body }, caller) => ({
    rows: (await findPeopleLike(search, body, caller)).map((row) => rowOf<PersonRow>(row)),
  }))
  serve(getRegistryFilters, async () => ({
    kinds: Object.keys(registryKinds) as (keyof typeof registryKinds)[],
    places: Object.keys(searchPlaces) as (keyof typeof searchPlaces)[],
    nations: await reference.list('nation', 'it'),
    regions: await reference.list('region', 'it'),
  }))
}
