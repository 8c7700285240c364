import { type CaseKey, type CaseValues, caseForm, usesOf } from '@portal/contract'

/** The relations that a person may have to a case. */
export const relations = ['reporter', 'victim', 'offender', 'contact'] as const
export type Relation = (typeof relations)[number]

/**
 * Who may get the fields of each group of the form. Data about one person is not disclosed to the others. The facts belong to the
 * reporter and the victim; the narrative belongs to the reporter alone, because it may identify them. Notes of the office belong
 * to nobody: they may concern anyone, and an operator reviews them by hand (GDPR art. 15(4)).
 */
const ownersOfGroup: Readonly<Record<string, readonly Relation[]>> = {
  story: ['reporter'],
  arrival: ['reporter'],
  place: ['reporter', 'victim'],
  reporter: ['reporter'],
  accommodation: ['reporter'],
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

/** Fields whose owners differ from those of their group. Registry records are exported separately. */
const ownersOfField: Partial<Record<CaseKey, readonly Relation[]>> = {
  eventDate: ['reporter', 'victim'],
  eventYearConfirmed: ['reporter', 'victim'],
  eventDateUnknown: ['reporter', 'victim'],
  attachments: [],
  contactPerson: ['reporter', 'contact'],
  // Their owner is unknown: the offender or the victim.
  accountNickname: ['reporter'],
  webAddress: ['reporter'],
  reporterPersonId: [],
  reporterOrganisationId: [],
  victimPersonId: [],
  informationRead: ['reporter'],
  privacyConsent: ['reporter'],
}

/** The owners of each field of a case, in the order of the form. */
export const ownersOfFields: ReadonlyMap<CaseKey, readonly Relation[]> = new Map(
  usesOf(caseForm).map(({ key, group }) => [key, ownersOfField[key] ?? ownersOfGroup[group ?? ''] ?? []]),
)

/** The values of a case that a person with these relations may get. */
export const valuesFor = (values: CaseValues, roles: readonly Relation[]): CaseValues =>
  Object.fromEntries(
    [...ownersOfFields].flatMap(([key, owners]) =>
      values[key] !== undefined && owners.some((owner) => roles.includes(owner)) ? [[key, values[key]]] : [],
    ),
  )

/** The tax codes in a case. */
export interface CodesOfCase {
  readonly reporter: readonly (string | undefined)[]
  readonly victim: string | undefined
  /** Whether the reporter is the victim. */
  readonly isReporterVictim: boolean
}

/** The relations of a person to a case, by its tax codes; a person who gave the code and PIN of the report is the reporter. */
export function relationsBy(
  { reporter, victim, isReporterVictim }: CodesOfCase,
  { isByReport, isTheirs }: { readonly isByReport: boolean; readonly isTheirs: (code: string | undefined) => boolean },
): Relation[] {
  const isReporter = isByReport || reporter.some(isTheirs)
  const isVictim = isTheirs(victim) || (isReporter && isReporterVictim)
  return [...(isReporter ? (['reporter'] as const) : []), ...(isVictim ? (['victim'] as const) : [])]
}
