import * as z from 'zod/mini'
import { associationStatus } from '../associations/association-status.ts'
import { backgroundRead, defineEndpoint } from '../kit/endpoint.ts'
import { placeKinds } from '../kit/field.ts'
import { enumOnWire, flag, onWire, recordId, withExamples } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { bundledLists, bundleName, type ReferenceItem, type ReferenceList, referenceLists } from './reference-lists.ts'

const languageChoice = z.optional(z.string().check(z.maxLength(10)))

/** The schema of an entry: `id_<stem>`, `<stem>`, and the id of the parent or the code where the list has one. */
function itemOf(list: ReferenceList) {
  const { stem, ...row } = referenceLists[list]
  const parent = 'parent' in row ? row.parent.query : 'id_superiore'
  return onWire(`voce_${stem}`, {
    id: [recordId, `id_${stem}`],
    label: [z.string(), stem],
    parentId: [z.optional(recordId), parent],
    code: [z.optional(z.string()), list === 'language' ? 'codice_lingua' : 'sigla'],
    isRetired: [z.optional(flag), 'ritirata'],
  })
}

/** The schema of an entry of each list. */
export const referenceItems = Object.fromEntries(
  (Object.keys(referenceLists) as ReferenceList[]).map((list) => [list, itemOf(list)]),
) as Record<ReferenceList, ReturnType<typeof itemOf>>

const idText = z.codec(z.string().check(z.regex(/^[1-9][0-9]{0,8}$/)), recordId, { decode: Number, encode: String })

/** Optional in the type for all lists; a list that needs its parent refuses a call without it. */
const parentChoice = (list: ReferenceList) =>
  ('needsParent' in referenceLists[list] ? idText : z.optional(idText)) as z.ZodMiniOptional<typeof idText>

const placeChoice = z.optional(enumOnWire(placeKinds))

function listEndpoint(list: ReferenceList) {
  const row = referenceLists[list]
  const parent = 'parent' in row ? row.parent.query : 'id_superiore'
  return defineEndpoint({
    ...backgroundRead,
    path: `/v1/tipologiche/${row.path}`,
    summary: `Reference list '${row.path}', alphabetical, 'Altro' last.`,
    allow: row.isPublic ? 'anyone' : 'signed_in',
    query: onWire(`richiesta_${row.stem}`, {
      language: [languageChoice, 'lang'],
      parentId: [parentChoice(list), parent],
      place: [placeChoice, 'tipo_luogo'],
    }),
    reply: z.array(referenceItems[list]),
  })
}

/** One endpoint for each reference list. */
export const referenceEndpoints = Object.fromEntries(
  (Object.keys(referenceLists) as ReferenceList[]).map((list) => [list, listEndpoint(list)]),
) as Record<ReferenceList, ReturnType<typeof listEndpoint>>

/** The place of birth with a code of the land registry, as tax codes name it (Belfiore): a municipality or a nation. */
export const getPlaceOfCode = defineEndpoint({
  ...backgroundRead,
  path: '/v1/tipologiche/luogo-catastale/:codice',
  summary:
    'The municipality or nation of birth that a tax code names, also one that ended. Answers 404 for an unknown code.',
  allow: rolesOf('registry'),
  params: onWire('parametri_luogo_catastale', {
    code: [withExamples(z.string().check(z.regex(/^[A-Z][0-9]{3}$/)), 'H501'), 'codice'],
  }),
  reply: onWire('luogo_catastale', {
    name: [z.string(), 'denominazione'],
    nation: [recordId, 'id_nazione'],
    region: [z.optional(recordId), 'id_regione'],
    province: [z.optional(recordId), 'id_provincia'],
    city: [z.optional(recordId), 'id_citta'],
  }),
})

/** How many places a search answers. */
export const maxPlaces = 10

/** Regions, provinces and municipalities of Italy by the beginning of a word of their name, the likeliest first. */
export const findPlaces = defineEndpoint({
  ...backgroundRead,
  path: '/v1/tipologiche/luoghi',
  summary: `At most ${maxPlaces} regions, provinces and municipalities whose name has a word that begins with a text.`,
  allow: 'signed_in',
  query: onWire('richiesta_luoghi', {
    text: [withExamples(z.string().check(z.minLength(1), z.maxLength(100)), 'Mila'), 'testo'],
    place: [placeChoice, 'tipo_luogo'],
  }),
  reply: onWire('luoghi_trovati', {
    places: [
      z.array(
        onWire('luogo_trovato', {
          name: [z.string(), 'denominazione'],
          abbreviation: [z.optional(z.string()), 'sigla'],
          regionName: [z.string(), 'regione'],
          region: [recordId, 'id_regione'],
          province: [z.optional(recordId), 'id_provincia'],
          city: [z.optional(recordId), 'id_citta'],
        }),
      ),
      'luoghi',
    ],
  }),
})
export type FoundPlace = z.output<typeof findPlaces.reply>['places'][number]

/** The lists in one answer; visitors without a session get the public ones. */
export type ReferenceBundle = Partial<Record<ReferenceList, ReferenceItem[]>>

const bundle = onWire(
  'liste_di_riferimento',
  Object.fromEntries(
    bundledLists.map((list) => [list, [z.optional(z.array(referenceItems[list])), bundleName(list)] as const]),
  ),
)

const bundleBase = {
  ...backgroundRead,
  allow: 'anyone',
  reply: bundle,
} as const

export const getReferenceBundle = defineEndpoint({
  ...bundleBase,
  path: '/v1/tipologiche/all-dettaglio',
  summary: 'The reference lists in one answer, in the requested language.',
  query: onWire('richiesta_liste', { language: [languageChoice, 'lang'] }),
})

export const getItalianReferenceBundle = defineEndpoint({
  ...bundleBase,
  path: '/v1/tipologiche/all-dettaglio/it',
  summary: 'The reference lists in one answer, in Italian.',
})

/** Sub-grounds by the id of their ground. */
const groundMap = z.record(z.string(), z.array(referenceItems.sub_ground))

/** The lists that the enrolment form needs (specification 1 §3). */
const enrolmentLists = {
  sexes: [z.array(referenceItems.sex), 'listaSesso'],
  fields: [z.array(referenceItems.field_of_life), 'listaAmbito'],
  documents: [z.array(referenceItems.organisation_document), 'listaTipoAllegatoPersonaGiuridica'],
  funders: [z.array(referenceItems.project_funder), 'listaTipoFinanziatoreProgetto'],
  nations: [z.array(referenceItems.nation), 'listaNazioni'],
  grounds: [z.array(referenceItems.ground), 'listaGround'],
  subGrounds: [groundMap, 'mappaGroundSottoGround'],
} as const

export const getEnrolmentLists = defineEndpoint({
  ...backgroundRead,
  path: '/v1/tipologiche/filtri-associazioni',
  summary: 'The reference lists of the enrolment form in one answer, in the requested language.',
  allow: 'anyone',
  query: onWire('richiesta_liste_iscrizione', { language: [languageChoice, 'lang'] }),
  reply: onWire('liste_iscrizione', enrolmentLists),
})

export const getRegisterLists = defineEndpoint({
  ...backgroundRead,
  path: '/v1/tipologiche/filtri-associazioni-ar',
  summary: 'The same lists for the office, with regions and kinds of organisation, in Italian.',
  allow: rolesOf('register'),
  reply: onWire('liste_registro', {
    ...enrolmentLists,
    regions: [z.array(referenceItems.region), 'listaRegione'],
    types: [z.array(referenceItems.organisation_type), 'listaTipoAnagraficaPg'],
  }),
})

const registerStatus = onWire('stato_in_filtro', {
  id: [associationStatus, 'id_stato_persona_giuridica'],
  label: [z.string(), 'stato'],
})

export const getRegisterFilters = defineEndpoint({
  ...backgroundRead,
  path: '/v1/tipologiche/filtri/:tipo',
  summary: 'The choices of the filters of a list of associations: its statuses, regions and grounds.',
  allow: rolesOf('register'),
  params: onWire('parametri_filtri', {
    list: [
      enumOnWire({
        newRequests: 'nuoveRichieste',
        enrolled: 'associazioniEnti',
        notEnabled: 'associazioniNonAbilitate',
      }),
      'tipo',
    ],
  }),
  reply: onWire('filtri_lista_associazioni', {
    statuses: [z.array(registerStatus), 'listaStatoRichiesta'],
    regions: [z.array(referenceItems.region), 'listaRegione'],
    grounds: [z.array(referenceItems.ground), 'listaGround'],
  }),
})
