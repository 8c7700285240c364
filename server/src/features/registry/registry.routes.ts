import * as calls from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { Registry } from './registry.service.ts'
import type { RegistryNeeds } from './registry-needs.ts'
import { eventsOfRecord, getRecord } from './registry-reading.ts'
import { addRecord, registryRecords, saveRecord } from './registry-record.ts'

interface Services {
  readonly registry: Registry
  readonly registryNeeds: RegistryNeeds
}

export function serveRegistry(serve: Serve, { registry, registryNeeds }: Services) {
  serveRecords(serve, registryNeeds)
  serveDuplicates(serve, registry)
}

function serveDuplicates(serve: Serve, { duplicates, merging, suggestions }: Registry) {
  serve(calls.findDuplicatePeople, async ({ body }, caller) => ({
    rows: await duplicates.find('person', body, caller),
  }))
  serve(calls.findDuplicateOrganisations, async ({ body }, caller) => ({
    rows: await duplicates.find('organisation', body, caller),
  }))
  serve(calls.listPairs, ({ query }, caller) => duplicates.pairs(query, caller))
  serve(calls.getPair, ({ params }, caller) => duplicates.pair(params.id, caller))
  serve(calls.keepApart, ({ body }, caller) => duplicates.keepApart(body, caller))
  serve(calls.listSuggestions, ({ query }, caller) => suggestions.list(query, caller))
  serve(calls.rejectSuggestion, ({ body }, caller) => suggestions.reject(body.id, caller))
  serve(calls.mergeRecords, ({ body }, caller) => merging.merge(body, caller))
  serve(calls.undoMerge, ({ body }, caller) => merging.undo(body, caller))
}

function serveRecords(serve: Serve, needs: RegistryNeeds) {
  const { person, organisation } = registryRecords
  serve(calls.getPerson, ({ params }, caller) => getRecord(needs, 'person', params.id, caller))
  serve(calls.getOrganisation, ({ params }, caller) => getRecord(needs, 'organisation', params.id, caller))
  serve(calls.addPerson, ({ body }, caller) => addRecord(needs, 'person', body, caller))
  serve(calls.addOrganisation, ({ body }, caller) => addRecord(needs, 'organisation', body, caller))
  serve(calls.savePerson, ({ body }, caller) => saveRecord(needs, 'person', body, caller))
  serve(calls.saveOrganisation, ({ body }, caller) => saveRecord(needs, 'organisation', body, caller))
  serve(calls.lockPerson, ({ params, query }, caller) => person.lock(needs, params.id, query.action, caller))
  serve(calls.lockOrganisation, ({ params, query }, caller) =>
    organisation.lock(needs, params.id, query.action, caller),
  )
  serve(calls.getPersonLock, ({ params }, { user }) => person.lockState(needs, params.id, user))
  serve(calls.getOrganisationLock, ({ params }, { user }) => organisation.lockState(needs, params.id, user))
  serve(calls.listPersonEvents, ({ params, query }, caller) =>
    eventsOfRecord(needs, 'person', params.id, query, caller),
  )
  serve(calls.listOrganisationEvents, ({ params, query }, caller) =>
    eventsOfRecord(needs, 'organisation', params.id, query, caller),
  )
}
