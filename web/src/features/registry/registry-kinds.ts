import {
  type Form,
  type Organisation,
  type OrganisationRow,
  organisationForm,
  type Person,
  type PersonRow,
  paths,
  personForm,
  type RegistryKind,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import type { FormDisplay } from '#form/read-only/form-display.ts'
import { siteHref } from '#lib/page/page-settings.ts'

export type RecordValues = Person & Organisation
export type RecordDraft = Readonly<Record<string, unknown>>
/** A record as a search tells it. */
export type RecordRow = Partial<Omit<PersonRow & OrganisationRow, 'id' | 'cases'>> & {
  readonly id: number
  readonly cases: number
}
export type RecordKey = keyof RecordValues

type GroupName = 'identity' | 'birth' | 'contacts' | 'residence'

export const formOf = (kind: RegistryKind) => (kind === 'person' ? personForm : organisationForm) as Form<RecordValues>

const pageOf = { person: paths.personDetail, organisation: paths.organisationDetail } as const

export const recordHref = (kind: RegistryKind, id: number) => siteHref(pageOf[kind], { id })

/** What a record is called. */
export const nameOf = ({ lastName, firstName, organisationName }: Partial<RecordValues>): string =>
  organisationName ?? [lastName, firstName].filter(Boolean).join(' ')

/** The code that one record alone has. */
export const codeOf = ({ taxCode, organisationVat }: Partial<RecordValues>) => taxCode ?? organisationVat

const own = ['taxCode', 'birthNation', 'birthRegion', 'birthProvince', 'birthCity'] as const
const isOwn = (key: string): key is (typeof own)[number] => own.some((one) => one === key)

/** The label of a field: the one that a report has, where reports have it. */
export const labelOf = (t: TFunction, key: RecordKey): string =>
  isOwn(key) ? t(`registry.fields.${key}`) : t(`fields.${key}`)

/** How the values of a record are read. */
export const displayOf = (kind: RegistryKind): FormDisplay<RecordKey> => ({
  form: formOf(kind),
  texts: { labelOf },
  headingOf: (t, group) => t(`registry.groups.${group as GroupName}`),
})
