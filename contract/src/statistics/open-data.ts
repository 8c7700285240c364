import * as z from 'zod/mini'
import { enumOnWire, onWire, plainDate, recordId } from '../kit/wire.ts'
import type { CaseIndicator } from './indicators.ts'

/** What the office publishes about its cases, and when (decisions §9, ADR 49). */
export const openDataPolicy = {
  /** Numbers below this are not published. */
  smallest: 5,
  /** The day of the following year on which the numbers of a year are counted and published; they do not change afterwards. */
  publishedOn: '04-01',
  licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
} as const

/** The tables of open data, their words on the wire: each counts by an indicator of the statistics of cases. */
export const openDataTables = {
  grounds: 'ground',
  fields: 'ambito',
  regions: 'regione',
} as const satisfies Partial<Record<CaseIndicator, string>>
export type OpenDataTableName = keyof typeof openDataTables
export const openDataTableNames = Object.keys(openDataTables) as OpenDataTableName[]

/** A number of cases; null where it is not published. */
const published = z.nullable(z.int().check(z.gte(openDataPolicy.smallest)))

const openDataYear = onWire('anno_dati_aperti', {
  year: [z.int(), 'anno'],
  publishedOn: [plainDate, 'data_pubblicazione'],
  cases: [published, 'casi'],
})

const openDataRow = onWire('voce_dati_aperti', {
  /** The id of the entry of the reference list; none for cases without an entry. */
  id: [z.optional(recordId), 'id'],
  label: [z.optional(z.string()), 'voce'],
  /** By year. */
  counts: [z.record(z.string(), published), 'numeri'],
})

const openDataTable = onWire('tabella_dati_aperti', {
  table: [enumOnWire(openDataTables), 'tabella'],
  rows: [z.array(openDataRow), 'voci'],
})

/** The open data about cases. Page, CSV and JSON are written from this one value. */
export const openData = onWire('dati_aperti', {
  /** Oldest first. */
  years: [z.array(openDataYear), 'anni'],
  tables: [z.array(openDataTable), 'tabelle'],
})
export type OpenData = z.output<typeof openData>
export type OpenDataTable = OpenData['tables'][number]
