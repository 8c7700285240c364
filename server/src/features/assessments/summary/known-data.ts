import type { CaseDetail, PersonalKind, ReferenceItem, ReferenceList } from '@portal/contract'
import type { KnownName } from './name-patterns.rules.ts'
import type { KnownData } from './personal-data.rules.ts'

/** The kinds of the values of a case, by how their keys end; names and places are looked for otherwise. */
const kindsOfKeys: readonly (readonly [ending: RegExp, kind: PersonalKind])[] = [
  [/phone$/i, 'phone'],
  [/email$/i, 'mail'],
  [/^webAddress$/, 'web'],
  [/taxCode$|Vat$/i, 'taxCode'],
  [/address$/i, 'address'],
  [/^accountNickname$/, 'account'],
  [/^externalProtocol$/, 'protocol'],
]

/** A name in one text: the last word is the surname. */
function personNamed(kind: KnownName['kind'], text: string | undefined): KnownName[] {
  const words = text?.trim().split(/\s+/) ?? []
  const last = words.pop()
  return last ? [{ kind, first: words.join(' ') || undefined, last }] : []
}

const named = (kind: KnownName['kind'], first: string | undefined, last: string | undefined): KnownName[] =>
  last ? [{ kind, first, last }] : personNamed(kind, first)

function namesIn({ values }: CaseDetail): KnownName[] {
  const { organisationName, offenderName } = values
  return [
    ...named('reporter', values.firstName, values.lastName),
    ...personNamed('reporter', values.legalRepresentative),
    ...personNamed('reporter', values.contactPerson),
    ...named('victim', values.victimFirstName, values.victimLastName),
    ...(organisationName ? [{ kind: 'body' as const, last: organisationName }] : []),
    ...(offenderName ? [{ kind: 'offender' as const, last: offenderName }] : []),
    // One person who is said to be responsible has a surname.
    ...(offenderName && values.isOnePerson ? personNamed('offender', offenderName) : []),
  ]
}

const valuesIn = ({ code, values }: CaseDetail): KnownData['values'] => [
  { kind: 'caseCode', text: code },
  ...Object.entries(values).flatMap(([key, value]) => {
    const kind = kindsOfKeys.find(([ending]) => ending.test(key))?.[1]
    return kind && typeof value === 'string' ? [{ kind, text: value }] : []
  }),
]

const normalized = (name: string) => name.toLowerCase().replace(/’/g, "'")

/** The municipalities by their ids, and the region of each of them and of each province by its name. */
export interface ItalianPlaces extends Pick<KnownData, 'regionOf'> {
  readonly cities: ReadonlyMap<unknown, string>
}

export async function italianPlaces(
  listItems: (list: ReferenceList) => Promise<readonly ReferenceItem[]>,
): Promise<ItalianPlaces> {
  const [regions, provinces, cities] = await Promise.all([
    listItems('region'),
    listItems('province'),
    listItems('city'),
  ])
  const regionNames = new Map(regions.map(({ id, label }) => [id, label]))
  const ofProvince = new Map(provinces.map(({ id, parentId = 0 }) => [id, regionNames.get(parentId) ?? '']))
  const regionOf = new Map([
    ...provinces.map(({ id, label }) => [normalized(label), ofProvince.get(id) ?? ''] as const),
    ...cities.map(({ label, parentId = 0 }) => [normalized(label), ofProvince.get(parentId) ?? ''] as const),
  ])
  for (const name of regionNames.values()) regionOf.delete(normalized(name))
  return { cities: new Map(cities.map(({ id, label }) => [id, label])), regionOf }
}

/** What is known of a case. */
export function knownDataOf({ cities, regionOf }: ItalianPlaces, record: CaseDetail): KnownData {
  const ids = Object.entries(record.values).flatMap(([key, value]) => (/city$/i.test(key) ? [value] : []))
  return {
    names: namesIn(record),
    values: valuesIn(record),
    places: [...new Set(ids)].flatMap((id) => cities.get(id) ?? []),
    regionOf,
  }
}
