import type { Organisation, Person, PlainDate } from '@portal/contract'
import { vatNumber } from '../register/association-names.ts'
import type { SampleCase } from '../sample-case.ts'

const day = (text: string) => text as PlainDate

/** Two records of one person, each pair with another mistake. */
// biome-ignore format: a table
export const personPairs: readonly (readonly [Person, Person])[] = [
  // A typing error.
  [{ lastName: 'Berrada',   firstName: 'Samira',  birthDate: day('1988-05-14'), phone: '+393001112230', email: 'samira.berrada@esempio.example' },
   { lastName: 'Berada',    firstName: 'Samira',  birthDate: day('1988-05-14'), phone: '+393001112230' }],
  // Swapped names.
  [{ lastName: 'Diop',      firstName: 'Mamadou', birthDate: day('1979-11-02'), phone: '+393001112231', email: 'm.diop@esempio.example' },
   { lastName: 'Mamadou',   firstName: 'Diop',    birthDate: day('1979-11-02'), email: 'm.diop@esempio.example' }],
  // Missing values.
  [{ lastName: 'Popescu',   firstName: 'Ioana',   birthDate: day('1992-02-27'), birthNation: 176, phone: '+393001112232', email: 'ioana.popescu@esempio.example', nation: 105, region: 3, province: 15, city: 6205 },
   { lastName: 'Popescu',   firstName: 'Ioana',   phone: '+393001112232' }],
  // Another transliteration.
  [{ lastName: 'الأنصاري',  firstName: 'محمد',    birthDate: day('1985-08-19'), birthNation: 63, phone: '+393001112233' },
   { lastName: 'El Ansari', firstName: 'Mohamed', birthDate: day('1985-08-19'), email: 'm.elansari@esempio.example', phone: '+393001112233' }],
]

const seat = {
  organisationNation: 105,
  organisationRegion: 8,
  organisationProvince: 37,
  organisationCity: 1944,
} as const

/** Two records of one body. */
// biome-ignore format: a table
export const bodyPairs: readonly (readonly [Organisation, Organisation])[] = [
  // A typing error.
  [{ organisationName: 'Cooperativa Terra di Mezzo', organisationVat: vatNumber(990), organisationEmail: 'terradimezzo@esempio.example', ...seat },
   { organisationName: 'Cooperativa Terra di Mezo',  organisationEmail: 'terradimezzo@esempio.example' }],
  // Without the legal form and the number.
  [{ organisationName: 'Cieli Aperti ODV', organisationVat: vatNumber(991), organisationPhone: '+393001112235', ...seat },
   { organisationName: 'Cieli Aperti',     organisationPhone: '+393001112235', ...seat }],
]

/** The name with its second and third letter swapped. */
function mistype(name: string): string {
  const [first = '', second = '', third = '', ...rest] = name
  return [first, third, second, ...rest].join('')
}

/** How an operator inserts a reporter a second time. */
const rewritings: readonly ((person: SampleCase['facts']['person']) => Person)[] = [
  ({ firstName, lastName, email, phone }) => ({ firstName, lastName: mistype(lastName), email, phone }),
  ({ firstName, lastName, email, phone }) => ({ firstName: lastName, lastName: firstName, email, phone }),
]

interface Copy {
  readonly values: Person
  /** When the first record was inserted. */
  readonly after: Date
}

/** Second records of reporters whose first record is linked to their case. */
export function copiesOf(cases: readonly SampleCase[]): Copy[] {
  const registered = cases.flatMap(({ facts, steps }) => {
    const step = steps.find((one) => one.kind === 'save' && one.isRegistered)
    return step ? [{ person: facts.person, after: step.at }] : []
  })
  return rewritings.flatMap((rewrite, index) => {
    const found = registered[index]
    return found ? [{ values: rewrite(found.person), after: found.after }] : []
  })
}

/** The records of two people who have sent a report that nobody has handled yet, so that it is not linked to them. */
export function knownReportersOf(cases: readonly SampleCase[]): Person[] {
  const unhandled = cases.flatMap(({ entry, steps }) =>
    entry.kind === 'report' && steps.length === 0 && entry.report.lastName ? [entry.report] : [],
  )
  return unhandled
    .slice(-2)
    .map(({ firstName, lastName, birthDate, email, phone }) => ({ firstName, lastName, birthDate, email, phone }))
}
