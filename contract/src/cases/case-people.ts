import { isShown, usesOf } from '../kit/form.ts'
import type { RegistryKind } from '../registry/registry.form.ts'
import { type CaseValues, caseForm, type RegistryLinkKey, registryLinks } from './case.form.ts'

type Values = Readonly<Record<string, unknown>>

/** The person or body that a link of a case refers to. */
const partOfLink = {
  reporterPersonId: 'reporter',
  reporterOrganisationId: 'reporter',
  victimPersonId: 'victim',
} as const satisfies Record<RegistryLinkKey, string>
export type CasePart = (typeof partOfLink)[RegistryLinkKey]

/** The values of a case that describe the person of a link, under the field names of a registry record. */
export function recordValuesOf(link: RegistryLinkKey, values: object): Values {
  const { reporterTaxCode, victimFirstName, victimLastName, victimTaxCode, victimBirthDate, ...others } =
    values as Values
  if (link !== 'victimPersonId') return { ...others, taxCode: reporterTaxCode }
  return {
    firstName: victimFirstName,
    lastName: victimLastName,
    taxCode: victimTaxCode,
    birthDate: victimBirthDate,
  }
}

/** By what a person or body is named; a contact alone names nobody. */
const nameKeys = {
  person: ['firstName', 'lastName', 'taxCode'],
  organisation: ['organisationName', 'organisationVat'],
} as const satisfies Record<RegistryKind, readonly string[]>

export interface PersonOfCase {
  readonly source: CasePart
  readonly kind: RegistryKind
  /** Under the field names of a registry record. */
  readonly values: Values
}

/** The reporter and the victim of a case, where they are named and not linked to a record; the form hides the link of an anonymous one. */
export function unlinkedPeopleOf(values: CaseValues): PersonOfCase[] {
  const links = usesOf(caseForm).filter(({ key }) => Object.hasOwn(registryLinks, key))
  return links.flatMap((use) => {
    const link = use.key as RegistryLinkKey
    const kind = registryLinks[link]
    const known = recordValuesOf(link, values)
    const isNamed = nameKeys[kind].some((key) => known[key] !== undefined)
    if (values[link] !== undefined || !isShown(use, values) || !isNamed) return []
    return [{ source: partOfLink[link], kind, values: known }]
  })
}
