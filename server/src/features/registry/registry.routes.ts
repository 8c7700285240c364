import {
  addOrganisation,
  addPerson,
  findDuplicateOrganisations,
  findDuplicatePeople,
  getOrganisation,
  getOrganisationLock,
  getPair,
  getPerson,
  getPersonLock,
  keepApart,
  listOrganisationEvents,
  listPairs,
  listPersonEvents,
  listSuggestions,
  lockOrganisation,
  lockPerson,
  mergeRecords,
  rejectSuggestion,
  saveOrganisation,
  savePerson,
  undoMerge,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { Registry } from './registry.service.ts'

export function serveRegistry(serve: Serve, { registry }: { readonly registry: Registry }) {
  serveRecords(serve, registry)
  serveDuplicates(serve, registry)
}

function serveDuplicates(serve: Serve, { duplicates, merging, suggestions }: Registry) {
  serve(findDuplicatePeople, async ({ body }, caller) => ({ rows: await duplicates.find('person', body, caller) }))
  serve(findDuplicateOrganisations, async ({ body }, caller) => ({
    rows: await duplicates.find('organisation', body, caller),
  }))
  serve(listPairs, ({ query }, caller) => duplicates.pairs(query, caller))
  serve(getPair, ({ params }, caller) => duplicates.pair(params.id, caller))
  serve(keepApart, ({ body }, caller) => duplicates.keepApart(body, caller))
  serve(listSuggestions, ({ query }, caller) => suggestions.list(query, caller))
  serve(rejectSuggestion, ({ body }, caller) => suggestions.reject(body.id, caller))
  serve(mergeRecords, ({ body }, caller) => merging.merge(body, caller))
  serve(undoMerge, ({ body }, caller) => merging.undo(body, caller))
}

function serveRecords(serve: Serve, registry: Registry) {
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
