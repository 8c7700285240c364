import type { PlainDate, ReferenceList } from '@portal/contract'
import type { TFunction } from 'i18next'

/** How a filter is drawn, typed and spelt: the rows of `filterKinds`. */
export type FilterKind = 'text' | 'number' | 'day' | 'flag' | 'either' | 'codes' | 'choice' | 'choices' | 'boxes'

export interface FilterOption {
  /** As the address has it. */
  readonly id: string
  readonly label: string
  readonly parentId?: string | undefined
}

/** A filter of a list. The kinds `choice` (one), `choices` (many, folded) and `boxes` (few, open) choose from options. */
export interface Filter {
  readonly kind: FilterKind
  /** Its name on the wire: in the address, and in what the server says of it. */
  readonly wire: string
  /** The group of the panel that it stands in; without one it comes first. */
  readonly group?: string
  /** Found without a plain text of it being kept: never in an address. */
  readonly isSealed?: true
  /** No field of its own: links set it. */
  readonly isHidden?: true
  /** Names the list itself, among several of one kind: no reset removes it. */
  readonly isFixed?: true
  /** Any other answer ends it. */
  readonly isExclusive?: true
  /** A day: the filter whose day must not come after it. */
  readonly notBefore?: string

  /** Options from a closed list: its words in code, each with its spelling on the wire, and what the screen calls it. */
  readonly names?: Readonly<Record<string, string | number>>
  readonly nameOf?: (t: TFunction, name: string) => string
  /** Whether they stand in the order of their labels. */
  readonly isSorted?: true
  /** Options from a reference list, by id. */
  readonly list?: ReferenceList
  /** The filter whose choices narrow the options. */
  readonly parent?: string
  /** Options from elsewhere, by id; `chosen` are those in use, which must be among them. */
  readonly useOptions?: (chosen: readonly string[]) => readonly FilterOption[]
  /** What the choice of nothing is called. */
  readonly noneOf?: (t: TFunction) => string
  /** For several ids that travel inside an object: into it and out of it. */
  readonly pack?: (ids: readonly number[]) => unknown
  readonly unpack?: (value: never) => readonly number[]

  /** What a text may be, below its label. */
  readonly hintOf?: (t: TFunction) => string
  /** What the two answers of `either` are called: true, then false. */
  readonly answersOf?: (t: TFunction) => readonly [string, string]
  /** How long a text may be, or how many digits a number may have. */
  readonly maxLength?: number
  /** The least that a number may be. */
  readonly least?: number
}

/** The kinds that give a value of a type; what is an object is packed from ids. */
type KindOf<V> = V extends boolean
  ? 'flag' | 'either'
  : V extends number
    ? 'number' | 'choice'
    : V extends PlainDate
      ? 'day'
      : V extends string
        ? 'text' | 'choice'
        : V extends readonly string[]
          ? 'codes' | 'choices' | 'boxes'
          : 'choices' | 'boxes'

/** The filters of a list by their names in code, in the order of the address. */
export type FilterTable<F> = {
  readonly [K in keyof F & string]?: Filter & { readonly kind: KindOf<NonNullable<F[K]>> }
}

/** What draws, reads and judges filters knows of a list. */
export interface FilterSet {
  readonly filters: Readonly<Partial<Record<string, Filter>>>
}

export const filterKeys = ({ filters }: FilterSet): string[] => Object.keys(filters)

/** The filters that have a field. */
export const shownKeys = (set: FilterSet): string[] => filterKeys(set).filter((key) => !filterAt(set, key).isHidden)

export function filterAt({ filters }: FilterSet, key: string): Filter {
  const filter = filters[key]
  if (!filter) throw new Error(`No filter ${key}`)
  return filter
}

export const filterValue = (filters: object, key: string): unknown =>
  (filters as Readonly<Record<string, unknown>>)[key]

/** The filters that remain after a reset. */
export const fixedFilters = (set: FilterSet, filters: object): object =>
  Object.fromEntries(Object.entries(filters).filter(([key]) => set.filters[key]?.isFixed))

/** The filters whose options a choice narrows, and theirs. */
export const narrowedBy = (set: FilterSet, key: string): string[] =>
  filterKeys(set)
    .filter((one) => filterAt(set, one).parent === key)
    .flatMap((one) => [one, ...narrowedBy(set, one)])

/** The id of a filter's field. */
export const filterFieldId = (key: string) => `filter-${key}`

/** What the view of a filter is given. */
export interface FilterViewProps {
  readonly id: string
  readonly label: string
  readonly filter: Filter
  /** What stands in the field; several choices with commas between them. */
  readonly text: string
  /** The filter that narrows the options, and what is chosen there. */
  readonly parent?: { readonly label: string; readonly text: string } | undefined
  readonly error?: string | undefined
  readonly onAnswer: (text: string) => void
}

/** A protocol number may have spaces in it: between two parts stands a comma, a semicolon or the end of a line. */
export const partsIn = (text: string): string[] =>
  text
    .split(/[,;\r\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The choices that a text names, each once. */
export const choicesIn = (text: string): string[] => [...new Set(partsIn(text))]
export const choicesText = (choices: readonly string[]) => choices.join(',')
