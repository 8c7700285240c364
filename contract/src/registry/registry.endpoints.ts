import * as z from 'zod/mini'
import { lockActions } from '../cases/case-lock.endpoints.ts'
import { backgroundRead, defineEndpoint } from '../kit/endpoint.ts'
import { noFilters } from '../kit/filter-schemas.ts'
import type { Form } from '../kit/form.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { enumOnWire, instant, onWire, recordId, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import {
  type Organisation,
  type OrganisationSave,
  organisationForm,
  type Person,
  type PersonSave,
  personForm,
  saveOrganisationForm,
  savePersonForm,
} from './registry.form.ts'
import { registryWriters } from './registry-access.ts'
import { organisationDetail, personDetail, registryEvent } from './registry-record.ts'

const params = onWire('parametri_anagrafica', { id: [recordIdText, 'id'] })

const readBase = { method: 'GET', silent: true, params } as const

export const getPerson = defineEndpoint({
  ...readBase,
  audit: 'registry_read',
  path: '/v1/anagrafica/dettaglio-persona-fisica/:id',
  summary: 'A person of the registry; 409 with the same content where another user holds its lock.',
  allow: registryWriters,
  reply: personDetail,
  conflictReply: true,
})

export const getOrganisation = defineEndpoint({
  ...readBase,
  audit: 'organisation_read',
  path: '/v1/anagrafica/dettaglio-persona-giuridica/:id',
  summary: 'A legal person of the registry; 409 with the same content where another user holds its lock.',
  allow: rolesOf('registry'),
  reply: organisationDetail,
  conflictReply: true,
})

const addBase = { method: 'POST', allow: registryWriters } as const

export const addPerson = defineEndpoint({
  ...addBase,
  audit: 'registry_inserted',
  path: '/v1/anagrafica/add-persona-fisica',
  summary: 'Adds a person to the registry; 406 where the tax code exists already.',
  form: personForm as Form<Person>,
  reply: onWire('persona_fisica_inserita', { id: [recordId, 'id_persona_fisica'] }),
})

export const addOrganisation = defineEndpoint({
  ...addBase,
  audit: 'organisation_inserted',
  path: '/v1/anagrafica/add-persona-giuridica',
  summary: 'Adds a legal person to the registry; 406 where the VAT number exists already.',
  form: organisationForm as Form<Organisation>,
  reply: onWire('persona_giuridica_inserita', { id: [recordId, 'id_persona_giuridica'] }),
})

const saveBase = { method: 'POST', allow: registryWriters, conflictReply: true } as const

export const savePerson = defineEndpoint({
  ...saveBase,
  audit: 'registry_changed',
  path: '/v1/anagrafica/mod-persona-fisica',
  summary:
    'Saves a person of the registry; 406 where another record has the tax code, 409 with the current record where it has changed since the version that the client read.',
  form: savePersonForm as Form<PersonSave>,
  reply: personDetail,
})

export const saveOrganisation = defineEndpoint({
  ...saveBase,
  audit: 'organisation_changed',
  path: '/v1/anagrafica/mod-persona-giuridica',
  summary:
    'Saves a legal person of the registry; 406 where another record has the VAT number, 409 with the current record where it has changed since the version that the client read.',
  form: saveOrganisationForm as Form<OrganisationSave>,
  reply: organisationDetail,
})

const lockBase = {
  method: 'GET',
  allow: registryWriters,
  changesState: true,
  silent: true,
  prolongs: false,
  params,
  query: onWire('richiesta_blocco_anagrafica', { action: [z.optional(enumOnWire(lockActions)), 'azione'] }),
  reply: onWire('blocco_anagrafica', { until: [z.optional(instant), 'fino_al'] }),
} as const

export const lockPerson = defineEndpoint({
  ...lockBase,
  audit: 'registry_locked',
  path: '/v1/anagrafica/lock-pf/:id',
  summary: 'Takes or prolongs the write lock of a person for ten minutes; `azione=rilascia` releases it.',
})

export const lockOrganisation = defineEndpoint({
  ...lockBase,
  audit: 'organisation_locked',
  path: '/v1/anagrafica/lock-pg/:id',
  summary: 'Takes or prolongs the write lock of a legal person for ten minutes; `azione=rilascia` releases it.',
})

const lockStateBase = {
  ...backgroundRead,
  params,
  reply: onWire('blocco_anagrafica_di_altri', {
    version: [z.int(), 'versione'],
    lockedBy: [z.optional(z.string()), 'bloccato_da'],
    lockedSince: [z.optional(instant), 'bloccato_dal'],
    lockedUntil: [z.optional(instant), 'bloccato_fino_al'],
  }),
} as const

export const getPersonLock = defineEndpoint({
  ...lockStateBase,
  path: '/v1/anagrafica/blocco-pf/:id',
  summary: 'The version of a person and the other user who holds its lock, if any. It does not prolong the session.',
  allow: registryWriters,
})

export const getOrganisationLock = defineEndpoint({
  ...lockStateBase,
  path: '/v1/anagrafica/blocco-pg/:id',
  summary:
    'The version of a legal person and the other user who holds its lock, if any. It does not prolong the session.',
  allow: rolesOf('registry'),
})

const historyBase = { ...readBase, query: pageQuery(noFilters), reply: pageOf(registryEvent) } as const

export const listPersonEvents = defineEndpoint({
  ...historyBase,
  audit: 'registry_history_read',
  path: '/v1/anagrafica/storia-persona-fisica/:id',
  summary: 'The history of a person of the registry, newest first, with the fields before and after.',
  allow: registryWriters,
})

export const listOrganisationEvents = defineEndpoint({
  ...historyBase,
  audit: 'organisation_history_read',
  path: '/v1/anagrafica/storia-persona-giuridica/:id',
  summary: 'The history of a legal person of the registry, newest first, with the fields before and after.',
  allow: rolesOf('registry'),
})
