import {
  type Form,
  type Organisation,
  type OrganisationDetail,
  type OrganisationRow,
  organisationForm,
  type Person,
  type PersonDetail,
  type PersonRow,
  paths,
  personForm,
  type RegistryKind,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import type { FormTexts } from '#form/form-texts.ts'
import type { FormDisplay } from '#form/read-only/form-display.ts'
import { siteHref } from '#lib/page/page-settings.ts'

export type RecordValues = Person & Organisation
export type RecordDraft = Readonly<Record<string, unknown>>
/** A record as a search tells it. */
export type RecordRow = Partial<Omit<PersonRow & OrganisationRow, 'id' | 'cases' | 'reasons'>> &
  Pick<PersonRow, 'id' | 'cases' | 'reasons'>
export type RecordKey = keyof RecordValues

/** A record as its page shows it, whichever its kind. */
export type RecordDetail = Omit<PersonDetail & OrganisationDetail, 'values'> & { readonly values: RecordValues }

type GroupName = 'identity' | 'birth' | 'citizenship' | 'contacts' | 'residence'

export const formOf = (kind: RegistryKind) => (kind === 'person' ? personForm : organisationForm) as Form<RecordValues>

const pageOf = { person: paths.personDetail, organisation: paths.organisationDetail } as const
const listOf = { person: paths.personList, organisation: paths.organisationList } as const

const newPageOf = { person: paths.personNew, organisation: paths.organisationNew } as const
export const newRecordHref = (kind: RegistryKind) => siteHref(newPageOf[kind])

export const recordHref = (kind: RegistryKind, id: number) => siteHref(pageOf[kind], { id })

/** The list that the records of a kind are in, as a link. */
export const listLink = (t: TFunction, kind: RegistryKind) => ({
  text: t(`registry.lists.${kind}`),
  href: siteHref(listOf[kind]),
})

/** What a record is called. */
export const nameOf = ({ lastName, firstName, organisationName }: Partial<RecordValues>): string =>
  organisationName ?? [lastName, firstName].filter(Boolean).join(' ')

/** The code that one record alone has. */
export const codeOf = ({ taxCode, organisationVat }: Partial<RecordValues>) => taxCode ?? organisationVat

const own = [
  'taxCode',
  'birthNation',
  'birthRegion',
  'birthProvince',
  'birthCity',
  'birthPlaceText',
  'citizenships',
  'language',
  'organisationType',
  'organisationPec',
] as const
const isOwn = (key: string): key is (typeof own)[number] => own.some((one) => one === key)

/** The label of a field: the one that a report has, where reports have it. */
export const registryLabel = (t: TFunction, key: RecordKey): string =>
  isOwn(key) ? t(`registry.fields.${key}`) : t(`fields.${key as Exclude<RecordKey, (typeof own)[number]>}`)

/** What the fields of a record are called. */
export const recordTexts: FormTexts<RecordKey> = {
  labelOf: registryLabel,
  columnsOf: (t, key): Readonly<Record<string, string>> =>
    key === 'citizenships' ? { citizenshipId: t('registry.citizenship') } : {},
  lineNameOf: (t, _key, number) => t('registry.citizenshipLine', { number }),
  addTextOf: (t) => t('registry.addCitizenship'),
}

/** How the values of a record are read. */
export const displayOf = (kind: RegistryKind): FormDisplay<RecordKey> => ({
  form: formOf(kind),
  texts: recordTexts,
  headingOf: (t, group) => t(`registry.groups.${group as GroupName}`),
})
