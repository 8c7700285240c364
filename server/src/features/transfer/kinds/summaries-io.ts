import type { FieldError, SummaryTexts } from '@portal/contract'
import { sql } from 'kysely'
import { type SummaryContent, sealedSummaries } from '#features/assessments/index.ts'
import { insertRows } from '#platform/database/new-rows.ts'
import { nextRows } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealedRows, openSealed, sealRows } from '#platform/protection/sealed-rows.ts'
import { type KindIo, linkOf, type NewRecord } from '../transfer-kind-io.ts'

async function countSummaries(db: Db, caseIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number }>`
    select case_id as id from assessment_summaries where case_id = any(${[...caseIds]}::int[])`.execute(db)
  return new Map(rows.map(({ id }) => [id, 1]))
}

const missing = (path: string): FieldError => ({ path, message: 'campo_obbligatorio' })

/** What is public has its texts and its place in the list; nothing else has a place there. */
function errorsOfSummary({ head: { status, publication, texts } }: NewRecord<'summary'>): FieldError[] {
  if (status !== 'published') return publication ? [{ path: 'pubblicazione', message: 'valore_non_valido' }] : []
  return [
    ...(publication ? [] : [missing('pubblicazione')]),
    ...(texts.title ? [] : [missing('testi.titolo')]),
    ...(texts.facts ? [] : [missing('testi.fatti')]),
    ...(texts.reasoning ? [] : [missing('testi.motivazione')]),
  ]
}

/** The summaries that exist, each with its public row while it has one. */
const summaries = (db: Db) =>
  db
    .selectFrom('assessmentSummaries')
    .leftJoin('publishedAssessments as published', 'published.id', 'assessmentSummaries.id')
    .select(['assessmentSummaries.id', 'caseId', 'keyId', 'status', 'content', 'writtenBy', 'changedAt'])
    .select(['published.title', 'published.facts', 'published.reasoning', 'published.measures'])
    .select(['conclusion', 'groundId', 'fieldId', 'year', 'publishedAt'])

type Row = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number]

const publicTexts = ({ title, facts, reasoning, measures }: Row): SummaryTexts => ({
  title: title ?? undefined,
  facts: facts ?? undefined,
  reasoning: reasoning ?? undefined,
  measures: measures ?? undefined,
})

const publicationOf = ({ publishedAt, year, conclusion, groundId, fieldId }: Row) =>
  publishedAt && year !== null
    ? {
        at: publishedAt,
        year,
        conclusion: conclusion ?? undefined,
        groundId: groundId ?? undefined,
        fieldId: fieldId ?? undefined,
      }
    : undefined

/** Summaries of assessments, one for each case at most; what was public is public again. */
export const summariesIo: KindIo<'summary'> = {
  table: 'assessment_summaries',

  limit: {
    most: 1,
    error: { path: 'chiave_segnalazione', message: 'sintesi_gia_presente' },
    of: 'case',
    keyOf: ({ head }) => head.caseKey,
    count: countSummaries,
  },

  errorsOf: async (_needs, _db, records) => records.map(errorsOfSummary),

  async write({ vault }, tx, records) {
    const rows = records.map(({ id, head: { texts, note, status, changedAt }, links }) => ({
      id,
      caseId: linkOf(links, 'caseKey'),
      writtenBy: linkOf(links, 'by'),
      changedAt,
      status,
      version: 1,
      content: JSON.stringify({ texts, note } satisfies SummaryContent),
    }))
    await insertSealedRows(tx, sealRows(vault, sealedSummaries, rows))
    const published = records.flatMap(({ id, head: { texts, publication } }) => {
      if (!publication) return []
      const { at: publishedAt, year, conclusion = null, groundId = null, fieldId = null } = publication
      const { title, facts, reasoning, measures = null } = texts
      return [{ id, title, facts, reasoning, measures, conclusion, groundId, fieldId, year, publishedAt }]
    })
    if (published.length > 0) await insertRows(tx, 'publishedAssessments', published)
  },

  async read({ vault }, db, after, limit) {
    // Of a case whose persons were erased only what is public remains.
    const isThere = sql<boolean>`(content is not null or published_at is not null)`
    const rows = await nextRows(db.selectFrom(summaries(db).as('stored')).selectAll(), isThere, after, limit)
    return Promise.all(
      rows.map(async (row) => {
        const { content } = await openSealed(vault, sealedSummaries, row.id, row)
        const { texts, note } = content ? (JSON.parse(content) as SummaryContent) : { texts: publicTexts(row) }
        return {
          id: row.id,
          facts: { status: row.status, changedAt: row.changedAt, texts, note, publication: publicationOf(row) },
          values: {},
          links: { caseKey: row.caseId, by: row.writtenBy },
        }
      }),
    )
  },
}
