import type { Person, PlainDate } from '@portal/contract'
import { drawsFrom } from '../../src/demo/random.ts'
import type { Name } from './names/name.ts'
import type { InventedPerson } from './people.ts'
import { mistypeOne } from './queries.ts'

/** A second record of a person, as somebody else would have written it. */
export interface PlantedDuplicate {
  readonly original: number
  readonly values: Partial<Person>
}

type Draws = ReturnType<typeof drawsFrom>

/** How often each difference occurs; they are combined. */
const shares = {
  mistyped: 0.4,
  swapped: 0.15,
  otherSpelling: 0.3,
  oneName: 0.15,
  noBirthDate: 0.25,
  wrongBirthDate: 0.1,
  noEmail: 0.45,
  otherEmail: 0.2,
  noPhone: 0.35,
  otherPhone: 0.2,
  noCity: 0.5,
} as const

const spell = (draws: Draws, names: readonly Name[], isOther: boolean) =>
  names.map(({ spellings }) => (isOther ? draws.pick([...spellings]) : spellings[0]) ?? '').join(' ')

/** The names in another spelling, in the other order, with a typing error or without the second ones. */
function namesOf(draws: Draws, { firstNames, lastNames, values }: InventedPerson) {
  const isShort = draws.chance(shares.oneName)
  const isOther = draws.chance(shares.otherSpelling)
  const written = (names: readonly Name[], recorded: string) =>
    isOther || isShort ? spell(draws, names.slice(0, isShort ? 1 : 2), isOther) : recorded
  const names = [written(firstNames, values.firstName), written(lastNames, values.lastName)]
  const at = draws.between(0, 1)
  const typed = draws.chance(shares.mistyped) ? names.with(at, mistypeOne(draws, names[at] ?? '')) : names
  const [firstName, lastName] = draws.chance(shares.swapped) ? typed.toReversed() : typed
  return { firstName, lastName }
}

/** A birth date with day and month swapped, or with one wrong digit. */
function wrongDay(draws: Draws, day: PlainDate): PlainDate {
  const [year = '', month = '', date = ''] = day.split('-')
  if (Number(date) <= 12 && month !== date && draws.chance(0.5)) return `${year}-${date}-${month}` as PlainDate
  return `${year.slice(0, 3)}${(Number(year.slice(3)) + 1) % 10}-${month}-${date}` as PlainDate
}

function birthDateOf(draws: Draws, { birthDate }: InventedPerson['values']): PlainDate | undefined {
  if (draws.chance(shares.noBirthDate)) return undefined
  return draws.chance(shares.wrongBirthDate) ? wrongDay(draws, birthDate) : birthDate
}

const contact = (draws: Draws, value: string, none: number, other: number, another: () => string) => {
  if (draws.chance(none)) return undefined
  return draws.chance(other) ? another() : value
}

/** Second records of people drawn from a set, the same for the same seed; each has a birth date or a contact. */
export function plantDuplicates(people: readonly InventedPerson[], count: number, seed = 1): PlantedDuplicate[] {
  const draws = drawsFrom(seed)
  return Array.from({ length: count }, (_, index): PlantedDuplicate => {
    const person = draws.pick(people)
    const { values } = person
    const birthDate = birthDateOf(draws, values)
    const phone = contact(draws, values.phone, shares.noPhone, shares.otherPhone, () => `+39347${1_000_000 + index}`)
    const email = contact(draws, values.email, shares.noEmail, shares.otherEmail, () => `altro.${index}@example.org`)
    const isBare = birthDate === undefined && phone !== values.phone && email !== values.email
    return {
      original: person.id,
      values: {
        ...namesOf(draws, person),
        ...((birthDate ?? isBare) && { birthDate: birthDate ?? values.birthDate }),
        ...(phone && { phone }),
        ...(email && { email }),
        ...(!draws.chance(shares.noCity) && {
          nation: 105,
          region: values.region,
          province: values.province,
          city: values.city,
        }),
      },
    }
  })
}
