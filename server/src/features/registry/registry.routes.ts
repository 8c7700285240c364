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
  saveOrganisation,
  savePerson,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { Registry } from './registry.service.ts'

export function serveRegistry(serve: Serve, { registry }: { readonly registry: Registry }) {
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
