import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { searchWords } from '../kit/filter-schemas.ts'
import { type Form, readWire, writeWire } from '../kit/form.ts'
import { pageBody, pageOf } from '../kit/page.ts'
import { onWire, plainDate, recordId, recordIdText } from '../kit/wire.ts'
import { access, type Role, rolesOf } from '../session/roles.ts'
import { type Organisation, organisationForm, type Person, personForm } from './registry.form.ts'

/** Roles that work on cases write the registry; the administrator of the register only reads legal persons (decisions §2). */
const mayWrite = (role: Role) => access.registry[role] === 'write'
const writers = rolesOf('registry').filter(mayWrite)

const params = onWire('parametri_anagrafica', { id: [recordIdText, 'id'] })

/** A name, or a whole tax code, VAT number, mail address or telephone number. */
const wordsOf = onWire('filtri_anagrafica', { words: [searchWords, 'parole'] })

/** A record as its form sends it, with its id beside the values. */
function recordOnWire<V extends object>(form: Form<V>, idName: string) {
  return z.codec(z.record(z.string(), z.unknown()), z.custom<{ id: number; values: V }>(), {
    decode: (wire, context) => {
      const id = z.safeParse(recordId, wire[idName])
      if (id.success) return { id: id.data, values: readWire(form, wire, '9999-12-31').values }
      context.issues.push({ code: 'custom', input: wire, message: 'valore_non_valido' })
      return z.NEVER
    },
    encode: ({ id, values }) => ({ ...writeWire(form, values), [idName]: id }),
  })
}

const personRow = onWire('persona_fisica_in_lista', {
  id: [recordId, 'id_persona_fisica'],
  firstName: [z.string(), 'nome'],
  lastName: [z.string(), 'cognome'],
  taxCode: [z.optional(z.string()), 'codice_fiscale'],
  birthDate: [z.optional(plainDate), 'data_nascita'],
  /** Number of cases with this record that the caller may see. */
  cases: [z.int(), 'numero_casi'],
})
export type PersonRow = z.output<typeof personRow>

const organisationRow = onWire('persona_giuridica_in_lista', {
  id: [recordId, 'id_persona_giuridica'],
  organisationName: [z.string(), 'ragione_sociale'],
  organisationVat: [z.optional(z.string()), 'piva'],
  cases: [z.int(), 'numero_casi'],
})
export type OrganisationRow = z.output<typeof organisationRow>

const searchBase = { method: 'POST', silent: true, body: pageBody(wordsOf) } as const

export const searchPeople = defineEndpoint({
  ...searchBase,
  audit: 'registry_list_read',
  path: '/v1/anagrafica/persone-fisiche-light',
  summary:
    'Finds people by name (one wrong letter is tolerated), or by whole tax code, mail address or telephone number; newest first.',
  allow: writers,
  reply: pageOf(personRow),
})

export const searchOrganisations = defineEndpoint({
  ...searchBase,
  audit: 'organisation_list_read',
  path: '/v1/anagrafica/persone-giuridiche-light',
  summary: 'Finds legal persons by name, VAT number, mail address or telephone number; newest first.',
  allow: rolesOf('registry'),
  reply: pageOf(organisationRow),
})

const readBase = { method: 'GET', silent: true, params } as const

export const getPerson = defineEndpoint({
  ...readBase,
  audit: 'registry_read',
  path: '/v1/anagrafica/dettaglio-persona-fisica/:id',
  summary: 'A person of the registry.',
  allow: writers,
  reply: recordOnWire<Person>(personForm, 'id_persona_fisica'),
})

export const getOrganisation = defineEndpoint({
  ...readBase,
  audit: 'organisation_read',
  path: '/v1/anagrafica/dettaglio-persona-giuridica/:id',
  summary: 'A legal person of the registry.',
  allow: rolesOf('registry'),
  reply: recordOnWire<Organisation>(organisationForm, 'id_persona_giuridica'),
})

const addBase = { method: 'POST', allow: writers } as const

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
