import { Readable } from 'node:stream'
import {
  caseIndicators,
  dayIn,
  downloadOpenData,
  type Language,
  type Office,
  type OpenData as OpenDataValue,
  officeZone,
  openData,
  openDataPolicy,
  openDataTableNames,
  paths,
  type ReferenceItem,
  type ReferenceList,
} from '@portal/contract'
import texts from '@portal/contract/texts/office/it.json' with { type: 'json' }
import * as z from 'zod/mini'
import { type Clock, todayOf } from '#platform/clock.ts'
import { csvLine } from '#platform/csv.ts'
import type { Reads } from '#platform/database/database.ts'
import { type Db, type InTransaction, unaudited } from '#platform/database/transaction.ts'
import type { FileReply } from '#platform/http/serve.ts'
import { countCases } from '../case-counting.ts'
import { directiveKeysOf, directiveLists } from '../directive-keys.rules.ts'
import type { DutyTerms } from '../duty-columns.ts'
import { catalogueOf, type DatasetFacts } from './catalogue.rules.ts'
import { forEachTable, publishYear, yearsDue } from './open-data.rules.ts'
import { casesOf, findFirstYear, insertYear, listPublishedYears, listYears } from './open-data.store.ts'
import { csvRowsOf, presentOpenData, type TableEntries } from './present-open-data.rules.ts'

/** The name of the job. */
export const openDataJob = 'statistics.open-data'

interface Needs {
  readonly db: Db
  readonly reads: Reads
  readonly inTransaction: InTransaction
  readonly clock: Clock
  readonly office: Office
  /** The term within which complainants are informed. */
  readonly terms: Omit<DutyTerms, 'today'>
  readonly publicOrigin: string
  /** Reference lists with their retired entries. */
  readonly listsFor: (
    lists: readonly ReferenceList[],
    language: Language,
  ) => Promise<Partial<Record<ReferenceList, readonly ReferenceItem[]>>>
  /** The public register, for the catalogue. */
  readonly registerDataset: () => Promise<DatasetFacts>
}

const { title, keywords, notStated, fileName } = texts.openDataFiles
const description = texts.openDataFiles.description.replace('{{smallest}}', String(openDataPolicy.smallest))
const jsonType = 'application/json; charset=utf-8'

type Format = 'csv' | 'json'
const writers: Readonly<Record<Format, { mediaType: string; write: (data: OpenDataValue) => string }>> = {
  csv: { mediaType: 'text/csv; charset=utf-8', write: (data) => `\ufeff${csvRowsOf(data).map(csvLine).join('')}` },
  json: {
    mediaType: jsonType,
    write: (data) => {
      const about = { titolo: title, descrizione: description, licenza: openDataPolicy.licence.url }
      return `${JSON.stringify({ ...about, ...z.encode(openData, data) }, null, 1)}\n`
    },
  },
}

/** The data with a label for cases without an entry, for files that are read without the page. */
const fullyLabelled = ({ years, tables }: OpenDataValue): OpenDataValue => ({
  years,
  tables: tables.map(({ table, rows }) => ({
    table,
    rows: rows.map((row) => ({ ...row, label: row.label ?? notStated })),
  })),
})

export type OpenData = ReturnType<typeof createOpenData>

/** The yearly numbers of cases for everybody (decisions §9, ADR 49). */
export function createOpenData({
  db,
  reads,
  inTransaction,
  clock,
  office,
  publicOrigin,
  listsFor,
  registerDataset,
  terms: letterTerms,
}: Needs) {
  const site = `${publicOrigin}/${office.slug}`

  async function entriesIn(language: Language): Promise<TableEntries> {
    const lists = await listsFor(
      openDataTableNames.map((table) => caseIndicators[table].list),
      language,
    )
    return forEachTable((table) => lists[caseIndicators[table].list] ?? [])
  }

  const get = async (language: Language): Promise<OpenDataValue> =>
    presentOpenData(await listPublishedYears(reads.db), await entriesIn(language))

  return {
    get,

    /** Counts and stores each year whose day of publication has come. A year that is stored does not change. */
    async publish(): Promise<void> {
      const first = await findFirstYear(db)
      if (first === undefined) return
      const done = await listYears(db)
      const due = yearsDue(first, todayOf(clock)).filter((year) => !done.includes(year))
      if (due.length === 0) return
      const entries = await entriesIn('it')
      const directives = directiveKeysOf(await listsFor(directiveLists, 'it'))
      const terms = { ...letterTerms, today: todayOf(clock) }
      await reads.catchUp()
      for (const year of due) {
        const counted = await reads.inTransaction(unaudited, (tx) =>
          countCases(tx, casesOf(year), { directives, terms }),
        )
        const numbers = publishYear(counted, entries)
        await inTransaction(unaudited, (tx) => insertYear(tx, year, clock.now(), numbers))
      }
    },

    async download(format: Format): Promise<FileReply> {
      const { mediaType, write } = writers[format]
      const text = write(fullyLabelled(await get('it')))
      return { name: `${office.productTag} - ${fileName}.${format}`, stream: Readable.from([text]), mediaType }
    },

    /** The description for catalogues; readable in the page, since harvesters and people open its address. */
    async catalogue(): Promise<FileReply> {
      const years = await listPublishedYears(reads.db)
      const dayOf = (year: (typeof years)[number] | undefined) => dayIn(officeZone, year?.publishedAt ?? clock.now())
      const cases: DatasetFacts = {
        name: 'casi-per-anno',
        title,
        description,
        keywords,
        page: `${site}${paths.openData}`,
        frequency: 'ANNUAL',
        issuedOn: dayOf(years[0]),
        modifiedOn: dayOf(years.at(-1)),
        years: years.map(({ year }) => year),
        files: (['csv', 'json'] as const).map((format) => ({
          format,
          url: `${site}/api${downloadOpenData.path}?formato=${format}`,
        })),
      }
      const about = texts.openDataFiles.catalogue
      const catalogue = catalogueOf({ site, office, datasets: [cases, await registerDataset()] }, about)
      return { name: 'catalogo.jsonld', stream: Readable.from([JSON.stringify(catalogue, null, 1)]), isInline: true }
    },
  }
}
