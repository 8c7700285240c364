import { type AuditVerification, dayIn } from '@portal/contract'
import type { Db } from '../database/transaction.ts'
import { type Archive, countLinks, isInLog, listArchives, type Month, monthOf, parseMonth } from './archive.store.ts'
import type { Period } from './verify.store.ts'

export type Archived = Awaited<ReturnType<typeof openArchived>>

const monthOfArchive = ({ month }: Archive): Month => {
  const found = parseMonth(month.slice(0, 7))
  if (!found) throw new Error(`${month} is no month.`)
  return found
}

const overlap = (one: Period, other: Period) => one.from < other.to && other.from < one.to

/** The archived months, for a verification of the chain. */
export async function openArchived(db: Db) {
  let archives = await listArchives(db)
  const isListed = (at: Date) => archives.some(({ month }) => month.startsWith(monthOf(at)))

  return {
    /** Whether the entry of an instant is archived, possibly since the verification began. */
    async has(at: Date): Promise<boolean> {
      if (isListed(at)) return true
      archives = await listArchives(db)
      return isListed(at)
    },

    /** The first archive that the log does not confirm, or of which links are missing or too many. */
    async findWrong(between: Period | undefined): Promise<AuditVerification['found']> {
      for (const archive of archives) {
        const { entries, entryId } = archive
        if (!(await isInLog(db, archive))) return { kind: 'archiveForged', entryId }
        const month = monthOfArchive(archive)
        if (between && !overlap(month, between)) continue
        if ((await countLinks(db, month)) !== entries) return { kind: 'archiveIncomplete', entryId }
      }
      return undefined
    },

    summary(): AuditVerification['archived'] {
      const last = archives.at(-1)
      if (!last) return undefined
      const end = new Date(monthOfArchive(last).to.getTime() - 1)
      return {
        months: archives.length,
        entries: archives.reduce((sum, { entries }) => sum + entries, 0),
        until: dayIn('UTC', end),
      }
    },
  }
}
