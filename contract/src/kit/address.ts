import type { Field } from './field.ts'
import type { Fields, Use } from './form.ts'
import { defaults } from './limits.ts'

type Prefixed<P extends string, N extends string> = P extends '' ? N : `${P}${Capitalize<N>}`
type WithPrefix<P extends string, F extends Fields> = { readonly [N in keyof F & string as Prefixed<P, N>]: F[N] }

/** The key of a field of an address in a form: `region`, with a prefix `organisationRegion`. */
const keyOf = <P extends string, const N extends string>(prefix: P, name: N) =>
  (prefix === '' ? name : `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`) as Prefixed<P, N>

const withPrefix = <P extends string, F extends Fields>(prefix: P, fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [keyOf(prefix, name), field])) as WithPrefix<P, F>

/** The fields of a place down to its city, with their keys under `prefix` and their wire names under `wire`. */
// biome-ignore format: a table
export const areaFields = <const P extends string, const W extends string, const E extends Pick<Field, 'place'> = object>(prefix: P, wire: W, extra = {} as E) =>
  withPrefix(prefix, {
    nation:   { kind: 'choice', wire: `${wire}.id_nazione`, list: 'nation', ...extra },
    region:   { kind: 'choice', wire: `${wire}.id_regione`, list: 'region', ...extra },
    province: { kind: 'choice', wire: `${wire}.id_provincia`, list: 'province', parent: keyOf(prefix, 'region'), ...extra },
    city:     { kind: 'choice', wire: `${wire}.id_citta`, list: 'city', parent: keyOf(prefix, 'province'), ...extra, personal: true },
  } as const)

/** The fields of an address, as those of `areaFields`. */
export const addressFields = <const P extends string, const W extends string>(prefix: P, wire: W) => ({
  ...areaFields(prefix, wire),
  ...withPrefix(prefix, {
    address: { kind: 'text', wire: `${wire}.indirizzo`, max: 200 },
    postalCode: { kind: 'text', wire: `${wire}.cap`, max: 10 },
  } as const),
})

const valueAt = (values: object, key: string) => (values as Record<string, unknown>)[key]

/** Whether the nation is Italy; an absent nation means Italy, the default of the forms. */
const isInItaly = (prefix: string, values: object) =>
  (valueAt(values, keyOf(prefix, 'nation')) ?? defaults.nationId) === defaults.nationId

const italianNames = ['region', 'province', 'city'] as const

/** Whether a place outside Italy has a region, province or city, which only Italy has. */
export const hasAreaAbroad = (prefix: string, values: object) =>
  !isInItaly(prefix, values) && italianNames.some((name) => valueAt(values, keyOf(prefix, name)) !== undefined)

type UsesOf<P extends string, N extends string, V> = readonly (Omit<Use<V>, 'key'> & { readonly key: Prefixed<P, N> })[]

/** The uses of the fields of `areaFields` in a step: region, province and city are shown for Italy alone. */
export const areaUses = <const P extends string, V extends object = object>(
  prefix: P,
  group: string,
  showWhen: (values: V) => boolean = () => true,
): UsesOf<P, 'nation' | (typeof italianNames)[number], V> => [
  { key: keyOf(prefix, 'nation'), group, showWhen },
  ...italianNames.map((name) => ({
    key: keyOf(prefix, name),
    group,
    showWhen: (values: V) => showWhen(values) && isInItaly(prefix, values),
  })),
]

/** The uses of the fields of `addressFields`. */
export const addressUses = <const P extends string, V extends object = object>(
  prefix: P,
  group: string,
  showWhen: (values: V) => boolean = () => true,
): UsesOf<P, 'nation' | (typeof italianNames)[number] | 'address' | 'postalCode', V> => [
  ...areaUses(prefix, group, showWhen),
  { key: keyOf(prefix, 'address'), group, showWhen },
  { key: keyOf(prefix, 'postalCode'), group, showWhen },
]
