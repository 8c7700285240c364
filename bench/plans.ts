import type pg from 'pg'
import { scenariosOf } from './case-scenarios.ts'
import { startFilled, withVault } from './filled-cases.ts'
import { createCaller } from './load.ts'
import type { Portal } from './portal.ts'
import type { Scenario } from './scenario.ts'
import { isRead, type SentStatement, sentByCalls, statementLog } from './sent-statements.ts'
import { round, values } from './settings.ts'

/** How PostgreSQL carries out the reads of a call: milliseconds, blocks of 8 kB, and what it scans for how many rows. */
interface Plan {
  readonly statements: number
  readonly 'planning ms': number
  readonly 'execution ms': number
  readonly blocks: number
  readonly scans: string
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Node[]
}

interface Explained {
  readonly 'Planning Time': number
  readonly 'Execution Time': number
  readonly Plan: Node
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The scans of tables and indexes, the most rows first. A scan that read nothing says nothing. */
function scansOf(plans: readonly Explained[]): string {
  const rowsOf = new Map<string, number>()
  for (const node of plans.flatMap(({ Plan }) => nodesOf(Plan))) {
    const name = node['Index Name'] ?? (node['Node Type'] === 'Seq Scan' ? `all ${node['Relation Name']}` : undefined)
    if (name) rowsOf.set(name, (rowsOf.get(name) ?? 0) + node['Actual Rows'] * node['Actual Loops'])
  }
  const scans = [...rowsOf].filter(([, rows]) => rows > 0).sort(([, one], [, other]) => other - one)
  return scans.map(([name, rows]) => `${name} ${rows}`).join(', ')
}

async function explain(pool: pg.Pool, { text, values }: SentStatement): Promise<Explained> {
  const { rows } = await pool.query(`explain (analyze, buffers, format json) ${text}`, [...values])
  return rows[0]['QUERY PLAN'][0]
}

async function planOf(pool: pg.Pool, portal: Portal, send: () => Promise<unknown>): Promise<Plan> {
  // A list is known to be long from the second call on.
  for (let index = 0; index < 3; index++) await send()
  const [sent = []] = await sentByCalls(pool, portal, [send, send])
  const reads = sent.filter(isRead)
  for (const read of reads) await explain(pool, read)
  const plans: Explained[] = []
  for (const read of reads) plans.push(await explain(pool, read))
  const sum = (numberOf: (plan: Explained) => number) => plans.reduce((total, plan) => total + numberOf(plan), 0)
  return {
    statements: plans.length,
    'planning ms': round(sum((plan) => plan['Planning Time'])),
    'execution ms': round(sum((plan) => plan['Execution Time'])),
    blocks: sum(({ Plan }) => Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']),
    scans: scansOf(plans),
  }
}

const isRequested = (name: string, { kind }: Scenario) =>
  (kind === 'list' || kind === 'search') && name.includes(values.only ?? '')

/** How PostgreSQL finds each list of a working day, and the searches, once the server has answered it before. */
export async function plans(): Promise<void> {
  const portal = await startFilled('postgres', Number(values.rows), { settings: statementLog })
  if (!portal) return
  const pool = portal.connect(2)
  const { call, close } = createCaller(1)
  try {
    const table: Record<string, Plan> = {}
    await withVault(portal, async (vault) => {
      const scenarios = await scenariosOf({ api: portal.api, pool, vault, transact: async () => false })
      for (const [name, scenario] of Object.entries(scenarios))
        if (isRequested(name, scenario)) table[name] = await planOf(pool, portal, () => scenario.send(call, 0))
    })
    console.log(`\n${values.rows} cases on PostgreSQL: plans of the lists`)
    console.table(table)
  } finally {
    close()
    await pool.end()
    await portal.close()
  }
}
