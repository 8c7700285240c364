import { addressFields, addressUses, hasAreaAbroad } from '../kit/address.ts'
import { type DraftOf, defineForm, type Fields, type ValuesOf } from '../kit/form.ts'
import { limits } from '../kit/limits.ts'
import { type SealedKeyOf, sealedKeysOf } from '../kit/sealed-fields.ts'

/** Reporter profiles that the public wizard offers (decisions §3). */
export const profiles = { victim: 1, reporter: 2, witness: 3, association: 4 } as const

/**
 * The fields of a report. Of a reasonable accommodation only that one is requested is in clear, for lists and statistics: which one may
 * reveal a disability, and is sealed. The interpreter is the language that the reporter speaks with one.
 */
// biome-ignore format: a table
export const reportFields = {
  language:               { kind: 'choice',    wire: 'id_lingua', list: 'language' },
  informationRead:        { kind: 'consent',   wire: 'flag_informativa_dati_personali' },
  profile:                { kind: 'choice',    wire: 'id_segnalante', list: 'reporter_type', among: [1, 2, 3, 4] },
  organisationName:       { kind: 'text',      wire: 'personaGiuridica.ragione_sociale', max: 200 },
  organisationVat:        { kind: 'vatNumber', wire: 'personaGiuridica.piva' },
  legalRepresentative:    { kind: 'text',      wire: 'personaGiuridica.personaGiuridicaLegaleRappresentante.cognome', max: 200 },
  contactPerson:          { kind: 'text',      wire: 'personaGiuridica.soggetto_da_contattare', max: 200 },
  organisationPhone:      { kind: 'phone',     wire: 'personaGiuridica.anagrafica.recapito_pri' },
  organisationOtherPhone: { kind: 'phone',     wire: 'personaGiuridica.anagrafica.recapito_sec' },
  organisationEmail:      { kind: 'email',     wire: 'personaGiuridica.anagrafica.email' },
  ...addressFields('organisation', 'personaGiuridica.anagrafica'),
  anonymous:              { kind: 'flag',      wire: 'flag_anonimo' },
  firstName:              { kind: 'text',      wire: 'personaFisica.nome', max: 100 },
  lastName:               { kind: 'text',      wire: 'personaFisica.cognome', max: 100 },
  birthDate:              { kind: 'date',      wire: 'personaFisica.data_nascita', past: true, firstYear: limits.firstYear.birth, personal: true },
  email:                  { kind: 'email',     wire: 'personaFisica.anagrafica.email' },
  phone:                  { kind: 'phone',     wire: 'personaFisica.anagrafica.recapito_pri' },
  otherPhone:             { kind: 'phone',     wire: 'personaFisica.anagrafica.recapito_sec' },
  ...addressFields('', 'personaFisica.anagrafica'),
  doNotCall:              { kind: 'flag',      wire: 'flag_non_chiamare', personal: true },
  callHours:              { kind: 'text',      wire: 'orari_chiamata', max: limits.callHoursCodePoints },
  onlyToReporter:         { kind: 'flag',      wire: 'flag_parlare_solo_con_me', personal: true },
  needsAccommodation:     { kind: 'flag',      wire: 'flag_accomodamento' },
  interpreter:            { kind: 'text',      wire: 'accomodamento.interprete', max: 60 },
  signLanguage:           { kind: 'flag',      wire: 'accomodamento.flag_lingua_segni', personal: true },
  easyLanguage:           { kind: 'flag',      wire: 'accomodamento.flag_lingua_facile', personal: true },
  accessiblePlace:        { kind: 'flag',      wire: 'accomodamento.flag_luogo_accessibile', personal: true },
  otherAccommodation:     { kind: 'text',      wire: 'accomodamento.altro', max: limits.accommodationCodePoints },
  message:                { kind: 'longText',  wire: 'resoconto_fatti', max: limits.narrativeCodePoints },
  eventDate:              { kind: 'date',      wire: 'data_evento', past: true },
  eventYearConfirmed:     { kind: 'consent',   wire: 'flag_anno_evento_confermato', missing: 'anno_da_confermare' },
  eventDateUnknown:       { kind: 'flag',      wire: 'flag_data_evento_sconosciuta' },
  attachments:            { kind: 'files',     wire: 'listaAllegatoSegnalazione', max: limits.reportAttachments.files },
  privacyConsent:         { kind: 'consent',   wire: 'flag_normativa_privacy' },
} as const satisfies Fields

/** A report as the reporter sends it. */
export type Report = ValuesOf<typeof reportFields>
/** The fields in the row of the report; its files have rows of their own. */
export type StoredReportKey = Exclude<keyof Report, 'attachments'>
export const storedReportKeys = Object.keys(reportFields).filter((key) => key !== 'attachments') as StoredReportKey[]
/** The fields of a report that are stored sealed. */
export type SealedReportField = SealedKeyOf<typeof reportFields>
export const sealedReportFields = sealedKeysOf(reportFields)
export type ReportDraft = DraftOf<typeof reportFields>

export const isAssociation = (report: Report) => report.profile === profiles.association
/** Whether the reporter gives no name. */
export const isAnonymous = (report: Report) => Boolean(report.anonymous) && !isAssociation(report)
const isNamed = (report: Report) => !isAnonymous(report)

/** Whether the year of the event is probably mistyped, and has to be confirmed. */
export const isLongAgo = ({ eventDate, eventDateUnknown }: Pick<Report, 'eventDate' | 'eventDateUnknown'>) =>
  eventDate !== undefined && !eventDateUnknown && Number(eventDate.slice(0, 4)) < limits.firstYear.event

const contacts = ['email', 'phone', 'otherPhone'] as const
const hasContact = (report: Report) => contacts.some((key) => report[key])

/** The telephones by which the office reaches the reporter; an anonymous one leaves none. */
export function reporterPhones(report: Report): string[] {
  if (isAnonymous(report)) return []
  const { phone, otherPhone, organisationPhone, organisationOtherPhone } = report
  return (isAssociation(report) ? [organisationPhone, organisationOtherPhone] : [phone, otherPhone]).filter(
    (number) => number !== undefined,
  )
}
/** Beside a telephone the form asks when and how it is safe to call. */
export const hasPhone = (report: Report) => reporterPhones(report).length > 0
/** Whether the reporter left a telephone and did not forbid calls. */
export const mayBeCalled = (report: Report) => hasPhone(report) && !report.doNotCall

/** Whether the form asks which accommodation the reporter needs. */
export const wantsAccommodation = ({ needsAccommodation }: Pick<Report, 'needsAccommodation'>) =>
  needsAccommodation === true

/** An association gives the telephone of its contact person; every other reporter who is not anonymous must give a contact. */
const mustBeReachable = (report: Report) => isNamed(report) && !isAssociation(report)

/** The public report form. Wizard, summary, validation and the view of the office read this declaration. */
// biome-ignore format: a table
export const reportForm = defineForm(reportFields)([
  { id: 'intro', fields: [
    { key: 'language' },
    { key: 'informationRead', required: true },
  ] },
  { id: 'profile', fields: [
    { key: 'profile', required: true },
  ] },
  { id: 'details', fields: [
    { key: 'organisationName',        group: 'organisation',  showWhen: isAssociation, required: true },
    { key: 'organisationVat',         group: 'organisation',  showWhen: isAssociation, required: true },
    { key: 'legalRepresentative',     group: 'organisation',  showWhen: isAssociation, required: true },
    { key: 'contactPerson',           group: 'organisation',  showWhen: isAssociation, required: true },
    { key: 'organisationPhone',       group: 'organisation',  showWhen: isAssociation, required: true },
    { key: 'organisationOtherPhone',  group: 'organisation',  showWhen: isAssociation },
    { key: 'organisationEmail',       group: 'organisation',  showWhen: isAssociation },
    ...addressUses('organisation', 'organisation', isAssociation),
    { key: 'anonymous',  showWhen: (report) => !isAssociation(report) },
    { key: 'firstName',               group: 'person',        showWhen: isNamed },
    { key: 'lastName',                group: 'person',        showWhen: isNamed },
    { key: 'birthDate',               group: 'person',        showWhen: isNamed },
    // An anonymous reporter may still get a mail about new messages.
    { key: 'email',                   group: 'contacts' },
    { key: 'phone',                   group: 'contacts',      showWhen: isNamed },
    { key: 'otherPhone',              group: 'contacts',      showWhen: isNamed },
    { key: 'doNotCall',               group: 'contacts',      showWhen: hasPhone },
    { key: 'callHours',               group: 'contacts',      showWhen: mayBeCalled },
    { key: 'onlyToReporter',          group: 'contacts',      showWhen: mayBeCalled },
    ...addressUses('', 'residence', isNamed),
    { key: 'needsAccommodation',      group: 'accommodation' },
    { key: 'interpreter',             group: 'accommodation', showWhen: wantsAccommodation },
    { key: 'signLanguage',            group: 'accommodation', showWhen: wantsAccommodation },
    { key: 'easyLanguage',            group: 'accommodation', showWhen: wantsAccommodation },
    { key: 'accessiblePlace',         group: 'accommodation', showWhen: wantsAccommodation },
    { key: 'otherAccommodation',      group: 'accommodation', showWhen: wantsAccommodation },
  ] },
  { id: 'facts', fields: [
    { key: 'message', required: true },
    { key: 'eventDate', showWhen: (report) => !report.eventDateUnknown, required: true },
    { key: 'eventYearConfirmed', showWhen: isLongAgo, required: true },
    { key: 'eventDateUnknown' },
    { key: 'attachments' },
  ] },
  { id: 'summary', fields: [
    { key: 'privacyConsent', required: true },
  ] },
], [
  { at: 'email',              message: 'contatto_obbligatorio', silentWhile: contacts, broken: (report) => mustBeReachable(report) && !hasContact(report) },
  { at: 'region',             message: 'solo_per_italia', broken: (report) => isNamed(report) && hasAreaAbroad('', report) },
  { at: 'organisationRegion', message: 'solo_per_italia', broken: (report) => isAssociation(report) && hasAreaAbroad('organisation', report) },
])

export type ReportStep = 'intro' | 'profile' | 'details' | 'facts' | 'summary'
