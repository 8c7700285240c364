import type { RecordKind } from '@portal/contract'
import type { Clock } from '../clock.ts'

/**
 * Versions of the records of a kind, for answers that are remembered: another one after each commit of this server that recorded such
 * a record, and in each minute, for the commits of other servers.
 */
export function createRecordVersions(clock: Clock) {
  const commits = new Map<RecordKind, number>()
  return {
    noteCommit(kinds: readonly RecordKind[]): void {
      for (const kind of kinds) commits.set(kind, (commits.get(kind) ?? 0) + 1)
    },
    of: (kind: RecordKind): string => `${commits.get(kind) ?? 0}.${Math.floor(clock.now().getTime() / 60_000)}`,
  }
}
