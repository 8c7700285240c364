import * as z from 'zod/mini'
import { enumOnWire } from '../kit/wire.ts'
import type { RegistryKind } from './registry.form.ts'

/** How two records compare in a fact. */
export const matchOutcomes = { equal: 'uguale', similar: 'simile', different: 'diverso' } as const
export const matchOutcome = enumOnWire(matchOutcomes)
export type MatchOutcome = keyof typeof matchOutcomes

/** The facts by which records are compared, of both kinds. */
export const matchFacts = {
  name: 'nome',
  taxCode: 'codice_fiscale',
  vatNumber: 'piva',
  birthDate: 'data_nascita',
  birthPlace: 'luogo_nascita',
  email: 'email',
  phone: 'telefono',
  address: 'indirizzo',
} as const
export const matchFact = enumOnWire(matchFacts)
export type MatchFact = keyof typeof matchFacts

/**
 * The weight of each outcome of each fact: the logarithm to base 2 of how much more frequent the outcome is between two records of
 * one person than between records of two people (Fellegi and Sunter, 1969). 0 where nothing can be said.
 */
export type MatchWeights = Readonly<Partial<Record<MatchFact, Readonly<Record<MatchOutcome, number>>>>>

// biome-ignore format: a table
export const defaultWeights: Readonly<Record<RegistryKind, MatchWeights>> = {
  person: {
    name:       { equal: 9,  similar: 6,  different: -7 },
    taxCode:    { equal: 20, similar: 9,  different: -9 },
    birthDate:  { equal: 8,  similar: 4,  different: -6 },
    email:      { equal: 11, similar: 6,  different: -1 },
    phone:      { equal: 9,  similar: 4,  different: -1 },
    birthPlace: { equal: 4,  similar: 0,  different: -3 },
    address:    { equal: 7,  similar: 4,  different: -1 },
  },
  organisation: {
    name:       { equal: 9,  similar: 6,  different: -5 },
    vatNumber:  { equal: 20, similar: 8,  different: -9 },
    email:      { equal: 10, similar: 5,  different: -1 },
    phone:      { equal: 9,  similar: 4,  different: -1 },
    address:    { equal: 7,  similar: 4,  different: -2 },
  },
}

const outcomes = Object.keys(matchOutcomes)
const weight = z.optional(z.number().check(z.gte(-50), z.lte(50)))
const weightsOfFact = z.optional(z.strictObject(Object.fromEntries(outcomes.map((outcome) => [outcome, weight]))))
const weightsOfKind = (kind: RegistryKind) =>
  z.optional(z.strictObject(Object.fromEntries(Object.keys(defaultWeights[kind]).map((fact) => [fact, weightsOfFact]))))
const settingSchema = z.strictObject({ person: weightsOfKind('person'), organisation: weightsOfKind('organisation') })

/** The default weights with those of a JSON text in their place; undefined where the text is not such weights. */
export function weightsOf(text: string): Readonly<Record<RegistryKind, MatchWeights>> | undefined {
  const given = z.safeParse(settingSchema, parsed(text))
  if (!given.success) return undefined
  const replaced = (kind: RegistryKind): MatchWeights =>
    Object.fromEntries(
      Object.entries(defaultWeights[kind]).map(([fact, known]) => [fact, { ...known, ...given.data[kind]?.[fact] }]),
    )
  return { person: replaced('person'), organisation: replaced('organisation') }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
