import { type CaseKey, type CaseValues, caseForm, usesOf } from '@portal/contract'

/** What somebody is in a case. */
export const relations = ['reporter', 'victim', 'offender', 'contact'] as const
export type Relation = (typeof relations)[number]

/**
 * Whose the fields of a group of the form are: what is said of one of them is not the others'. The facts are of who tells them and
 * of who suffered them; the narrative is the reporter's alone, for it may tell who that is. What the office notes for itself is
 * nobody's: it may speak of anybody, and is looked at by hand (GDPR art. 15(4)).
 */
const ownersOfGroup: Readonly<Record<string, readonly Relation[]>> = {
  story: ['reporter'],
  arrival: ['reporter'],
  place: ['reporter', 'victim'],
  reporter: ['reporter'],
  victim: ['victim'],
  offender: ['offender'],
  relevance: ['reporter', 'victim'],
  field: ['reporter', 'victim'],
  grounds: ['reporter', 'victim'],
  mode: ['reporter', 'victim'],
  hashtags: ['reporter', 'victim'],
  actions: ['reporter', 'victim'],
  protocol: ['reporter', 'victim'],
  outcome: ['reporter', 'victim'],
  external: ['reporter', 'victim'],
  notes: [],
}

/** Fields that are otherwise than their group. Records of the registry are told as such. */
const ownersOfField: Partial<Record<CaseKey, readonly Relation[]>> = {
  eventDate: ['reporter', 'victim'],
  eventDateUnknown: ['reporter', 'victim'],
  attachments: [],
  contactPerson: ['reporter', 'contact'],
  // Whose they are is not known: they may be the offender's as well as the victim's.
  accountNickname: ['reporter'],
  webAddress: ['reporter'],
  reporterPersonId: [],
  reporterOrganisationId: [],
  victimPersonId: [],
  informationRead: ['reporter'],
  privacyConsent: ['reporter'],
}

/** The fields of a case in the order of its form, each with whose it is. */
export const ownersOfFields: ReadonlyMap<CaseKey, readonly Relation[]> = new Map(
  usesOf(caseForm).map(({ key, group }) => [key, ownersOfField[key] ?? ownersOfGroup[group ?? ''] ?? []]),
)

/** What of the values of a case belongs to somebody who is these in it. */
export const valuesFor = (values: CaseValues, roles: readonly Relation[]): CaseValues =>
  Object.fromEntries(
    [...ownersOfFields].flatMap(([key, owners]) =>
      values[key] !== undefined && owners.some((owner) => roles.includes(owner)) ? [[key, values[key]]] : [],
    ),
  )

/** What is known of the codes in a case. */
export interface CodesOfCase {
  readonly reporter: readonly (string | undefined)[]
  readonly victim: string | undefined
  /** The reporter says that it happened to them. */
  readonly isReporterVictim: boolean
}

/** What somebody is in a case, by its codes; by code and PIN of the report they are who reported. */
export function relationsBy(
  { reporter, victim, isReporterVictim }: CodesOfCase,
  { isByReport, isTheirs }: { readonly isByReport: boolean; readonly isTheirs: (code: string | undefined) => boolean },
): Relation[] {
  const isReporter = isByReport || reporter.some(isTheirs)
  const isVictim = isTheirs(victim) || (isReporter && isReporterVictim)
  return [...(isReporter ? (['reporter'] as const) : []), ...(isVictim ? (['victim'] as const) : [])]
}
