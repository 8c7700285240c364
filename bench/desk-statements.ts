import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { scenariosOf } from './case-scenarios.ts'
import { startFilled, withVault } from './filled-cases.ts'
import { createCaller } from './load.ts'
import type { Scenario } from './scenario.ts'
import { round, values } from './settings.ts'

const calls = 20
const idleSeconds = 5

/** What PostgreSQL has executed since the statistics were reset, but for what this file asks. */
async function executed(pool: pg.Pool) {
  const { rows } = await pool.query<{ statements: number; commits: number }>(`
    select coalesce(sum(calls) filter (where query !~* '^(begin|commit|rollback|savepoint|release)'), 0)::int as statements,
      coalesce(sum(calls) filter (where query ~* '^commit'), 0)::int as commits
    from pg_stat_statements where query !~ 'pg_stat_statements'`)
  return rows[0] ?? { statements: 0, commits: 0 }
}

/** What the jobs of an idle server execute in a second. */
async function executedWhenIdle(pool: pg.Pool) {
  await pool.query('select pg_stat_statements_reset()')
  await delay(idleSeconds * 1000)
  const { statements, commits } = await executed(pool)
  return { statements: statements / idleSeconds, commits: commits / idleSeconds }
}

/** The calls of the desk by what one of them executes: statements, commits and milliseconds, one call at a time. */
export async function deskStatements(): Promise<void> {
  const settings = ['shared_preload_libraries=pg_stat_statements']
  const portal = await startFilled('postgres', Number(values.rows), { settings })
  if (!portal) return
  const pool = portal.connect(2)
  const caller = createCaller(1)
  const cost = async ({ send }: Scenario, idle: Awaited<ReturnType<typeof executedWhenIdle>>) => {
    // The first calls read each case, and prepare statements.
    for (let index = 0; index < calls; index++) await send(caller.call, index)
    await pool.query('select pg_stat_statements_reset()')
    const from = performance.now()
    let errors = 0
    for (let index = 0; index < calls; index++) if (!(await send(caller.call, index))) errors += 1
    const seconds = (performance.now() - from) / 1000
    const { statements, commits } = await executed(pool)
    return {
      statements: round((statements - idle.statements * seconds) / calls),
      commits: round((commits - idle.commits * seconds) / calls),
      ms: round((seconds * 1000) / calls),
      errors,
    }
  }
  try {
    await pool.query('create extension if not exists pg_stat_statements')
    await withVault(portal, async (vault) => {
      const scenarios = await scenariosOf({ api: portal.api, pool, vault, transact: async () => false })
      const idle = await executedWhenIdle(pool)
      const table: Record<string, object> = {}
      for (const [name, scenario] of Object.entries(scenarios))
        if (name.includes(values.only ?? 'desk')) table[name] = await cost(scenario, idle)
      console.log(`\n${values.rows} cases on PostgreSQL: what one call of the desk executes`)
      console.table(table)
    })
  } finally {
    caller.close()
    await pool.end()
    await portal.close()
  }
}
