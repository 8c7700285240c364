import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'

/** What an office holds: no case yet, invented cases, or cases of its own. */
export type OfficeContent = 'empty' | 'demo' | 'inUse'

export async function findOfficeContent(db: Db): Promise<OfficeContent> {
  const { rows } = await sql<{ isDemo: boolean; hasCases: boolean }>`
    select exists (select from demo_marks) as is_demo, exists (select from cases) as has_cases`.execute(db)
  const { isDemo = false, hasCases = false } = rows[0] ?? {}
  if (isDemo) return 'demo'
  return hasCases ? 'inUse' : 'empty'
}

export const markAsDemo = (db: Db, filledAt: Date) => db.insertInto('demoMarks').values({ filledAt }).execute()

/** The people of the demonstration have worked here since `at`, or longer. */
export const enableDemoPeopleSince = (db: Db, at: Date) =>
  db.updateTable('users').set({ enabledAt: at }).where('isDemo', '=', true).where('enabledAt', '>', at).execute()
