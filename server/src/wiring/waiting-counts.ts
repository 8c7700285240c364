import { can, type HomeTab, homeTabWords, otherHomeTabWords, paths } from '@portal/contract'
import type { WaitingCount } from '#features/agenda/agenda.service.ts'
import { registerCounts } from '#features/associations/list/association-counts.ts'
import type { CaseNeeds } from '#features/cases/case-needs.ts'
import type { BadgeNeeds } from '#features/cases/cases.service.ts'
import { countHome, countToInform } from '#features/cases/home/case-home.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import { todayOf } from '#platform/clock.ts'
import { readCounts } from '#platform/database/counts.ts'
import type { Reader } from '#platform/session/caller.ts'

const tabWords = { ...homeTabWords, ...otherHomeTabWords } as const
const tabPath = (tab: HomeTab | keyof typeof otherHomeTabWords) => `${paths.deskHome}?scheda=${tabWords[tab]}`

/** What the home pages of a role say that waits, with the page of each number. */
export async function waitingCounts(
  needs: CaseNeeds & BadgeNeeds,
  user: Reader,
  audit: AuditRecorder,
): Promise<WaitingCount[]> {
  const { db, clock } = needs
  const { selectedRole: role } = user
  const waiting: WaitingCount[] = (await countHome(needs, user, audit)).map(({ name, ...counted }) => ({
    ...counted,
    of: name,
    path: tabPath(name),
  }))
  if (can('cases', role))
    waiting.push({ of: 'toInform', path: tabPath('toInform'), count: await countToInform(needs, user) })
  if (can('administration', role)) {
    const { rights } = await readCounts(db, { rights: needs.countRightsToDecide(user) })
    waiting.push({ of: 'rights', path: tabPath('rights'), count: rights })
  }
  if (can('registerDecisions', role) || can('registerEdit', role)) {
    const { mine, late } = await registerCounts(db, todayOf(clock), role)
    const path = can('registerEdit', role) ? paths.registerHome : tabPath('register')
    waiting.push({ of: 'registerTurn', path, count: mine })
    if (can('registerEdit', role)) waiting.push({ of: 'registerLate', path, count: late })
  }
  return waiting
}
