import {
  type CaseValues,
  dayIn,
  dayMs,
  defaults,
  type Language,
  languageIdOf,
  officeZone,
  type PlainDate,
  profiles,
  type Report,
} from '@portal/contract'
import type { Step } from './case-steps.ts'
import type { EvidenceKind } from './evidence.ts'
import { associations, type SamplePerson, samplePerson } from './people.ts'
import { addressLine, type Place, places } from './places.ts'
import type { Draws, Weighted } from './random.ts'
import { type Scenario, scenariosIn } from './scenarios.ts'
import type { StaffKey } from './staff.ts'
import { deskTexts, texts } from './stories.ts'

/** The facts of a sample case. */
export interface Facts {
  readonly scenario: Scenario
  readonly place: Place
  readonly language: Language
  readonly person: SamplePerson
  readonly isAnonymous: boolean
  readonly eventDate: PlainDate
  readonly isFemale: boolean
}

/** The arrival of a case: by the public form, or entered by an operator. */
export type Entry =
  | {
      readonly kind: 'report'
      readonly at: Date
      readonly report: Report
      readonly language: Language
      readonly evidence: readonly EvidenceKind[]
      /** Seconds that the reporter needed for the form. */
      readonly seconds: number
    }
  | {
      readonly kind: 'call'
      readonly at: Date
      readonly by: StaffKey
      readonly values: CaseValues
    }

/** A sample case from its arrival to today. */
export interface SampleCase {
  readonly facts: Facts
  readonly entry: Entry
  readonly steps: readonly Step[]
}

// biome-ignore format: a table
const languages: readonly Weighted<Language>[] = [[58, 'it'], [12, 'en'], [9, 'fr'], [8, 'es'], [8, 'ar'], [5, 'ur']]

export function sampleFacts(draws: Draws, at: Date, language = draws.weighted(languages)): Facts {
  const scenario = draws.weighted(scenariosIn(language))
  return {
    scenario,
    language,
    place: draws.weighted(places),
    person: samplePerson(draws, language, scenario.isItalian),
    isAnonymous: draws.chance(0.12),
    eventDate: dayIn(officeZone, new Date(at.getTime() - draws.between(4, draws.chance(0.8) ? 10 : 35) * dayMs)),
    isFemale: draws.chance(0.5),
  }
}

function storyOf(draws: Draws, { scenario, language, place }: Facts): string {
  const story = texts[language].stories[scenario.id] ?? texts.it.stories[scenario.id]
  if (!story) throw new Error(`The scenario ${scenario.id} has no story.`)
  const { openings, facts, endings } = story
  return [openings, facts, endings].map((parts) => draws.pick(parts).replaceAll('{city}', place.name)).join('\n\n')
}

/** The reporter's profile: witnesses and relatives report some scenarios, victims the others. */
const profileOf = ({ id }: Scenario) =>
  id === 'online' || id === 'football' ? profiles.witness : id === 'school' ? profiles.reporter : profiles.victim

export function residenceOf(draws: Draws, { region, province, city, postalCode }: Place) {
  return draws.chance(0.6)
    ? {
        nation: defaults.nationId,
        region,
        province,
        city,
        postalCode,
        address: addressLine(draws.pick, draws.between(1, 140)),
      }
    : { nation: defaults.nationId, region, province }
}

function reporterOf(draws: Draws, { person, isAnonymous, place }: Facts): Report {
  if (isAnonymous) return { anonymous: true }
  const { firstName, lastName, birthYear, email, phone } = person
  const contact = draws.weighted<Report>([
    [5, { email }],
    [3, { email, phone }],
    [2, { phone }],
  ])
  const birthDate = `${birthYear}-${draws.pick(['02', '05', '09', '11'])}-${draws.between(10, 28)}` as PlainDate
  return {
    firstName,
    lastName,
    ...(draws.chance(0.7) && { birthDate }),
    ...contact,
    ...(contact.phone && callWishesOf(draws)),
    ...residenceOf(draws, place),
  }
}

/** When and how a reporter may be called; most say nothing. */
const callWishesOf = (draws: Draws): Report =>
  draws.weighted<Report>([
    [6, {}],
    [1, { doNotCall: true }],
    [1, { callHours: 'dopo le 14' }],
    [1, { callHours: 'la mattina, mai il sabato', onlyToReporter: true }],
  ])

/** What a reporter may need to talk with the office; most say nothing. */
const accommodationOf = (draws: Draws, { language }: Facts): Report =>
  draws.weighted<Report>([
    [20, {}],
    ...(language === 'it'
      ? ([
          [1, { needsAccommodation: true, signLanguage: true }],
          [1, { needsAccommodation: true, accessiblePlace: true, otherAccommodation: 'vengo con mia sorella' }],
        ] as const)
      : ([[3, { needsAccommodation: true, interpreter: interpreters[language] }]] as const)),
  ])
const interpreters: Readonly<Record<Language, string>> = {
  it: 'italiano',
  en: 'yoruba',
  fr: 'wolof',
  es: 'español',
  ar: 'العربية',
  ur: 'پنجابی',
}

function associationOf(draws: Draws, { place, person }: Facts): Report {
  const { name, vat, representative } = draws.pick(associations)
  return {
    profile: profiles.association,
    organisationName: name,
    organisationVat: vat,
    legalRepresentative: representative,
    contactPerson: `${person.firstName} ${person.lastName}`,
    organisationPhone: person.phone,
    organisationEmail: 'sportello@esempio.example',
    organisationNation: defaults.nationId,
    organisationRegion: place.region,
    organisationProvince: place.province,
  }
}

/** Generates a report by the public form. */
export function reportEntry(draws: Draws, facts: Facts, at: Date): Entry {
  const story = storyOf(draws, facts)
  const isFromAssociation = facts.language === 'it' && !facts.isAnonymous && draws.chance(0.08)
  const report: Report = {
    language: languageIdOf(facts.language),
    informationRead: true,
    privacyConsent: true,
    ...(isFromAssociation
      ? associationOf(draws, facts)
      : { profile: profileOf(facts.scenario), ...reporterOf(draws, facts) }),
    ...(!isFromAssociation && accommodationOf(draws, facts)),
    message: isFromAssociation ? `Riportiamo le parole di una persona che si è rivolta a noi.\n\n${story}` : story,
    ...(draws.chance(0.9) ? { eventDate: facts.eventDate } : { eventDateUnknown: true }),
  }
  const evidence = draws.weighted<readonly EvidenceKind[]>([
    [7, []],
    [2, ['screenshot']],
    [1, ['letter']],
    [0.5, ['screenshot', 'statement']],
  ])
  return {
    kind: 'report',
    at,
    report,
    language: facts.language,
    evidence,
    seconds: draws.chance(0.02) ? draws.between(4, 11) : draws.between(90, 1500),
  }
}

/** Channels of cases that operators enter: telephone, mail, in person. */
// biome-ignore format: a table
const channels: readonly Weighted<number>[] = [[7, 1], [2, 3], [1, 6]]

/** Generates a case that an operator enters, classifies and takes during a telephone call. */
export function callEntry(draws: Draws, facts: Facts, at: Date, by: StaffKey, number: number): Entry {
  const { scenario, person, isAnonymous, place, eventDate } = facts
  const note = draws.pick(deskTexts.calls[scenario.id] ?? []).replaceAll('{city}', place.name)
  const values: CaseValues = {
    ...classificationOf(draws, facts, at, number),
    language: defaults.languageId,
    profile: profileOf(scenario),
    message: note,
    eventDate,
    channelId: draws.weighted(channels),
    informationSourceId: 1,
    requestTypeId: draws.pick([2, 3, 4]),
    ...(isAnonymous
      ? { anonymous: true }
      : { firstName: person.firstName, lastName: person.lastName, phone: person.phone }),
    ...(draws.chance(0.4) && { notes: draws.pick(deskTexts.notes) }),
  }
  return { kind: 'call', at, by, values }
}

const ageBandOf = (birthYear: number, at: Date) => {
  const age = at.getUTCFullYear() - birthYear
  return 1 + [18, 25, 35, 45, 55, 65].filter((limit) => age >= limit).length
}

function placeOf(draws: Draws, { scenario, place }: Facts): CaseValues {
  const { virtualPlaceId } = scenario
  if (virtualPlaceId) return { isVirtual: true, virtualPlaceId, webAddress: 'https://social.example/post/4021' }
  const { region, province, city } = place
  const address = draws.maybe(0.4, () => addressLine(draws.pick, draws.between(1, 90)))
  return {
    isVirtual: false,
    placeNation: defaults.nationId,
    placeRegion: region,
    placeProvince: province,
    placeCity: city,
    ...(address && { placeAddress: address }),
  }
}

function victimOf(draws: Draws, { scenario, person, isFemale }: Facts, at: Date): CaseValues {
  const { minorsCount } = scenario
  const { nation, religion } = person.origin
  return {
    victimTypeId: 1,
    victimAgeBandId: ageBandOf(person.birthYear, at),
    victimSexId: isFemale ? 1 : 2,
    victimCitizenships: [{ citizenshipId: nation }],
    involvesMinors: minorsCount !== undefined,
    ...(minorsCount !== undefined && { minorsCount }),
    ...(nation !== defaults.nationId && draws.chance(0.6) && { residencePermitId: draws.pick([2, 3, 5, 7]) }),
    ...(scenario.groundId === 2 && { religionId: religion }),
  }
}

/** Generates the classification that the operator adds. */
export function classificationOf(draws: Draws, facts: Facts, at: Date, number: number): CaseValues {
  const { scenario } = facts
  const { fieldId, contextId, groundId, subGroundId, modeId, offenderTypeId, offenders, isPrivate, hashtagId } =
    scenario
  const second = draws.maybe(0.15, () => (groundId === 1 ? { groundId: 2, priority: 1 } : { groundId: 1, priority: 1 }))
  return {
    relevanceId: 1,
    fieldId,
    contexts: [{ contextId }],
    modeId,
    offenderTypeId,
    isPrivate,
    grounds: [{ groundId, subGroundId, priority: 0 }, ...(second ? [second] : [])],
    offenderName: draws.pick(offenders),
    isOnePerson: draws.chance(0.6),
    isHateCrime: scenario.id === 'football' || draws.chance(0.03),
    isPhysicalAggression: draws.chance(0.04),
    ...(hashtagId !== undefined && { hashtags: [{ hashtagId }] }),
    ...placeOf(draws, facts),
    ...victimOf(draws, facts, at),
    informationSourceId: 1,
    requestTypeId: draws.pick([2, 4, 4, 5, 6]),
    protocolNumbers: [{ number: `DPO ${String(number).padStart(5, '0')}`, date: dayIn(officeZone, at) }],
    ...(draws.chance(0.3) && { notes: draws.pick(deskTexts.notes) }),
  }
}
