import { addressUses, areaFields, areaUses } from '../kit/address.ts'
import { deskKinds } from '../kit/desk-kinds.ts'
import { type DraftOf, defineForm, type Fields, type ValuesOf } from '../kit/form.ts'
import { limits } from '../kit/limits.ts'
import { type SealedKeyOf, sealedKeysOf } from '../kit/sealed-fields.ts'
import type { RegistryKind } from '../registry/registry.form.ts'
import {
  hasPhone,
  isAssociation,
  isLongAgo,
  mayBeCalled,
  type Report,
  reportFields,
  wantsAccommodation,
} from '../reports/report.form.ts'

// biome-ignore format: a table
const citizenships = {
  citizenshipId: { kind: 'choice', wire: 'id_cittadinanza', list: 'citizenship', required: true },
} as const satisfies Fields
// biome-ignore format: a table
const contexts = {
  contextId: { kind: 'choice', wire: 'id_contesto', list: 'context', parent: 'fieldId', required: true },
} as const satisfies Fields
/** `priority` 0 marks the main ground (specification 2 §9). */
// biome-ignore format: a table
const grounds = {
  groundId:    { kind: 'choice', wire: 'id_ground', list: 'ground', required: true },
  subGroundId: { kind: 'choice', wire: 'id_sotto_ground', list: 'sub_ground', parent: 'groundId' },
  priority:    { kind: 'count',  wire: 'priorita', max: 1 },
} as const satisfies Fields
// biome-ignore format: a table
const hashtags = {
  hashtagId: { kind: 'choice', wire: 'id_hashtag', list: 'hashtag', required: true },
} as const satisfies Fields
/** Maximum length of a protocol number, in characters. */
export const protocolNumberLength = 60

/** `date` is the day on which the number was entered in the protocol. */
// biome-ignore format: a table
const protocolNumbers = {
  number: { kind: 'text', wire: 'numero_protocollo', max: protocolNumberLength, required: true },
  date:   { kind: 'date', wire: 'data_iscrizione', past: true },
} as const satisfies Fields
// biome-ignore format: a table
const performedActions = {
  actionId: { kind: 'choice', wire: 'id_azioni_svolte', list: 'performed_action', required: true },
  date:     { kind: 'date',   wire: 'data', past: true, required: true },
} as const satisfies Fields

/**
 * The fields that the office adds to a report (specification 2 §3). A text or a field marked `personal` is sealed; a choice without the
 * mark is a column of `cases`, for filters and statistics; another column in clear needs its reason in `protected-tables.test.ts`. The
 * group of a field in `caseForm` decides whose archive of personal data has it. A choice that the public answers has its entries in six
 * languages. For a pair such as `virtuale_fisico`, 1 means the first word:
 * virtual, private, one person.
 */
// biome-ignore format: a table
export const officeFields = {
  channelId:             { kind: 'choice',   wire: 'id_canale', list: 'channel' },
  informationSourceId:   { kind: 'choice',   wire: 'id_fonte_informativa', list: 'information_source' },
  requestTypeId:         { kind: 'choice',   wire: 'id_tipologia_richiesta', list: 'request_type' },
  isVirtual:             { kind: 'either',   wire: 'virtuale_fisico' },
  virtualPlaceId:        { kind: 'choice',   wire: 'id_luogo_virtuale', list: 'virtual_place' },
  accountNickname:       { kind: 'text',     wire: 'account_nickname', max: 200 },
  webAddress:            { kind: 'text',     wire: 'indirizzo_web', max: 500 },
  ...areaFields('place', 'luogo'),
  placeAddress:          { kind: 'text',     wire: 'luogo.indirizzo', max: 200 },
  reporterPersonId:      { kind: 'choice',   wire: 'personaFisica.id_persona_fisica' },
  reporterOrganisationId: { kind: 'choice',  wire: 'personaGiuridica.id_persona_giuridica' },
  reporterTaxCode:       { kind: 'taxCode',  wire: 'personaFisica.codice_fiscale' },
  victimPersonId:        { kind: 'choice',   wire: 'vittima.id_persona_fisica' },
  victimTypeId:          { kind: 'choice',   wire: 'vittima.id_tipo_vittima', list: 'victim_type' },
  victimFirstName:       { kind: 'text',     wire: 'vittima.nome', max: 100 },
  victimLastName:        { kind: 'text',     wire: 'vittima.cognome', max: 100 },
  victimTaxCode:         { kind: 'taxCode',  wire: 'vittima.codice_fiscale' },
  victimBirthDate:       { kind: 'date',     wire: 'vittima.data_nascita', past: true, firstYear: limits.firstYear.birth, personal: true },
  victimAgeBandId:       { kind: 'choice',   wire: 'vittima.id_fascia_eta', list: 'age_band' },
  victimSexId:           { kind: 'choice',   wire: 'vittima.id_sesso', list: 'sex' },
  victimCitizenships:    { kind: 'lines',    wire: 'vittima.listaCittadinanza', columns: citizenships, max: 5 },
  residencePermitId:     { kind: 'choice',   wire: 'vittima.id_permesso_soggiorno', list: 'residence_permit', personal: true },
  religionId:            { kind: 'choice',   wire: 'vittima.id_religione', list: 'religion', personal: true },
  civilStatusId:         { kind: 'choice',   wire: 'vittima.id_stato_civile', list: 'civil_status' },
  workTypeId:            { kind: 'choice',   wire: 'vittima.id_tipo_lavoro', list: 'work_type' },
  educationId:           { kind: 'choice',   wire: 'vittima.id_titolo_studio', list: 'education' },
  familyBackgroundId:    { kind: 'choice',   wire: 'id_provenienza_familiare', list: 'family_background' },
  offenderTypeId:        { kind: 'choice',   wire: 'responsabileDiscriminazione.id_tipo_responsabile', list: 'offender_type' },
  isOffenderUnnamed:     { kind: 'flag',     wire: 'responsabileDiscriminazione.flag_nominativo_non_presente' },
  offenderName:          { kind: 'text',     wire: 'responsabileDiscriminazione.nominativo', max: 200 },
  offenderCitizenships:  { kind: 'lines',    wire: 'responsabileDiscriminazione.listaCittadinanzaResponsabile', columns: citizenships, max: 5 },
  isPrivate:             { kind: 'either',   wire: 'privato_pubblico' },
  isOnePerson:           { kind: 'either',   wire: 'individuo_gruppo' },
  involvesMinors:        { kind: 'either',   wire: 'responsabileDiscriminazione.flagCoinvolgimentoMinori' },
  minorsCount:           { kind: 'count',    wire: 'num_persone_minorenni', max: 10_000 },
  relevanceId:           { kind: 'choice',   wire: 'id_pertinenza', list: 'relevance' },
  fieldId:               { kind: 'choice',   wire: 'id_ambito', list: 'field_of_life' },
  contexts:              { kind: 'lines',    wire: 'listaSegnalazioneCas', columns: contexts, max: 10 },
  grounds:               { kind: 'lines',    wire: 'listaSegnalazioneGround', columns: grounds, max: 10 },
  modeId:                { kind: 'choice',   wire: 'id_modalita_discriminazione', list: 'discrimination_mode' },
  isHateCrime:           { kind: 'either',   wire: 'hate_crime' },
  isPhysicalAggression:  { kind: 'either',   wire: 'aggressione_fisica' },
  hashtags:              { kind: 'lines',    wire: 'listaHashtag', columns: hashtags, max: 20 },
  protocolNumbers:       { kind: 'lines',    wire: 'listaNumeroProtocollo', columns: protocolNumbers, max: 20 },
  performedActions:      { kind: 'lines',    wire: 'listaAzioniSvolte', columns: performedActions, max: 200 },
  judicialAuthorityId:   { kind: 'choice',   wire: 'id_autorita_giudiziaria', list: 'judicial_authority' },
  isAnsweredAtOnce:      { kind: 'flag',     wire: 'flag_risposta_immediata' },
  outcomeId:             { kind: 'choice',   wire: 'id_esito_finale', list: 'final_outcome' },
  externalBodyId:        { kind: 'choice',   wire: 'id_ente_esterno', list: 'external_body' },
  externalOn:            { kind: 'date',     wire: 'data_assegnazione_esterna', past: true },
  externalProtocol:      { kind: 'text',     wire: 'protocollo_esterno', max: protocolNumberLength },
  legalBasis:            { kind: 'text',     wire: 'base_giuridica', max: 300 },
  notes:                 { kind: 'longText', wire: 'note', max: limits.narrativeCodePoints },
} as const satisfies Fields

/** All fields of a case: those of the report, which the office may correct, and those that the office adds. */
export const caseFields = {
  ...reportFields,
  // The office knows more kinds of reporter than the public form offers.
  profile: { kind: 'choice', wire: 'id_segnalante', list: 'reporter_type' },
  // A case may have more files than a report.
  attachments: { ...reportFields.attachments, max: limits.caseAttachments.files },
  ...officeFields,
} as const satisfies Fields

export type CaseValues = ValuesOf<typeof caseFields>
export type CaseDraft = DraftOf<typeof caseFields>
export type CaseKey = keyof CaseValues & string
export type OfficeKey = keyof typeof officeFields

/** The encrypted fields of the office: columns of `reports`. */
export type SealedOfficeKey = SealedKeyOf<typeof officeFields>
export const sealedOfficeKeys = sealedKeysOf(officeFields)
/** The clear fields of the office: columns of `cases`, for filters and statistics. */
export type ClearOfficeKey = Exclude<OfficeKey, SealedOfficeKey>
export const clearOfficeKeys = (Object.keys(officeFields) as OfficeKey[]).filter(
  (key) => !sealedOfficeKeys.some((sealed) => sealed === key),
) as ClearOfficeKey[]

const isReal = ({ isVirtual }: CaseValues) => isVirtual !== true
const isOnline = ({ isVirtual }: CaseValues) => isVirtual === true
const isVictim = ({ profile }: CaseValues) => profile === 1
const ofAssociation = (values: CaseValues) => isAssociation(values as Report)
const ofPerson = (values: CaseValues) => !ofAssociation(values)
const isNamed = (values: CaseValues) => ofPerson(values) && !values.anonymous
const withPhone = (values: CaseValues) => hasPhone(values as Report)
const withCalls = (values: CaseValues) => mayBeCalled(values as Report)
const isExternal = ({ externalBodyId }: CaseValues) => externalBodyId !== undefined

const repeated = <T>(values: readonly T[]) => new Set(values).size < values.length
const groundsRepeat = ({ grounds: lines = [] }: CaseValues) =>
  repeated(lines.map(({ groundId, subGroundId }) => `${groundId} ${subGroundId ?? ''}`))
const contextsRepeat = ({ contexts: lines = [] }: CaseValues) => repeated(lines.map(({ contextId }) => contextId))
const hashtagsRepeat = ({ hashtags: lines = [] }: CaseValues) => repeated(lines.map(({ hashtagId }) => hashtagId))
const minorsContradict = ({ involvesMinors, minorsCount }: CaseValues) =>
  involvesMinors === false && (minorsCount ?? 0) > 0

/** The form of a case, by tabs: screens, validation and history read this declaration. */
// biome-ignore format: a table
export const caseForm = defineForm(caseFields)([
  { id: 'facts', fields: [
    { key: 'message',              group: 'story' },
    { key: 'eventDate',            group: 'story', showWhen: (values) => !values.eventDateUnknown },
    { key: 'eventYearConfirmed',   group: 'story', showWhen: isLongAgo, required: true },
    { key: 'eventDateUnknown',     group: 'story' },
    { key: 'attachments',          group: 'story' },
    { key: 'channelId',            group: 'arrival' },
    { key: 'informationSourceId',  group: 'arrival' },
    { key: 'requestTypeId',        group: 'arrival' },
    { key: 'language',             group: 'arrival' },
    { key: 'isVirtual',            group: 'place' },
    { key: 'virtualPlaceId',       group: 'place', showWhen: isOnline },
    { key: 'accountNickname',      group: 'place', showWhen: isOnline },
    { key: 'webAddress',           group: 'place', showWhen: isOnline },
    ...areaUses('place', 'place', isReal),
    { key: 'placeAddress',         group: 'place', showWhen: isReal },
  ] },
  { id: 'people', fields: [
    { key: 'profile',                group: 'reporter' },
    { key: 'anonymous',              group: 'reporter', showWhen: ofPerson },
    { key: 'reporterPersonId',       group: 'reporter', showWhen: isNamed },
    { key: 'reporterOrganisationId', group: 'reporter', showWhen: ofAssociation },
    { key: 'organisationName',       group: 'reporter', showWhen: ofAssociation },
    { key: 'organisationVat',        group: 'reporter', showWhen: ofAssociation },
    { key: 'legalRepresentative',    group: 'reporter', showWhen: ofAssociation },
    { key: 'contactPerson',          group: 'reporter', showWhen: ofAssociation },
    { key: 'organisationPhone',      group: 'reporter', showWhen: ofAssociation },
    { key: 'organisationOtherPhone', group: 'reporter', showWhen: ofAssociation },
    { key: 'organisationEmail',      group: 'reporter', showWhen: ofAssociation },
    ...addressUses('organisation', 'reporter', ofAssociation),
    { key: 'firstName',              group: 'reporter', showWhen: isNamed },
    { key: 'lastName',               group: 'reporter', showWhen: isNamed },
    { key: 'birthDate',              group: 'reporter', showWhen: isNamed },
    { key: 'reporterTaxCode',        group: 'reporter', showWhen: isNamed },
    { key: 'email',                  group: 'reporter', showWhen: ofPerson },
    { key: 'phone',                  group: 'reporter', showWhen: isNamed },
    { key: 'otherPhone',             group: 'reporter', showWhen: isNamed },
    { key: 'doNotCall',              group: 'reporter', showWhen: withPhone },
    { key: 'callHours',              group: 'reporter', showWhen: withCalls },
    { key: 'onlyToReporter',         group: 'reporter', showWhen: withCalls },
    ...addressUses('', 'reporter', isNamed),
    { key: 'needsAccommodation',     group: 'accommodation' },
    { key: 'interpreter',            group: 'accommodation', showWhen: wantsAccommodation },
    { key: 'signLanguage',           group: 'accommodation', showWhen: wantsAccommodation },
    { key: 'easyLanguage',           group: 'accommodation', showWhen: wantsAccommodation },
    { key: 'accessiblePlace',        group: 'accommodation', showWhen: wantsAccommodation },
    { key: 'otherAccommodation',     group: 'accommodation', showWhen: wantsAccommodation },
    { key: 'victimPersonId',         group: 'victim', showWhen: (values) => !isVictim(values) },
    { key: 'victimTypeId',           group: 'victim' },
    { key: 'victimFirstName',        group: 'victim', showWhen: (values) => !isVictim(values) },
    { key: 'victimLastName',         group: 'victim', showWhen: (values) => !isVictim(values) },
    { key: 'victimBirthDate',        group: 'victim', showWhen: (values) => !isVictim(values) },
    { key: 'victimTaxCode',          group: 'victim', showWhen: (values) => !isVictim(values) },
    { key: 'victimAgeBandId',        group: 'victim' },
    { key: 'victimSexId',            group: 'victim' },
    { key: 'victimCitizenships',     group: 'victim' },
    { key: 'residencePermitId',      group: 'victim' },
    { key: 'religionId',             group: 'victim' },
    { key: 'civilStatusId',          group: 'victim' },
    { key: 'workTypeId',             group: 'victim' },
    { key: 'educationId',            group: 'victim' },
    { key: 'familyBackgroundId',         group: 'victim' },
    { key: 'involvesMinors',         group: 'victim' },
    { key: 'minorsCount',            group: 'victim', showWhen: (values) => values.involvesMinors === true },
    { key: 'offenderTypeId',         group: 'offender' },
    { key: 'isPrivate',              group: 'offender' },
    { key: 'isOnePerson',            group: 'offender' },
    { key: 'isOffenderUnnamed',      group: 'offender' },
    { key: 'offenderName',           group: 'offender', showWhen: (values) => !values.isOffenderUnnamed },
    { key: 'offenderCitizenships',   group: 'offender' },
  ] },
  { id: 'classification', fields: [
    { key: 'relevanceId',            group: 'relevance' },
    { key: 'fieldId',                group: 'field' },
    { key: 'contexts',               group: 'field', showWhen: (values) => values.fieldId !== undefined },
    { key: 'grounds',                group: 'grounds' },
    { key: 'modeId',                 group: 'mode' },
    { key: 'isHateCrime',            group: 'mode' },
    { key: 'isPhysicalAggression',   group: 'mode' },
    { key: 'hashtags',               group: 'hashtags' },
  ] },
  { id: 'handling', fields: [
    { key: 'performedActions',       group: 'actions' },
    { key: 'protocolNumbers',        group: 'protocol' },
    { key: 'judicialAuthorityId',    group: 'outcome' },
    { key: 'isAnsweredAtOnce',       group: 'outcome' },
    { key: 'outcomeId',              group: 'outcome' },
    { key: 'externalBodyId',         group: 'external', showWhen: isExternal },
    { key: 'externalOn',             group: 'external', showWhen: isExternal },
    { key: 'externalProtocol',       group: 'external', showWhen: isExternal },
    { key: 'legalBasis',             group: 'external', showWhen: isExternal },
    { key: 'notes',                  group: 'notes' },
  ] },
  { id: 'consents', fields: [
    { key: 'informationRead' },
    { key: 'privacyConsent' },
  ] },
], [
  { at: 'grounds',        message: 'ground_ripetuto',        broken: groundsRepeat },
  { at: 'contexts',       message: 'contesto_ripetuto',      broken: contextsRepeat },
  { at: 'hashtags',       message: 'hashtag_ripetuto',       broken: hashtagsRepeat },
  { at: 'minorsCount',    message: 'minori_contraddittori',  broken: minorsContradict },
], deskKinds)

/** The fields that refer to a registry record, by kind of record. */
export const registryLinks = {
  reporterPersonId: 'person',
  reporterOrganisationId: 'organisation',
  victimPersonId: 'person',
} as const satisfies Partial<Record<OfficeKey, RegistryKind>>
export type RegistryLinkKey = keyof typeof registryLinks

export type CaseTab = 'facts' | 'people' | 'classification' | 'handling'

/** The fields that saving does not change: consents, files, and fields that only an action sets. */
export const fixedCaseKeys = [
  ...['informationRead', 'privacyConsent', 'attachments'],
  ...['externalBodyId', 'externalOn', 'externalProtocol', 'legalBasis'],
] as const satisfies readonly CaseKey[]

type Ground = NonNullable<CaseValues['grounds']>[number]

/** The grounds, the main one first with priority 0; a list that is not empty has exactly one main ground. */
export const mainGroundFirst = (lines: readonly Ground[]): Ground[] =>
  [...lines]
    .sort((one, other) => (one.priority ?? 1) - (other.priority ?? 1))
    .map((line, index) => ({ ...line, priority: index === 0 ? 0 : 1 }))

type PerformedAction = NonNullable<CaseValues['performedActions']>[number]

/** Performed actions in order: by date, newest first, then by type (specification 2 §9). */
export const inActionOrder = <T extends PerformedAction>(lines: readonly T[]): T[] =>
  [...lines].sort(
    (one, other) => (other.date ?? '').localeCompare(one.date ?? '') || (one.actionId ?? 0) - (other.actionId ?? 0),
  )
