import { parseArgs } from 'node:util'
import { type Fault, faults } from './faults.ts'
import { type Installation, startInstallation } from './installation.ts'
import { drawPairs } from './pairs.ts'
import { type FaultRow, isAsItMustBe, runFault } from './run-fault.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

const { positionals: words, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, pairs: { type: 'string' } },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const pairs = drawPairs(Number(values.pairs ?? (words.length > 0 ? 0 : 3)), seed)
const single: [string, Fault][] = Object.entries(faults)
const isChosen = ([name]: [string, Fault]) => words.length === 0 || words.some((word) => name.includes(word))
const chosen = [...single.filter(isChosen), ...Object.entries(pairs)]

/** The row of a fault in the table of the issue. */
const counted = (row: FaultRow) => ({
  acknowledged: row.acknowledged,
  found: row.found,
  lost: row.lost.length,
  doubled: row.doubled.length,
  'wrong errors': row.wrong.length,
  'second mails': row.secondMails,
  'no write for s': row.gapSeconds,
  'well after s': row.wellSeconds,
  'longest call s': row.longestCallSeconds,
  '503 to reads': row.readsRefused,
  '503 to writes': row.writesRefused,
})

/** Prints the row of a fault, and what the nodes logged where something is wrong. */
function report(name: string, row: FaultRow, { nodes }: Installation) {
  say(`${name}: ${JSON.stringify(row)}`)
  if (row.wrong.length === 0) return
  for (const { failures } of Object.values(nodes)) for (const line of failures().slice(-5)) say(line.slice(0, 500))
}

/** Runs the chosen faults, one after the other. */
async function runAll(): Promise<[string, FaultRow, Fault][]> {
  const installation = await startInstallation()
  const rows: [string, FaultRow, Fault][] = []
  try {
    for (const [name, fault] of chosen) {
      const row = await runFault(installation, fault)
      rows.push([name, row, fault])
      report(name, row, installation)
    }
  } finally {
    await installation.stop()
    console.table(Object.fromEntries(rows.map(([name, row]) => [name, counted(row)])))
  }
  return rows
}

say(`Seed of the pairs: ${seed}`)
const rows = await runAll()
process.exit(rows.every(([, row, fault]) => isAsItMustBe(row, fault)) ? 0 : 1)
