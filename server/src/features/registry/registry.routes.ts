import {
  addOrganisation,
  addPerson,
  getOrganisation,
  getOrganisationLock,
  getPerson,
  getPersonLock,
  listOrganisationEvents,
  listPersonEvents,
  lockOrganisation,
  lockPerson,
  type OrganisationRow,
  type Page,
  type PersonRow,
  saveOrganisation,
  savePerson,
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
  serve(getPerson, ({ params }, caller) => registry.get('person', params.id, caller))
  serve(getOrganisation, ({ params }, caller) => registry.get('organisation', params.id, caller))
  serve(addPerson, ({ body }, caller) => registry.add('person', body, caller))
  serve(addOrganisation, ({ body }, caller) => registry.add('organisation', body, caller))
  serve(savePerson, ({ body }, caller) => registry.save('person', body, caller))
  serve(saveOrganisation, ({ body }, caller) => registry.save('organisation', body, caller))
  serve(lockPerson, ({ params, query }, caller) => registry.lock('person', params.id, query.action, caller))
  serve(lockOrganisation, ({ params, query }, caller) => registry.lock('organisation', params.id, query.action, caller))
  serve(getPersonLock, ({ params }, { user }) => registry.lockState('person', params.id, user))
  serve(getOrganisationLock, ({ params }, { user }) => registry.lockState('organisation', params.id, user))
  serve(listPersonEvents, ({ params, query }, caller) => registry.events('person', params.id, query, caller))
  serve(listOrganisationEvents, ({ params, query }, caller) =>
    registry.events('organisation', params.id, query, caller),
  )
}
