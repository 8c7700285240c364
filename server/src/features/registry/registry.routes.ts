import {
  addOrganisation,
  addPerson,
  getOrganisation,
  getPerson,
  type OrganisationRow,
  type Page,
  type PersonRow,
  searchOrganisations,
  searchPeople,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { FoundRecord, Registry } from './registry.service.ts'

/** Rows of the list: the values beside id and number of cases; the endpoint's schema picks what it shows. */
const rowsOf = <R>(page: Page<FoundRecord>): Page<R> => ({
  ...page,
  rows: page.rows.map(({ id, cases, values }) => ({ ...values, id, cases }) as R),
})

export function serveRegistry(serve: Serve, registry: Registry) {
  serve(searchPeople, async ({ body }, { user }) => rowsOf<PersonRow>(await registry.search('person', body, user)))
  serve(searchOrganisations, async ({ body }, { user }) =>
    rowsOf<OrganisationRow>(await registry.search('organisation', body, user)),
  )
  serve(getPerson, ({ params }) => registry.get('person', params.id))
  serve(getOrganisation, ({ params }) => registry.get('organisation', params.id))
  serve(addPerson, ({ body }, { user }) => registry.add('person', body, user))
  serve(addOrganisation, ({ body }, { user }) => registry.add('organisation', body, user))
}
