import { type CaseValues, isAssociation, profiles, type Report } from '@portal/contract'

/** The sealed fields with the names that lists show. */
export const nameFields = {
  reporter: ['organisationName', 'firstName', 'lastName'],
  victim: ['victimFirstName', 'victimLastName'],
} as const satisfies Record<string, readonly (keyof CaseValues)[]>

type NameField = (typeof nameFields)[keyof typeof nameFields][number]
type NamedValues = { readonly [K in NameField]?: string | null | undefined } & { readonly reporterTypeId: number }

const join = (...names: readonly (string | null | undefined)[]) => names.filter(Boolean).join(' ') || undefined

/**
 * The names of reporter and victim, surname first; undefined where the case has none. The reporter of profile 'Vittima' is the
 * victim too.
 */
export function namesOfCase(values: NamedValues) {
  const { reporterTypeId, organisationName, firstName, lastName, victimFirstName, victimLastName } = values
  const reporter = isAssociation({ profile: reporterTypeId } as Report)
    ? organisationName || undefined
    : join(lastName, firstName)
  return { reporter, victim: reporterTypeId === profiles.victim ? reporter : join(victimLastName, victimFirstName) }
}
