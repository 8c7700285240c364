import * as z from 'zod/mini'
import { filtersOnWire, oneOrMore, searchWords } from '../kit/filter-schemas.ts'
import { enumOnWire, instant, onWire, recordId } from '../kit/wire.ts'
import { assessmentAnswers, conclusions } from './assessment.ts'

const optionalText = z.optional(z.string())

const listed = {
  id: [recordId, 'id'],
  title: [z.string(), 'titolo'],
  /** The year in which the assessment was sent. */
  year: [z.int(), 'anno'],
  ground: [optionalText, 'ground'],
  field: [optionalText, 'ambito'],
  conclusion: [z.optional(enumOnWire(conclusions)), 'conclusione'],
  publishedAt: [instant, 'data_pubblicazione'],
} as const

/** A published assessment, as lists have it. */
export const publishedAssessment = onWire('parere_pubblicato', {
  ...listed,
  /** How its text begins. */
  beginning: [z.string(), 'inizio'],
})
export type PublishedAssessment = z.output<typeof publishedAssessment>

/** A published assessment with its texts, in Italian. */
export const publishedAssessmentDetail = onWire('parere_pubblicato_completo', {
  ...listed,
  facts: [z.string(), 'fatti'],
  reasoning: [z.string(), 'motivazione'],
  measures: [optionalText, 'misure'],
  /** What the addressees did, once they answered. */
  answer: [z.optional(enumOnWire(assessmentAnswers)), 'risposta'],
})
export type PublishedAssessmentDetail = z.output<typeof publishedAssessmentDetail>

const year = z.int().check(z.gte(1990), z.lte(2200))

// biome-ignore format: a table
export const publishedFilters = filtersOnWire('filtri_pareri', {
  words:   [z.optional(searchWords), 'testo'],
  grounds: [oneOrMore(recordId, 100), 'ground'],
  fields:  [oneOrMore(recordId, 100), 'ambito'],
  years:   [oneOrMore(year, 100), 'anno'],
})
export type PublishedFilters = z.output<typeof publishedFilters>
export const publishedSorts = { publishedAt: 'data_pubblicazione' } as const
