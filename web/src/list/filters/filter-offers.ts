import { matches, type Option } from '#ui/field/combobox.tsx'
import { choicesIn, choicesText, type Filter, type FilterOption } from './filter.ts'
import { filterKinds } from './filter-kinds.ts'

/** A filter as the filter box knows it. */
export interface OfferSource {
  readonly key: string
  readonly label: string
  readonly filter: Filter
  /** What it is set to, as in its field. */
  readonly text: string
  /** What it chooses from; none for a filter that is typed. */
  readonly options: readonly FilterOption[]
}

/** A line of the filter box: a filter with a value, or a filter alone, whose values follow. */
export interface Offer extends Option {
  readonly key: string
  /** What the filter is set to by this line; undefined for a filter alone. */
  readonly answer?: string
  /** The value is in use, so that the line takes it away. */
  readonly isChosen: boolean
}

/** How many values of one filter are offered while all filters are searched. */
const maxValues = 6

/** Whether the value of a filter is written, not chosen. */
export const isTyped = ({ filter }: Pick<OfferSource, 'filter'>) => filterKinds[filter.kind].chip === 'text'

/** Lower case without accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('it')

/** 'Ambito: ' before a value. */
export const scopeText = (label: string) => `${label}: `

/** The filter whose name and colon begin what is typed, and what follows them. */
export function scopeIn(sources: readonly OfferSource[], typed: string) {
  const source = sources.find(({ label }) => plain(typed).startsWith(`${plain(label)}:`))
  return source && { source, rest: typed.slice(source.label.length + 1).trim() }
}

function toggled({ filter, text }: OfferSource, id: string): string {
  const chosen = choicesIn(text)
  if (chosen.includes(id)) return choicesText(chosen.filter((one) => one !== id))
  return filterKinds[filter.kind].chip === 'each' && filter.kind !== 'choice' ? choicesText([...chosen, id]) : id
}

const valueOffers = (source: OfferSource): Offer[] =>
  source.options.map((option) => ({
    id: `${source.key}-${option.id}`,
    key: source.key,
    text: source.filter.kind === 'flag' ? source.label : `${scopeText(source.label)}${option.label}`,
    answer: toggled(source, option.id),
    isChosen: choicesIn(source.text).includes(option.id),
  }))

const nameOffer = ({ key, label }: OfferSource): Offer => ({ id: key, key, text: label, isChosen: false })

/** Whether a filter may be set to what is typed. */
export type IsValid = (key: string, typed: string) => boolean

const typedOffers = (source: OfferSource, typed: string, isValid: IsValid): Offer[] =>
  typed !== '' && isTyped(source) && isValid(source.key, typed)
    ? [
        {
          id: `${source.key}-typed`,
          key: source.key,
          text: `${scopeText(source.label)}${typed}`,
          answer: typed,
          isChosen: false,
        },
      ]
    : []

/** What the filter box offers: all filters at first; then values, filters and, for what is written, the typed text itself. */
export function offersFor(sources: readonly OfferSource[], typed: string, isValid: IsValid): Offer[] {
  const scope = scopeIn(sources, typed)
  if (scope) {
    const { source, rest } = scope
    if (isTyped(source)) return typedOffers(source, rest, isValid)
    return valueOffers(source).filter(({ text }) => matches(text.slice(source.label.length), rest))
  }
  const isFlag = ({ filter }: OfferSource) => filter.kind === 'flag'
  if (typed.trim() === '')
    return sources.flatMap((source) => (isFlag(source) ? valueOffers(source) : [nameOffer(source)]))
  const isFound = ({ text }: Offer) => matches(text, typed)
  const values = sources.flatMap((source) => valueOffers(source).filter(isFound).slice(0, maxValues))
  // What stands in parentheses, such as that a value is retired, is rarely what is looked for.
  const isFoundByName = ({ text }: Offer) => matches(text.replace(/\(.*?\)/g, ''), typed)
  return [
    ...values.filter(isFoundByName),
    ...values.filter((value) => !isFoundByName(value)),
    ...sources
      .filter((source) => !isFlag(source))
      .map(nameOffer)
      .filter(isFound),
    ...sources.flatMap((source) => typedOffers(source, typed.trim(), isValid)),
  ]
}
