import { type ListedRun, type Page, type RunFilters, type RunKindName, runKinds } from '@portal/contract'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { RunOfKind, Runs } from '#platform/runs/runs.ts'
import { namesOf } from '#platform/session/user-names.ts'
import type { MigrationOutcome } from './attachment-migration.ts'

interface Options {
  readonly db: Db
  readonly vault: Vault
  readonly runs: Runs
}

const kinds = Object.keys(runKinds) as RunKindName[]

/** What the list says of the outcome of each kind. Nothing of what an export or an archive holds. */
const outcomes: Readonly<
  Record<RunKindName, (run: RunOfKind) => Partial<Pick<ListedRun, 'hasErrors' | 'rule' | 'unmovedFiles'>>>
> = {
  encryption: ({ skipped }) => ({ hasErrors: skipped > 0 }),
  attachment_migration: ({ skipped, outcome, position }) => ({
    hasErrors: skipped > 0,
    unmovedFiles: [...(((outcome ?? position) as MigrationOutcome | undefined)?.unmoved ?? [])],
  }),
  account_upload: ({ outcome }) => ({ hasErrors: ((outcome as readonly unknown[] | undefined) ?? []).length > 0 }),
  retention: ({ subject }) => ({ rule: subject as NonNullable<ListedRun['rule']> }),
  audit_verification: ({ outcome }) => ({ hasErrors: (outcome as { integro: 0 | 1 } | undefined)?.integro === 0 }),
  export: () => ({}),
  rights_export: () => ({}),
  rights_erasure: () => ({}),
  transfer_check: ({ outcome }) => ({ hasErrors: ((outcome as { errors: number } | undefined)?.errors ?? 0) > 0 }),
  transfer_import: ({ outcome }) => ({
    hasErrors: ((outcome as { refused: readonly unknown[] } | undefined)?.refused ?? []).length > 0,
  }),
}

function present(run: RunOfKind, names: ReadonlyMap<number, string>, userId: number): ListedRun {
  const { id, state, startedBy, startedAt, finishedAt, estimatedEnd, total, done, skipped } = run
  const { totalBytes, doneBytes, waitingFor } = run
  const kind = run.kind as RunKindName
  const { hasErrors = false, ...others } = outcomes[kind](run)
  return {
    id,
    kind,
    state,
    startedAt,
    finishedAt,
    estimatedEnd,
    // There may be more than were counted first.
    total: total === undefined ? undefined : Math.max(total, done + skipped),
    done,
    skipped,
    totalBytes,
    doneBytes: totalBytes === undefined ? undefined : doneBytes,
    // A name that cannot be decrypted shows as ⚠, as in the audit log.
    startedBy: startedBy === null ? undefined : (names.get(startedBy) ?? '⚠'),
    isOwn: startedBy === userId,
    waitingFor,
    hasErrors: state === 'done' && hasErrors,
    ...others,
  }
}

export type RunList = ReturnType<typeof createRunList>

/** Everything that takes long, of every user and of the portal itself. */
export function createRunList({ db, vault, runs }: Options) {
  async function presentAll(found: readonly RunOfKind[], userId: number): Promise<ListedRun[]> {
    const names = await namesOf(db, vault, [...new Set(found.flatMap(({ startedBy }) => startedBy ?? []))])
    return found.map((run) => present(run, names, userId))
  }

  return {
    async present(run: RunOfKind, userId: number): Promise<ListedRun> {
      const [presented] = await presentAll([run], userId)
      return presented as ListedRun
    },

    async list({ filters = {}, ...request }: PageQuery<RunFilters>, userId: number): Promise<Page<ListedRun>> {
      const page = await runs.list(request, { kinds: filters.kinds ?? kinds, states: filters.states })
      return { ...page, rows: await presentAll(page.rows, userId) }
    },

    async get(id: number, userId: number): Promise<ListedRun> {
      return this.present(await runs.get(id, kinds), userId)
    },
  }
}
