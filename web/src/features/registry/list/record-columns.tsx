import type { OrganisationDetailRow, PersonDetailRow, ReferenceItem, RegistryKind } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { bundleQuery, useWholeList } from '#form/choices.ts'
import { ShowDate } from '#lib/i18n/format.tsx'
import type { ListView } from '#list/list.ts'
import { RowLink } from '#list/row-link.tsx'
import type { Column } from '#ui/data-table.tsx'
import { MatchReasons } from '../match-reasons.tsx'
import { codeOf, nameOf, recordHref, registryLabel } from '../registry-kinds.ts'

/** A row of either list. */
export type AnyRow = Pick<PersonDetailRow, 'id' | 'cases' | 'reasons'> &
  Partial<Omit<PersonDetailRow & OrganisationDetailRow, 'id' | 'cases' | 'reasons'>>

// The name takes the width that is left.
// biome-ignore format: a table
const looks = {
  name:      { isRowHeader: true, isWrapped: true },
  reasons:   { width: '9.5rem', isWrapped: true },
  code:      { width: '10rem' },
  birthDate: { width: '6rem' },
  contact:   { width: 'clamp(14rem, 20vw - 2rem, 18rem)', isWrapped: true, isFoldedOnTablet: true },
  place:     { width: 'clamp(7rem, 20vw - 9rem, 11rem)', isWrapped: true, isFoldedOnTablet: true },
  cases:     { width: '4.5rem', align: 'end' },
} as const satisfies Record<string, Omit<Column<AnyRow>, 'id' | 'header' | 'cell'>>
type ColumnId = keyof typeof looks

/** Placeholder for a missing value. */
const none = '–'

const figures = (value: string | undefined) =>
  value ? (
    <bdi dir="ltr" className="figures">
      {value}
    </bdi>
  ) : (
    none
  )

/** The levels of a place, of the residence of a person or the seat of a body. */
const areaOf = (row: AnyRow) => ({
  nation: row.nation ?? row.organisationNation,
  region: row.region ?? row.organisationRegion,
  province: row.province ?? row.organisationProvince,
  city: row.city ?? row.organisationCity,
})

/** Names the most precise place that is known of a row. */
function usePlaceText(rows: readonly AnyRow[]): (row: AnyRow) => string {
  const areas = rows.map(areaOf)
  const provinces = useWholeList(areas.some(({ province }) => province) ? 'province' : undefined, [])
  const ofCities = areas.flatMap(({ province, city }) => (province && city ? [province] : []))
  const cities = useWholeList('city', [...new Set(ofCities)])
  const { data: bundle } = useQuery(bundleQuery())
  const find = (items: readonly ReferenceItem[] | undefined, id: number | undefined) =>
    id === undefined ? undefined : items?.find((item) => item.id === id)
  return (row) => {
    const { nation, region, province, city } = areaOf(row)
    const inProvince = find(provinces, province)
    const inCity = find(cities, city)
    if (inCity) return inProvince?.code ? `${inCity.label} (${inProvince.code})` : inCity.label
    return (inProvince ?? find(bundle?.region, region) ?? find(bundle?.nation, nation))?.label ?? none
  }
}

function Contact({ row: { email, phone, organisationEmail, organisationPhone } }: { readonly row: AnyRow }) {
  const known = [email ?? organisationEmail, phone ?? organisationPhone].filter((value) => value !== undefined)
  if (known.length === 0) return <span>{none}</span>
  return known.map((value) => (
    <bdi key={value} dir="ltr" className="record-contact">
      {value}
    </bdi>
  ))
}

const headersOf = (t: TFunction, kind: RegistryKind): Readonly<Record<ColumnId, string>> => {
  const isPerson = kind === 'person'
  return {
    name: t(isPerson ? 'registry.columns.name' : 'registry.columns.organisationName'),
    code: isPerson ? registryLabel(t, 'taxCode') : t('register.columns.number'),
    birthDate: registryLabel(t, 'birthDate'),
    contact: t('registry.columns.contact'),
    place: t(isPerson ? 'registry.columns.place' : 'registry.columns.seat'),
    reasons: t(isPerson ? 'registry.columns.reasons' : 'registry.columns.organisationReasons'),
    cases: t('registry.columns.cases'),
  }
}

/** The columns of a list of the registry; why a record was found shows where something is searched. */
export function useRecordColumns(
  kind: RegistryKind,
  { page, filters }: Pick<ListView<AnyRow, object>, 'page' | 'filters'>,
): Column<AnyRow>[] {
  const { t } = useTranslation()
  const placeText = usePlaceText(page?.rows ?? [])
  const headers = headersOf(t, kind)
  const isSearched = Object.values(filters).some((value) => value !== undefined)
  const cells: Readonly<Record<ColumnId, (row: AnyRow) => ReactNode>> = {
    name: (row) => (
      <RowLink id={row.id} href={recordHref(kind, row.id)}>
        <bdi>{nameOf(row)}</bdi>
      </RowLink>
    ),
    code: (row) => figures(codeOf(row)),
    birthDate: ({ birthDate }) => (birthDate ? <ShowDate date={birthDate} /> : none),
    contact: (row) => <Contact row={row} />,
    place: (row) => <bdi>{placeText(row)}</bdi>,
    reasons: ({ reasons }) => <MatchReasons reasons={reasons} />,
    cases: ({ cases }) => cases,
  }
  return (Object.keys(looks) as ColumnId[])
    .filter((id) => (id !== 'birthDate' || kind === 'person') && (id !== 'reasons' || isSearched))
    .map((id) => ({
      id,
      header: headers[id],
      cell: cells[id],
      ...looks[id],
    }))
}
