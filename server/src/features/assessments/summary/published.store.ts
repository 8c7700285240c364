import { type Conclusion, type PublishedFilters, publishedSorts } from '@portal/contract'
import { sql } from 'kysely'
import { byInstant, defineList } from '#platform/database/list.ts'
import type { Db } from '#platform/database/transaction.ts'

interface NewPublished {
  readonly id: number
  readonly title: string
  readonly facts: string
  readonly reasoning: string
  readonly measures: string | null
  readonly conclusion: Conclusion | null
  readonly groundId: number | null
  readonly fieldId: number | null
  readonly year: number
  readonly publishedAt: Date
}

export const insertPublished = (tx: Db, row: NewPublished) =>
  tx.insertInto('publishedAssessments').values(row).execute()

export const deletePublished = (tx: Db, id: number) =>
  tx.deleteFrom('publishedAssessments').where('id', '=', id).execute()

const listedColumns = ['id', 'title', 'facts', 'conclusion', 'groundId', 'fieldId', 'year', 'publishedAt'] as const

const isAmong = (column: 'groundId' | 'fieldId' | 'year', values: readonly number[] | undefined) =>
  values?.length ? [sql<boolean>`${sql.ref(column)} = any(${values}::int[])`] : []

/** Words of the texts, in any form that Italian gives them; `"two words"`, `or` and `-not` as search engines have them. */
const hasWords = (words: string | undefined) =>
  words?.trim() ? [sql<boolean>`words @@ websearch_to_tsquery('italian', ${words})`] : []

const conditionsOf = ({ words, grounds, fields, years }: PublishedFilters) => [
  ...isAmong('groundId', grounds),
  ...isAmong('fieldId', fields),
  ...isAmong('year', years),
  ...hasWords(words),
]

const newest = byInstant('publishedAt', 'id')

/** Pages of the published assessments, the newest first. */
export const listPublished = defineList({
  rows: (db: Db, filters: PublishedFilters) =>
    db
      .selectFrom('publishedAssessments')
      .select(listedColumns)
      .where((eb) => eb.and(conditionsOf(filters))),
  order: newest,
  sortNames: publishedSorts,
  sorts: { publishedAt: newest },
})

/** A published assessment, with what its addressees did. */
export const findPublished = (db: Db, id: number) =>
  db
    .selectFrom('publishedAssessments')
    .innerJoin('assessmentSummaries', 'assessmentSummaries.id', 'publishedAssessments.id')
    .innerJoin('assessments', 'assessments.caseId', 'assessmentSummaries.caseId')
    .select(['publishedAssessments.id', 'title', 'facts', 'reasoning', 'measures', 'conclusion'])
    .select(['groundId', 'fieldId', 'year', 'publishedAt', 'answer'])
    .where('publishedAssessments.id', '=', id)
    .executeTakeFirst()

/** The newest published assessments, for the feed. */
export const listNewest = (db: Db, atMost: number) =>
  db
    .selectFrom('publishedAssessments')
    .select(['id', 'title', 'facts', 'publishedAt'])
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(atMost)
    .execute()
