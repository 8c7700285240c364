import { type AssociationValues, addDays, dayIn, defaults, officeZone, type PlainDate } from '@portal/contract'
import { samplePerson } from '../people.ts'
import { addressLine, places } from '../places.ts'
import type { Draws } from '../random.ts'
import { lives } from './association-lives.ts'
import { associationName, taxCode, vatNumber } from './association-names.ts'
import type { SampleAssociation } from './register-steps.ts'

/** The demonstration account that is contact of the first sample association. */
const demoContact = {
  taxCode: 'DLLMNA91P49Z330K',
  firstName: 'Amina',
  lastName: 'Diallo',
  email: 'amina.diallo@demo.example',
}

interface Cause {
  readonly groundId: number
  readonly subGroundId: number
  readonly fieldIds: readonly number[]
  readonly projects: readonly string[]
}

/** What associations work on: a ground, areas of life, and projects. */
// biome-ignore format: a table
const causes: readonly Cause[] = [
  { groundId: 1, subGroundId: 102, fieldIds: [1, 2],  projects: ['Sportello casa per tutti', 'Affitti senza pregiudizi'] },
  { groundId: 1, subGroundId: 104, fieldIds: [3, 7],  projects: ['Mediatrici a scuola', 'Campo largo: incontri di quartiere'] },
  { groundId: 3, subGroundId: 306, fieldIds: [5, 11], projects: ['Mappa delle barriere', 'Un posto in prima fila'] },
  { groundId: 5, subGroundId: 501, fieldIds: [3, 13], projects: ['Spogliatoi aperti', 'Educare alle differenze'] },
  { groundId: 6, subGroundId: 601, fieldIds: [2, 4],  projects: ['Il mio nome al lavoro', 'Ambulatorio amico'] },
  { groundId: 2, subGroundId: 206, fieldIds: [2, 12], projects: ['Feste in calendario', 'Dialoghi tra vicini'] },
  { groundId: 8, subGroundId: 803, fieldIds: [2],     projects: ['Buste paga alla pari', 'Ritorno al lavoro'] },
  { groundId: 4, subGroundId: 403, fieldIds: [9, 10], projects: ['Nonni in rete', 'Credito a ogni età'] },
]

/** Every kind of life in turn, until each has as many associations as its row says. */
const turns = Array.from({ length: Math.max(...lives.map(({ count }) => count)) }, (_, turn) =>
  lives.filter(({ count }) => count > turn),
).flat()
/** The number of sample associations that the whole table makes. */
export const sampleCount = turns.length

const asciiOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

/** Somebody of an association; `number` is unique to the person. */
function memberOf(draws: Draws, number: number) {
  const { firstName, lastName, birthYear, phone } = samplePerson(draws, 'it', draws.chance(0.5))
  const email = `${asciiOf(firstName)}.${asciiOf(lastName)}${number}@esempio.example`
  return { firstName, lastName, birthYear, phone, email, taxCode: taxCode(lastName, firstName, birthYear, number) }
}

function activityOf(draws: Draws, index: number): AssociationValues {
  const cause = causes[index % causes.length] as Cause
  const other = causes[(index + 1 + draws.below(causes.length - 1)) % causes.length] as Cause
  const project = (name: string) => ({
    name,
    fieldIds: [...cause.fieldIds],
    funderId: draws.between(1, 9),
    amount: draws.between(3, 90) * 1000,
  })
  return {
    mainGroundId: cause.groundId,
    mainSubGroundId: cause.subGroundId,
    ...(other.groundId !== cause.groundId && draws.chance(0.5)
      ? { secondaryGrounds: [{ groundId: other.groundId, subGroundId: other.subGroundId }] }
      : {}),
    projects: cause.projects.slice(0, draws.between(1, 2)).map(project),
  }
}

/** The people of an association: its representative, a contact, and in part a delegate. */
function peopleOf(draws: Draws, index: number): AssociationValues {
  const [representative, contact, delegate] = [0, 1, 2].map((place) => memberOf(draws, index * 3 + place)) as [
    ReturnType<typeof memberOf>,
    ReturnType<typeof memberOf>,
    ReturnType<typeof memberOf>,
  ]
  const { birthYear: _year, phone, ...named } = contact
  const { birthYear: _born, phone: _phone, ...second } = delegate
  return {
    representativeFirstName: representative.firstName,
    representativeLastName: representative.lastName,
    representativeTaxCode: representative.taxCode,
    representativeBirthDate: `${representative.birthYear}-0${draws.between(1, 9)}-1${draws.between(0, 9)}` as PlainDate,
    contacts: [index === 0 ? demoContact : { ...named, phone }],
    ...(draws.chance(0.3) ? { delegates: [second] } : {}),
  }
}

function valuesOf(draws: Draws, index: number, appliedAt: Date): AssociationValues {
  const typeId = draws.pick([1, 2, 3, 3, 4, 4, 5, 6, 7])
  const name = associationName(index, typeId)
  const place = draws.weighted(places)
  const domain = `${asciiOf(name)}.example`
  const phone = () => `+39300${draws.between(1_000_000, 9_999_999)}`
  const formedOn = addDays(dayIn(officeZone, appliedAt), -draws.between(400, 9000))
  return {
    name,
    number: vatNumber(index),
    typeId,
    formedOn,
    memberCount: draws.between(18, 640),
    seatNation: defaults.nationId,
    seatRegion: place.region,
    seatProvince: place.province,
    seatCity: place.city,
    seatAddress: addressLine(draws.pick, draws.between(1, 120)),
    seatPostalCode: place.postalCode,
    ...peopleOf(draws, index),
    ...activityOf(draws, index),
    email: `info@${domain}`,
    phone: phone(),
    ...(draws.chance(0.6) ? { pec: `${asciiOf(name)}@pec.esempio.example` } : {}),
    ...(draws.chance(0.7) ? { website: `https://www.${domain}` } : {}),
    consent: true,
  }
}

/** Generates the first `count` associations with their lives up to `today`; the first one belongs to the demo contact. */
export const sampleAssociations = (draws: Draws, count: number, today: Date): SampleAssociation[] =>
  turns.slice(0, count).map(({ live }, index) => {
    const { appliedAt, steps } = live({ draws, today, manager: draws.pick(['ferri', 'ferri', 'conti'] as const) })
    const values = valuesOf(draws, index, appliedAt)
    const member = values.contacts?.[0]?.taxCode ?? ''
    return { values, language: 'it', appliedAt, steps, member }
  })
