import type { Field, Fields } from '@portal/contract'

/** The fields of a form that name one place in Italy, each narrowed by the one before. */
export interface PlaceKeys<K extends string = string> {
  readonly region: K
  readonly province: K
  readonly city: K
}

const below = (fields: Fields, parent: string, list: Field['list']) =>
  Object.keys(fields).find((key) => fields[key]?.parent === parent && fields[key]?.list === list)

/** The place that a field is a part of; undefined for other fields, and for a region without municipalities. */
export function placeKeysOf(fields: Fields, key: string): PlaceKeys | undefined {
  const { list, parent } = fields[key] ?? {}
  if ((list === 'province' || list === 'city') && parent !== undefined) return placeKeysOf(fields, parent)
  const province = list === 'region' ? below(fields, key, 'province') : undefined
  const city = province && below(fields, province, 'city')
  return province && city ? { region: key, province, city } : undefined
}
