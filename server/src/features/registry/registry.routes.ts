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

export function serveRegistry(serve: Serve, { registry }: { readonly registry: Registry }) {
  serve(searchPeople, async ({ body }, caller) => rowsOf<PersonRow>(await registry.search('person', body, caller)))
  serve(searchOrganisations, async ({ body }, caller) =>
    rowsOf<OrganisationRow>(await registry.search('organisation', body, caller)),
  )
  serve(getPerson, ({ params }, { audit }) => registry.get('person', params.id, audit))
  serve(getOrganisation, ({ params }, { audit }) => registry.get('organisation', params.id, audit))
  serve(addPerson, ({ body }, caller) => registry.add('person', body, caller))
  serve(addOrganisation, ({ body }, caller) => registry.add('organisation', body, caller))
}
