import { Readable } from 'node:stream'
import {
  getAssessmentFeed,
  type Language,
  type Office,
  officeText,
  type Page,
  type PublishedAssessment,
  type PublishedAssessmentDetail,
  type PublishedFilters,
  type ReferenceItem,
  type ReferenceList,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Reads } from '#platform/database/database.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { createNetworkCosts } from '#platform/http/network-costs.ts'
import type { FileReply } from '#platform/http/serve.ts'
import { findPublished, listNewest, listPublished } from './published.store.ts'
import { assessmentFeed, beginningOf } from './published-feed.ts'

interface Needs {
  readonly db: Db
  readonly reads: Reads
  readonly clock: Clock
  readonly office: Office
  readonly publicOrigin: string
  /** The items of a reference list, retired ones too. */
  readonly listItems: (list: ReferenceList, language: Language) => Promise<readonly ReferenceItem[]>
  readonly recordVersions: { of(kind: 'reference'): string }
  /** Words that anonymous callers of one network may search for in a minute. */
  readonly wordsPerMinute: number
}

/** A caller: its language, and its network unless it is signed in. */
export interface PublicCaller {
  readonly language: Language
  readonly network: string | undefined
}

/** Entries of the feed. */
const newestEntries = 50

const atom = 'application/atom+xml; charset=utf-8'

/** The published assessments, for everybody. */
export function createPublishedAssessments(needs: Needs) {
  const { db, reads, clock, office, listItems } = needs
  const spend = createNetworkCosts({ clock, perMinute: needs.wordsPerMinute })
  let changes = 0
  let caughtUpTo = 0

  /** Makes lists and the feed show what this server published last. What others published is there within seconds. */
  async function catchUp() {
    const version = changes
    if (version === caughtUpTo) return
    await reads.catchUp()
    caughtUpTo = version
  }

  async function labelsIn(language: Language) {
    const [grounds, fields] = await Promise.all([listItems('ground', language), listItems('field_of_life', language)])
    const labelIn = (items: readonly ReferenceItem[], id: number | null) => items.find((item) => item.id === id)?.label
    return (row: { readonly groundId: number | null; readonly fieldId: number | null }) => ({
      ground: labelIn(grounds, row.groundId),
      field: labelIn(fields, row.fieldId),
    })
  }

  return {
    /** Notes that something was published or withdrawn. */
    note: () => {
      changes += 1
    },

    /** The version of what lists show, for answers that are remembered; another one each minute, for what other servers publish. */
    async version() {
      await catchUp()
      return `${changes} ${Math.floor(clock.now().getTime() / 60_000)} ${needs.recordVersions.of('reference')}`
    },

    async list(request: PageQuery<PublishedFilters>, caller: PublicCaller): Promise<Page<PublishedAssessment>> {
      const { filters = {} } = request
      if (caller.network !== undefined)
        spend(caller.network, Math.max(1, filters.words?.trim().split(/\s+/).length ?? 0))
      const page = await listPublished(reads.db, request, filters)
      const labelsOf = await labelsIn(caller.language)
      return {
        ...page,
        rows: page.rows.map(({ id, title, year, conclusion, publishedAt, ...row }) => ({
          id,
          title,
          year,
          ...labelsOf(row),
          conclusion: conclusion ?? undefined,
          publishedAt,
          beginning: beginningOf(row.facts),
        })),
      }
    },

    /** A published assessment; 404 for one that is not public. */
    async get(id: number, language: Language): Promise<PublishedAssessmentDetail> {
      const row = await findPublished(db, id)
      if (!row) throw new AppError('not_found')
      const { title, year, publishedAt, facts, reasoning, measures, conclusion, answer } = row
      const labelsOf = await labelsIn(language)
      return {
        id,
        title,
        year,
        ...labelsOf(row),
        conclusion: conclusion ?? undefined,
        publishedAt,
        facts,
        reasoning,
        measures: measures ?? undefined,
        answer: answer ?? undefined,
      }
    },

    /** The newest as a feed. */
    async feed(language: Language): Promise<FileReply> {
      await catchUp()
      const site = `${needs.publicOrigin}/${office.slug}`
      const text = assessmentFeed(await listNewest(reads.db, newestEntries), {
        site,
        address: `${site}/api${getAssessmentFeed.path}`,
        office: officeText(office, 'name', language).text,
        language,
        now: clock.now(),
      })
      return { name: 'pareri.atom', stream: Readable.from([text]), mediaType: atom, isInline: true }
    },
  }
}
export type PublishedAssessments = ReturnType<typeof createPublishedAssessments>
