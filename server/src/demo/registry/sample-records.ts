import { dayMs, type Organisation, type Person, type PlainDate, taxCodeOf } from '@portal/contract'
import { places } from '../places.ts'
import type { Draws } from '../random.ts'
import { vatNumber } from '../register/association-names.ts'
import type { SampleAssociation } from '../register/register-steps.ts'
import { residenceOf, type SampleCase, sampleFacts } from '../sample-case.ts'
import type { StaffKey } from '../staff.ts'
import { bodyPairs, copiesOf, knownReportersOf, personPairs } from './planted-duplicates.ts'

/** A record that an operator inserts without a case. */
export type SampleRecord = { readonly at: Date; readonly by: StaffKey } & (
  | { readonly kind: 'person'; readonly values: Person }
  | { readonly kind: 'organisation'; readonly values: Organisation }
)

const people = 48
/** Bodies that nobody has heard of. */
const bodyNames = [
  ...['Cooperativa Tre Gelsi', 'Patronato del Molo Vecchio', 'Comitato Inquilini di Via Storta', 'Circolo Nove Lune'],
  ...['Fondazione Campo di Fave', 'Casa di Accoglienza Il Fienile Rosso', 'Studio Gavotti e Perrone', 'Spazio Tortora'],
]
/** Associations of the register that are in the registry too. */
const enrolledBodies = 3
const writers: readonly StaffKey[] = ['rossetti', 'greco', 'basile', 'bianchini', 'marini']

const isLatin = (name: string) => /^[\p{Script=Latin}' -]+$/u.test(name)

/** A person as an operator writes them down: seldom with all values. */
function personOf(draws: Draws, at: Date, number: number): Person {
  const { person, place, isFemale } = sampleFacts(draws, at)
  const { firstName, lastName, birthYear, email, phone, origin } = person
  const birthDate = `${birthYear}-${draws.pick(['01', '04', '07', '10'])}-${draws.between(10, 28)}` as PlainDate
  // X000 to X999 are no places: nobody has such a code.
  const code = draws.maybe(0.6, () =>
    taxCodeOf({ lastName, firstName, birthDate, isFemale, birthPlace: `X${String(number).padStart(3, '0')}` }),
  )
  const isCoded = code !== undefined && isLatin(firstName + lastName)
  return {
    firstName,
    lastName,
    citizenships: [{ citizenshipId: origin.nation }],
    ...((isCoded || draws.chance(0.6)) && { birthDate }),
    ...(isCoded ? { taxCode: code } : { birthNation: origin.nation }),
    ...draws.weighted<Person>([
      [3, { email }],
      [3, { email, phone }],
      [3, { phone }],
    ]),
    ...(draws.chance(0.7) && residenceOf(draws, place)),
  }
}

function bodyOf(draws: Draws, organisationName: string | undefined, organisationVat: string | undefined): Organisation {
  const { region, province, city } = draws.weighted(places)
  return {
    organisationName,
    organisationVat,
    organisationNation: 105,
    organisationRegion: region,
    organisationProvince: province,
    organisationCity: city,
    ...draws.weighted<Organisation>([
      [2, { organisationEmail: `ente.${draws.between(100, 999)}@esempio.example` }],
      [2, { organisationPhone: `+39300${draws.between(1_000_000, 9_999_999)}` }],
    ]),
  }
}

interface Known {
  readonly cases: readonly SampleCase[]
  readonly associations: readonly SampleAssociation[]
}

/** The records that operators insert over two years before `today`, some of them duplicates. */
export function sampleRecords(draws: Draws, { cases, associations }: Known, today: Date): SampleRecord[] {
  const insertion = () => ({
    at: new Date(today.getTime() - draws.between(3, 700) * dayMs - draws.between(1, 400) * 60_000),
    by: draws.pick(writers),
  })
  const person = (values: Person): SampleRecord => ({ ...insertion(), kind: 'person', values })
  const body = (values: Organisation): SampleRecord => ({ ...insertion(), kind: 'organisation', values })
  const copies = copiesOf(cases).map(({ values, after }): SampleRecord => {
    const at = new Date((after.getTime() + today.getTime()) / 2)
    return { kind: 'person', values, at, by: draws.pick(writers) }
  })
  return [
    ...Array.from({ length: people }, (_, index) => person(personOf(draws, today, index))),
    ...bodyNames.map((name, index) => body(bodyOf(draws, name, vatNumber(900 + index)))),
    ...associations.slice(0, enrolledBodies).map(({ values }) => body(bodyOf(draws, values.name, values.number))),
    ...personPairs.flat().map(person),
    ...bodyPairs.flat().map(body),
    ...knownReportersOf(cases).map(person),
    ...copies,
  ]
}
