import { addressFields, addressUses, areaUses, hasAreaAbroad } from '../kit/address.ts'
import { deskKinds } from '../kit/desk-kinds.ts'
import { extendForm } from '../kit/extend-form.ts'
import { type DraftOf, defineForm, type Fields, isRequired, usesOf, type ValuesOf } from '../kit/form.ts'
import { limits } from '../kit/limits.ts'
import { readPayload, writePayload } from './association-payload.ts'

/** Limits of the register (specification 2 §5 and §9, decisions §4). */
export const registerLimits = {
  /** Documents of one type. */
  documentsOfType: 10,
  /** Documents of all seven types. */
  documents: 70,
  phone: 20,
  contactPhone: 50,
  projects: 50,
  contacts: 20,
  delegates: 20,
  secondaryGrounds: 20,
  /** Euros. */
  projectAmount: 1_000_000_000,
  notes: 4000,
} as const

const representative = 'personaGiuridicaLegaleRappresentante'

/** The documents of an application, by their type (decisions §6). */
export const documentTypes = {
  deed: 1,
  statute: 2,
  memberList: 3,
  budget: 4,
  activityReport: 5,
  declaration: 6,
  identityDocument: 7,
} as const
export type DocumentKey = keyof typeof documentTypes
export const documentKeys = Object.keys(documentTypes) as DocumentKey[]
export const isDocumentKey = (key: string): key is DocumentKey => Object.hasOwn(documentTypes, key)
/** The type of the office's correspondence, which never leaves it. */
export const correspondenceType = 8

/** The documents of one type; on the wire a numbered list (specification 2 §3), which the payload merges into one. */
const documentsOf = <const T extends number>(type: T) =>
  ({
    kind: 'files',
    wire: `listaAllegatoPersonaGiuridica${type}`,
    max: registerLimits.documentsOfType,
    missing: 'allegato_obbligatorio',
  }) as const

// biome-ignore format: a table
const groundColumns = {
  groundId:    { kind: 'choice', wire: 'id_ground', list: 'ground', required: true },
  subGroundId: { kind: 'choice', wire: 'id_sotto_ground', list: 'sub_ground', parent: 'groundId' },
} as const satisfies Fields
// biome-ignore format: a table
const projectColumns = {
  name:     { kind: 'text',    wire: 'nomeProgetto', max: 200, required: true, forbidden: /[@#"]|(?:^|[^\p{L}])'|'(?!\p{L})/u },
  fieldIds: { kind: 'choices', wire: 'listaAmbitoProgetto', list: 'field_of_life', idWire: 'id_ambito', max: 20, required: true, missing: 'ambito_obbligatorio' },
  funderId: { kind: 'choice',  wire: 'id_finanziatore_progetto', list: 'project_funder' },
  amount:   { kind: 'amount',  wire: 'importo_finanziato', max: registerLimits.projectAmount, required: true },
} as const satisfies Fields
// biome-ignore format: a table
const contactColumns = {
  firstName: { kind: 'text',    wire: 'nomeReferente', max: 100, required: true },
  lastName:  { kind: 'text',    wire: 'cognomeReferente', max: 100, required: true },
  taxCode:   { kind: 'taxCode', wire: 'cfReferente', required: true },
  email:     { kind: 'email',   wire: 'mailReferente', required: true },
  phone:     { kind: 'phone',   wire: 'recapitoReferente', max: registerLimits.contactPhone },
} as const satisfies Fields
// biome-ignore format: a table
const delegateColumns = {
  firstName: { kind: 'text',    wire: 'nomeDelegato', max: 100, required: true },
  lastName:  { kind: 'text',    wire: 'cognomeDelegato', max: 100, required: true },
  taxCode:   { kind: 'taxCode', wire: 'cfDelegato', required: true },
  email:     { kind: 'email',   wire: 'mailDelegato' },
} as const satisfies Fields

/** The fields of an association (specification 2 §3). */
// biome-ignore format: a table
export const associationFields = {
  name:                  { kind: 'text',     wire: 'ragione_sociale', max: 200 },
  number:                { kind: 'organisationNumber', wire: 'piva' },
  typeId:                { kind: 'choice',   wire: 'id_tipo_anagrafica_pg', list: 'organisation_type' },
  formedOn:              { kind: 'date',     wire: 'data_costituzione', past: true },
  memberCount:           { kind: 'count',    wire: 'numero_iscritti', max: limits.members, tooHigh: 'troppi_iscritti' },
  ...addressFields('seat', 'anagrafica'),
  representativeFirstName:     { kind: 'text',    wire: `${representative}.nome`, max: 100 },
  representativeLastName:      { kind: 'text',    wire: `${representative}.cognome`, max: 100 },
  representativeTaxCode:       { kind: 'taxCode', wire: `${representative}.cf` },
  representativeBirthDate:     { kind: 'date',    wire: `${representative}.data_nascita`, past: true, firstYear: limits.firstYear.birth, personal: true },
  representativeSexId:         { kind: 'choice',  wire: `${representative}.id_sesso`, list: 'sex', personal: true },
  representativeBirthNation:   { kind: 'choice',  wire: `${representative}.id_nazione_nascita`, list: 'nation', place: 'birth' },
  representativeBirthRegion:   { kind: 'choice',  wire: `${representative}.id_regione_nascita`, list: 'region', place: 'birth' },
  representativeBirthProvince: { kind: 'choice',  wire: `${representative}.id_provincia_nascita`, list: 'province', parent: 'representativeBirthRegion', place: 'birth' },
  representativeBirthCity:     { kind: 'choice',  wire: `${representative}.id_comune_nascita`, list: 'city', parent: 'representativeBirthProvince', place: 'birth', personal: true },
  representativeNation:        { kind: 'choice',  wire: `${representative}.id_nazione_residenza`, list: 'nation' },
  representativeRegion:        { kind: 'choice',  wire: `${representative}.id_regione_residenza`, list: 'region' },
  representativeProvince:      { kind: 'choice',  wire: `${representative}.id_provincia_residenza`, list: 'province', parent: 'representativeRegion' },
  representativeCity:          { kind: 'choice',  wire: `${representative}.id_comune_residenza`, list: 'city', parent: 'representativeProvince', personal: true },
  representativeAddress:       { kind: 'text',    wire: `${representative}.indirizzo_residenza`, max: 200 },
  representativePostalCode:    { kind: 'text',    wire: `${representative}.cap`, max: 10 },
  mainGroundId:          { kind: 'choice',   wire: 'groundPrevalente', list: 'ground', missing: 'ground_obbligatorio' },
  mainSubGroundId:       { kind: 'choice',   wire: 'sottoGroundPrevalente', list: 'sub_ground', parent: 'mainGroundId' },
  secondaryGrounds:      { kind: 'lines',    wire: 'listaPersonaGiuridicaSottoGround', columns: groundColumns, max: registerLimits.secondaryGrounds },
  projects:              { kind: 'lines',    wire: 'listaPersonaGiuridicaProgetto', columns: projectColumns, max: registerLimits.projects, missing: 'progetto_obbligatorio' },
  deed:                  documentsOf(1),
  statute:               documentsOf(2),
  memberList:            documentsOf(3),
  budget:                documentsOf(4),
  activityReport:        documentsOf(5),
  declaration:           documentsOf(6),
  identityDocument:      documentsOf(7),
  contacts:              { kind: 'lines',    wire: 'listaPersonaGiuridicaReferente', columns: contactColumns, max: registerLimits.contacts, missing: 'referente_obbligatorio' },
  delegates:             { kind: 'lines',    wire: 'listaPersonaGiuridicaDelegato', columns: delegateColumns, max: registerLimits.delegates },
  phone:                 { kind: 'phone',    wire: 'anagrafica.recapito_pri', max: registerLimits.phone },
  otherPhone:            { kind: 'phone',    wire: 'anagrafica.recapito_sec', max: registerLimits.phone },
  thirdPhone:            { kind: 'phone',    wire: 'anagrafica.recapito_ter', max: registerLimits.phone },
  email:                 { kind: 'email',    wire: 'anagrafica.email' },
  contactEmail:          { kind: 'email',    wire: 'anagrafica.email_contatto' },
  pec:                   { kind: 'email',    wire: 'anagrafica.pec' },
  website:               { kind: 'text',     wire: 'anagrafica.sito_web', max: 200 },
  notes:                 { kind: 'longText', wire: 'note', max: registerLimits.notes },
  consent:               { kind: 'consent',  wire: 'trattamentoDatiPersonali' },
} as const satisfies Fields

export type AssociationValues = ValuesOf<typeof associationFields>
export type AssociationDraft = DraftOf<typeof associationFields>
export type AssociationKey = keyof AssociationValues & string

const groundOf = ({ groundId, subGroundId }: { groundId?: number | undefined; subGroundId?: number | undefined }) =>
  `${groundId} ${subGroundId ?? ''}`
const hasRepeated = (texts: readonly string[]) => new Set(texts).size < texts.length

/** Whatever its sub-ground: a ground that is the main one cannot be a secondary one as well (specification 2 §5). */
const isMainGroundSecondary = ({ mainGroundId, secondaryGrounds = [] }: AssociationValues) =>
  mainGroundId !== undefined && secondaryGrounds.some(({ groundId }) => groundId === mainGroundId)

const taxCodesOf = (lines: readonly { taxCode?: string | undefined }[] = []) =>
  lines.flatMap(({ taxCode }) => taxCode?.toUpperCase() ?? [])

/**
 * The form of an association in its six tabs (specification 2 §3): public form, desk, validation and history read this
 * declaration. Documents and consent are required of applicants alone (`applicationForm`).
 */
// biome-ignore format: a table
export const associationForm = defineForm(associationFields)([
  { id: 'identity', fields: [
    { key: 'name',        group: 'organisation', required: true },
    { key: 'number',      group: 'organisation', required: true },
    { key: 'typeId',      group: 'organisation', required: true },
    { key: 'formedOn',    group: 'organisation', required: true },
    { key: 'memberCount', group: 'organisation', required: true },
    ...addressUses('seat', 'seat'),
  ] },
  { id: 'representative', fields: [
    { key: 'representativeLastName',  group: 'person', required: true },
    { key: 'representativeFirstName', group: 'person', required: true },
    { key: 'representativeTaxCode',   group: 'person', required: true },
    { key: 'representativeBirthDate', group: 'person', required: true },
    { key: 'representativeSexId',     group: 'person' },
    ...areaUses('representativeBirth', 'birth'),
    ...addressUses('representative', 'residence'),
  ] },
  { id: 'activity', fields: [
    { key: 'mainGroundId',     group: 'grounds', required: true },
    { key: 'mainSubGroundId',  group: 'grounds' },
    { key: 'secondaryGrounds', group: 'grounds' },
    { key: 'projects',         group: 'projects', required: true },
  ] },
  { id: 'documents', fields: [
    { key: 'deed' },
    { key: 'statute' },
    { key: 'memberList' },
    { key: 'budget' },
    { key: 'activityReport' },
    { key: 'declaration' },
    { key: 'identityDocument' },
  ] },
  { id: 'contacts', fields: [
    { key: 'contacts',  group: 'contacts', required: true },
    { key: 'delegates', group: 'delegates' },
  ] },
  { id: 'notes', fields: [
    { key: 'email',        group: 'channels', required: true },
    { key: 'contactEmail', group: 'channels' },
    { key: 'pec',          group: 'channels' },
    { key: 'phone',        group: 'channels', required: true },
    { key: 'otherPhone',   group: 'channels' },
    { key: 'thirdPhone',   group: 'channels' },
    { key: 'website',      group: 'channels' },
    { key: 'notes',        group: 'notes' },
    { key: 'consent',      group: 'consent' },
  ] },
], [
  { at: 'seatRegion',                message: 'solo_per_italia', broken: (values) => hasAreaAbroad('seat', values) },
  { at: 'representativeBirthRegion', message: 'solo_per_italia', broken: (values) => hasAreaAbroad('representativeBirth', values) },
  { at: 'representativeRegion',      message: 'solo_per_italia', broken: (values) => hasAreaAbroad('representative', values) },
  { at: 'secondaryGrounds', message: 'ground_prevalente_ripetuto', broken: isMainGroundSecondary },
  { at: 'secondaryGrounds', message: 'ground_secondario_ripetuto', broken: ({ secondaryGrounds = [] }) => hasRepeated(secondaryGrounds.map(groundOf)) },
  { at: 'contacts',  message: 'referente_ripetuto', broken: ({ contacts }) => hasRepeated(taxCodesOf(contacts)) },
  { at: 'delegates', message: 'referente_ripetuto', broken: ({ delegates }) => hasRepeated(taxCodesOf(delegates)) },
], deskKinds, { read: readPayload, write: writePayload })

export const associationTabs = ['identity', 'representative', 'activity', 'documents', 'contacts', 'notes'] as const
export type AssociationTab = (typeof associationTabs)[number]

const requiredDocuments = {
  deed: { required: true },
  statute: { required: true },
  memberList: { required: true },
  budget: { required: true },
  activityReport: { required: true },
  declaration: { required: true },
  identityDocument: { required: true },
} as const

// biome-ignore format: a table
const applicationFields = {
  // The applicant overwrites an earlier request of the same number that is still in 1 or 3.
  isOverwriting: { kind: 'flag', wire: 'flag_sovrascrivi' },
  // The link of the unfinished application that this one completes; it is deleted.
  draftLink:     { kind: 'text', wire: 'collegamento', max: 100 },
} as const satisfies Fields

/** An application: the form with all documents and the consent. */
export const applicationForm = extendForm(associationForm, applicationFields)(
  [{ id: 'notes', fields: [{ key: 'isOverwriting' }, { key: 'draftLink' }] }],
  { uses: { ...requiredDocuments, consent: { required: true } } },
)
export type Application = AssociationValues & ValuesOf<typeof applicationFields>

// biome-ignore format: a table
const saveFields = {
  associationId: { kind: 'choice', wire: 'id_persona_giuridica' },
  // The version that the client read.
  version:       { kind: 'count',  wire: 'versione', max: 2_147_483_647 },
  // While documents are requested: another text of what is missing, for a new letter.
  missingItems:  { kind: 'longText', wire: 'noteMail', max: registerLimits.notes },
} as const satisfies Fields

/** The form with which the office saves an association; it neither adds documents nor withdraws a consent. */
export const saveAssociationForm = extendForm(
  associationForm,
  saveFields,
)([
  {
    id: 'version',
    fields: [{ key: 'associationId', required: true }, { key: 'version', required: true }, { key: 'missingItems' }],
  },
])
export type AssociationSave = AssociationValues & ValuesOf<typeof saveFields>

// biome-ignore format: a table
const changeFields = {
  // Either the link that the mail carried, or the id for a signed-in member.
  link:          { kind: 'text',   wire: 'collegamento', max: 100 },
  associationId: { kind: 'choice', wire: 'id_persona_giuridica' },
  version:       { kind: 'count',  wire: 'versione', max: 2_147_483_647 },
} as const satisfies Fields

/** The form with which an association changes its own request or record (`mod-pg`). */
export const changeAssociationForm = extendForm(associationForm, changeFields)(
  [{ id: 'version', fields: [{ key: 'link' }, { key: 'associationId' }, { key: 'version', required: true }] }],
  { uses: { ...requiredDocuments, consent: { required: true } } },
)
/** The same for a request, before a decree: the number identifies it and stays. */
export const changeRequestForm = extendForm(changeAssociationForm, {})([], { uses: { number: { isFixed: true } } })
export type AssociationChange = AssociationValues & ValuesOf<typeof changeFields>

/** What the screens require besides: where the seat is. On the wire a payload without it is taken, and the desk sees what is missing. */
const seatUses = {
  seatNation: { required: true },
  seatRegion: { required: true },
  seatProvince: { required: true },
  seatCity: { required: true },
  seatAddress: { required: true },
} as const
export const applicationScreenForm = extendForm(applicationForm, {})([], { uses: seatUses })
export const changeAssociationScreenForm = extendForm(changeAssociationForm, {})([], { uses: seatUses })
export const changeRequestScreenForm = extendForm(changeRequestForm, {})([], { uses: seatUses })

/** What is missing of the seat, by the key of its field. */
export const missingSeatOf = (values: AssociationValues): AssociationKey[] =>
  usesOf<AssociationValues>(applicationScreenForm)
    .filter((use) => use.key in seatUses && isRequired(use, values) && values[use.key] === undefined)
    .map(({ key }) => key)
