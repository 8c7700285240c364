import { faker as es } from '@faker-js/faker/locale/es'
import { faker as it } from '@faker-js/faker/locale/it'
import { faker as ro } from '@faker-js/faker/locale/ro'
import { faker as uk } from '@faker-js/faker/locale/uk'
import { faker as zh } from '@faker-js/faker/locale/zh_CN'
import { drawsFrom } from '../../../src/demo/random.ts'
import { latinOfFirstName, latinOfSurname, latinOfUkrainian } from './latin-spellings.ts'
import type { Name } from './name.ts'

/** Names of a language, in no particular order. */
export interface NameLists {
  readonly men: readonly Name[]
  readonly women: readonly Name[]
  readonly surnames: readonly Name[]
}

type SpellName = (name: string) => Name

const asWritten: SpellName = (name) => ({ spellings: [name], script: undefined })
const fromScript =
  (spell: (name: string) => readonly string[]): SpellName =>
  (name) => ({ spellings: spell(name), script: name })

/** The list is alphabetical; the rank of a name in it must tell nothing of its letters. */
function inAnyOrder(names: readonly string[]): string[] {
  const { random } = drawsFrom(names.length)
  const ranked = [...new Set(names)].map((name) => ({ name, rank: random() }))
  return ranked.sort((one, other) => one.rank - other.rank).map(({ name }) => name)
}

/** The names that Faker publishes for a language. */
function listsOf({ rawDefinitions }: typeof it, ofFirst: SpellName, ofLast: SpellName): NameLists {
  const first = rawDefinitions.person?.first_name
  const last = rawDefinitions.person?.last_name
  const anybody = first?.generic ?? []
  return {
    men: inAnyOrder([...anybody, ...(first?.male ?? [])]).map(ofFirst),
    women: inAnyOrder([...anybody, ...(first?.female ?? [])]).map(ofFirst),
    surnames: inAnyOrder([...(last?.generic ?? []), ...(last?.male ?? [])]).map(ofLast),
  }
}

const ofUkrainian = fromScript(latinOfUkrainian)

export const published = {
  italian: listsOf(it, asWritten, asWritten),
  romanian: listsOf(ro, asWritten, asWritten),
  spanish: listsOf(es, asWritten, asWritten),
  ukrainian: listsOf(uk, ofUkrainian, ofUkrainian),
  chinese: listsOf(zh, fromScript(latinOfFirstName), fromScript(latinOfSurname)),
} as const
