import type { PlainDate } from '@portal/contract'
import { drawsFrom } from '../../src/demo/random.ts'
import { fold } from '../../src/platform/protection/fold.ts'
import { arabic } from './names/arabic.ts'
import { bengali } from './names/bengali.ts'
import type { Name } from './names/name.ts'
import { type NameLists, published } from './names/published.ts'

/** An invented person of the registry; `firstNames` and `lastNames` are the names that the record spells. */
export interface InventedPerson {
  readonly id: number
  readonly language: Language
  readonly firstNames: readonly Name[]
  readonly lastNames: readonly Name[]
  readonly values: {
    readonly firstName: string
    readonly lastName: string
    readonly birthDate: PlainDate
    readonly birthNation: number
    readonly nation: number
    readonly region: number
    readonly province: number
    readonly city: number
    readonly email: string
    readonly phone: string
  }
}

const readNames = (text: string): Name[] =>
  text.split(/\s+/).map((entry) => {
    const [latin = '', script] = entry.replaceAll('_', ' ').split('=')
    return { spellings: latin.split('/'), script }
  })

// No published list knows how papers spell these in Latin letters.
const handmade = { arabic, bengali } as const
export type Language = keyof typeof published | keyof typeof handmade

const listsOf = ({ men, women, surnames }: Record<keyof NameLists, string>): NameLists => ({
  men: readNames(men),
  women: readNames(women),
  surnames: readNames(surnames),
})
const lists: Readonly<Record<Language, NameLists>> = {
  ...published,
  arabic: listsOf(arabic),
  bengali: listsOf(bengali),
}

/** Shares of the languages in the set, in hundredths. */
const shares: readonly (readonly [number, Language])[] = [
  [40, 'italian'],
  ...(['arabic', 'romanian', 'chinese', 'spanish', 'ukrainian', 'bengali'] as const).map((one) => [10, one] as const),
]

const inOwnScript = 0.3
const withSecondName = { italian: 0.12, arabic: 0.15, spanish: 0.2, romanian: 0.2 } as const
const withSecondSurname = 0.8

type Draws = ReturnType<typeof drawsFrom>

/** A name by its rank: the first ones of a list are the most frequent. */
const drawName = ({ random }: Draws, names: readonly Name[]) =>
  names[Math.floor(names.length * random() ** 1.5)] as Name

function drawNames(draws: Draws, language: Language): Pick<InventedPerson, 'firstNames' | 'lastNames'> {
  const { surnames, ...of } = lists[language]
  const names = draws.chance(0.5) ? of.men : of.women
  const second = language in withSecondName ? withSecondName[language as 'italian'] : 0
  const firstNames = [drawName(draws, names), ...(draws.chance(second) ? [drawName(draws, names)] : [])]
  const isDouble = language === 'spanish' && draws.chance(withSecondSurname)
  return { firstNames, lastNames: [drawName(draws, surnames), ...(isDouble ? [drawName(draws, surnames)] : [])] }
}

/** The spelling of a name on a paper in Latin letters. */
const onPaper = (draws: Draws, { spellings }: Name) =>
  (draws.chance(0.6) ? spellings[0] : draws.pick(spellings)) as string

const cityIds = Array.from({ length: 300 }, (_, index) => 1001 + index * 37)

function invent(draws: Draws, id: number): InventedPerson {
  const language = draws.weighted(shares)
  const { firstNames, lastNames } = drawNames(draws, language)
  const hasScript = [...firstNames, ...lastNames].every(({ script }) => script !== undefined)
  const isOwn = hasScript && draws.chance(inOwnScript)
  const write = (name: Name) => (isOwn ? (name.script ?? '') : onPaper(draws, name))
  const prefix = language === 'bengali' && !isOwn && draws.chance(0.2) ? 'Md ' : ''
  const [year, month, day] = [draws.between(1935, 2007), draws.between(1, 12), draws.between(1, 28)]
  const place = Math.floor(cityIds.length * draws.random() ** 2)
  return {
    id,
    language,
    firstNames,
    lastNames,
    values: {
      firstName: prefix + firstNames.map(write).join(' '),
      lastName: lastNames.map(write).join(' '),
      birthDate: [year, month, day].map((part) => String(part).padStart(2, '0')).join('-') as PlainDate,
      birthNation: language === 'italian' ? 105 : 106 + shares.findIndex(([, one]) => one === language),
      nation: 105,
      region: 1 + (place % 20),
      province: 1 + (place % 107),
      city: cityIds[place] ?? 0,
      email: `${fold(lastNames[0]?.spellings[0] ?? '').replace(/[^a-z]/g, '')}.${id}@example.it`,
      phone: `+393${String(100_000_000 + ((id * 7919) % 900_000_000)).padStart(9, '0')}`,
    },
  }
}

/** Returns a function that invents the next person, the same for the same seed; ids count from 1. */
export function createPeople(seed = 2026) {
  const draws = drawsFrom(seed)
  let id = 0
  return () => invent(draws, ++id)
}

/** Invented people, the same for the same seed. */
export const inventPeople = (count: number, seed?: number): InventedPerson[] =>
  Array.from({ length: count }, createPeople(seed))
