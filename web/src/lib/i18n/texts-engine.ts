import { createListeners } from '../page/listeners.ts'

/**
 * The part of i18next that the site uses, in its place when the site is built: i18next itself is a tenth of what a first
 * visit may load (docs/decisions/0010). Types are i18next's own; a test holds both to the same words.
 */
export type Words = Readonly<Record<string, unknown>>
export type Values = Readonly<Record<string, unknown>>

export interface Settings {
  readonly lng: string
  readonly interpolation?: { readonly defaultVariables?: Values }
}
export type Format = (value: unknown, language: string) => string

const words = new Map<string, Words>()
const formats = new Map<string, Format>()
const plurals = new Map<string, Intl.PluralRules>()
const changes = createListeners()
let variables: Values = {}
let language = ''
let round = 0

const isTree = (value: unknown): value is Words => typeof value === 'object' && value !== null && !Array.isArray(value)

/** One tree of words laid over another. */
function laidOver(below: Words, above: Words): Words {
  const laid = Object.entries(above).map(([key, value]) => {
    const under = below[key]
    return [key, isTree(value) && isTree(under) ? laidOver(under, value) : value] as const
  })
  return { ...below, ...Object.fromEntries(laid) }
}

const found = (lng: string, key: string): unknown =>
  key.split('.').reduce<unknown>((node, part) => (isTree(node) ? node[part] : undefined), words.get(lng))

function pluralOf(lng: string, count: number): string {
  const rules = plurals.get(lng) ?? new Intl.PluralRules(lng)
  plurals.set(lng, rules)
  return rules.select(count)
}

/** The forms of a key, the likeliest first: none at all, as many as there are, any. */
const formsOf = (key: string, lng: string, { count }: Values) =>
  typeof count === 'number' ? [...(count === 0 ? [`${key}_zero`] : []), `${key}_${pluralOf(lng, count)}`, key] : [key]

/** `{{name}}`, or `{{name, format}}`; without a value the mark stays. */
const filled = (text: string, lng: string, values: Values) =>
  text.replace(/\{\{([^},]+)(?:,([^}]+))?\}\}/g, (mark, name: string, format = '') => {
    const value = values[name.trim()] ?? variables[name.trim()]
    if (value === undefined) return mark
    return formats.get(format.trim())?.(value, lng) ?? String(value)
  })

function filledTree(value: unknown, lng: string, values: Values): unknown {
  if (typeof value === 'string') return filled(value, lng, values)
  if (Array.isArray(value)) return value.map((part) => filledTree(part, lng, values))
  if (!isTree(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, filledTree(part, lng, values)]))
}

function t(key: string, values: Values = {}): unknown {
  const lng = typeof values.lng === 'string' ? values.lng : language
  const text = formsOf(key, lng, values)
    .map((form) => found(lng, form))
    .find((form) => form !== undefined)
  if (typeof text === 'string') return filled(text, lng, values)
  return text !== undefined && values.returnObjects ? filledTree(text, lng, values) : (values.defaultValue ?? key)
}

const engine = {
  t,
  get language() {
    return language
  },
  /** A value that each change replaces, also one to other words of the same language. */
  get round() {
    return round
  },
  services: { formatter: { add: (name: string, format: Format) => formats.set(name, format) } },
  use: () => engine,
  async init({ lng, interpolation }: Settings) {
    variables = interpolation?.defaultVariables ?? {}
    await engine.changeLanguage(lng)
  },
  exists: (key: string, { lng = language }: { readonly lng?: string } = {}) => found(lng, key) !== undefined,
  addResourceBundle(lng: string, _namespace: string, added: Words) {
    words.set(lng, laidOver(words.get(lng) ?? {}, added))
  },
  async changeLanguage(lng: string) {
    language = lng
    round += 1
    changes.tell()
  },
  /** Hears of each change of language; the returned function ends it. */
  listen: changes.add,
}

// biome-ignore lint/style/noDefaultExport: what i18next exports
export { engine as default }
