import { drawsFrom } from '../../src/demo/random.ts'
import { fold } from '../../src/platform/protection/fold.ts'
import type { Name } from './names/name.ts'
import type { InventedPerson } from './people.ts'

/** A search as an operator types it, and the record that the operator means. */
export interface TypedQuery {
  readonly person: InventedPerson
  /** The filters on the wire. */
  readonly filters: Readonly<Record<string, unknown>>
  /** What is special about it: another spelling, a typing error, another order, a beginning. */
  readonly traits: readonly string[]
}

/** Names that share a spelling are one, so that what an operator cannot tell apart counts as the same name. */
function createGroups(people: readonly InventedPerson[]) {
  const parents = new Map<string, string>()
  const rootOf = (key: string): string => {
    const parent = parents.get(key) ?? key
    return parent === key ? key : rootOf(parent)
  }
  const keysOf = ({ spellings }: Name) => spellings.map((spelling) => fold(spelling).replace(/[^\p{L}]/gu, ''))
  for (const person of people)
    for (const name of [...person.firstNames, ...person.lastNames]) {
      const [first = '', ...others] = keysOf(name)
      for (const other of others) parents.set(rootOf(other), rootOf(first))
    }
  return (name: Name) => rootOf(keysOf(name)[0] ?? '')
}

/** Finds the people whose names include some names. */
function createHomonyms(people: readonly InventedPerson[]) {
  const groupOf = createGroups(people)
  const groups = people.map(({ firstNames, lastNames }) => new Set([...firstNames, ...lastNames].map(groupOf)))
  const byGroup = new Map<string, number[]>()
  for (const [index, names] of groups.entries())
    for (const group of names) {
      const others = byGroup.get(group)
      if (others) others.push(index)
      else byGroup.set(group, [index])
    }
  return (names: readonly Name[]): InventedPerson[] => {
    const searched = names.map(groupOf)
    const shortest = searched
      .map((group) => byGroup.get(group) ?? [])
      .sort((one, other) => one.length - other.length)[0]
    return (shortest ?? [])
      .filter((index) => searched.every((group) => groups[index]?.has(group)))
      .map((index) => people[index] as InventedPerson)
  }
}

type Draws = ReturnType<typeof drawsFrom>

const alphabet = 'abcdefghilmnoprstuvz'

/** One wrong, missing, extra or swapped letter, not the first. */
function mistype(draws: Draws, word: string): string {
  const letters = [...word]
  const at = draws.between(1, letters.length - 2)
  const [here = '', next = ''] = [letters[at], letters[at + 1]]
  return draws
    .pick([
      letters.toSpliced(at, 1, draws.pick([...alphabet])),
      letters.toSpliced(at, 1),
      letters.toSpliced(at, 0, here),
      letters.toSpliced(at, 2, next, here),
    ])
    .join('')
}

/** A text with a typing error in one of its longer words. */
export function mistypeOne(draws: Draws, text: string): string {
  const words = text.split(' ')
  const long = words.flatMap((word, index) => (word.length >= 5 ? [index] : []))
  if (long.length === 0) return text
  const at = draws.pick(long)
  return words.with(at, mistype(draws, words[at] ?? '')).join(' ')
}

const withoutAccents = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '')

/** A name as it is typed: mostly without accents and capitals. */
function typeName(draws: Draws, { spellings }: Name, isOther: boolean): string {
  const spelling = (isOther ? draws.pick(spellings) : spellings[0]) ?? ''
  const plain = draws.chance(0.85) ? withoutAccents(spelling) : spelling
  const joined = plain.includes("'") && draws.chance(0.4) ? plain.replace("'", draws.pick(['', ' '])) : plain
  return draws.chance(0.6) ? joined.toLowerCase() : joined
}

const shares = { other: 0.4, mistyped: 0.15, begun: 0.04, bothSurnames: 0.5, bothNames: 0.4 } as const

/** What an operator adds where the name is not unique: the birth date, the place or a contact. */
function addCondition(draws: Draws, { values }: InventedPerson, homonyms: readonly InventedPerson[]) {
  const day = { data_nascita_da: values.birthDate, data_nascita_a: values.birthDate }
  const inCity = homonyms.filter(({ values: other }) => other.city === values.city)
  return draws.weighted<Readonly<Record<string, unknown>>>([
    [5, day],
    [2, { id_citta: values.city, ...(inCity.length > 1 && day) }],
    [1, { telefono: values.phone.replace('+39', '') }],
    [1, { email: values.email.toUpperCase() }],
  ])
}

/** The words of a query, and what is special about them. */
function typeWords(draws: Draws, first: readonly Name[], last: readonly Name[]) {
  const isOther = draws.chance(shares.other)
  const typed = [first, last].map((names) => names.map((name) => typeName(draws, name, isOther)).join(' '))
  const words = (draws.chance(0.5) ? typed.reverse() : typed).join(' ')
  if (draws.chance(shares.mistyped))
    return { words: mistypeOne(draws, words), isOther, isMistyped: true, isBegun: false }
  const isBegun = draws.chance(shares.begun)
  const end = Math.max(words.lastIndexOf(' ') + 4, words.length - 3)
  return { words: isBegun ? words.slice(0, end) : words, isOther, isMistyped: false, isBegun }
}

/** Searches for people drawn from a set, the same for the same seed. */
export function typeQueries(people: readonly InventedPerson[], count: number, seed = 1): TypedQuery[] {
  const draws = drawsFrom(seed)
  const homonymsOf = createHomonyms(people)
  return Array.from({ length: count }, (): TypedQuery => {
    const person = draws.pick(people)
    const first = person.firstNames.slice(0, draws.chance(shares.bothNames) ? 2 : 1)
    const last = person.lastNames.slice(0, draws.chance(shares.bothSurnames) ? 2 : 1)
    const { words, isOther, isMistyped, isBegun } = typeWords(draws, first, last)
    const homonyms = homonymsOf([...first, ...last])
    const condition = homonyms.length > 1 || isBegun ? addCondition(draws, person, homonyms) : {}
    const traits = { 'other spelling': isOther, mistyped: isMistyped, begun: isBegun }
    return {
      person,
      filters: { parole: words, ...condition },
      traits: Object.entries(traits).flatMap(([name, has]) => (has ? [name] : [])),
    }
  })
}
