import { sql } from 'kysely'
import { listDemoUsers, sealAuthority } from '#features/session/users.store.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'

/** The content of an office: no cases, sample cases of the demonstration, or real cases. */
export type OfficeContent = 'empty' | 'demo' | 'inUse'

export async function findOfficeContent(db: Db): Promise<OfficeContent> {
  const { rows } = await sql<{ isDemo: boolean; hasCases: boolean }>`
    select exists (select from demo_marks) as is_demo, exists (select from cases) as has_cases`.execute(db)
  const { isDemo = false, hasCases = false } = rows[0] ?? {}
  if (isDemo) return 'demo'
  return hasCases ? 'inUse' : 'empty'
}

export const markAsDemo = (db: Db, filledAt: Date) => db.insertInto('demoMarks').values({ filledAt }).execute()

/** Moves the start of validity of demonstration accounts back to `at`. */
export async function enableDemoPeopleSince(db: Db, vault: Vault, at: Date): Promise<void> {
  for (const user of await listDemoUsers(db, vault)) {
    if (user.enabledAt <= at) continue
    await db.updateTable('users').set({ enabledAt: at }).where('id', '=', user.id).execute()
    await sealAuthority(db, vault, { ...user, enabledAt: at })
  }
}
