import { type FaultName, faultNames } from './faults.ts'
import { startInstallation } from './installation.ts'
import { type FaultRow, runFault } from './run-fault.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const named = process.argv.slice(2)
const chosen = named.length > 0 ? faultNames.filter((name) => named.some((word) => name.includes(word))) : faultNames

const counted = ({ lost, doubled, wrong, ...figures }: FaultRow) => ({
  ...figures,
  lost: lost.length,
  doubled: doubled.length,
  wrong: wrong.length,
})

const installation = await startInstallation()
const rows: Partial<Record<FaultName, FaultRow>> = {}
for (const name of chosen) {
  const row = await runFault(installation, name)
  rows[name] = row
  say(`${name}: ${JSON.stringify(row)}`)
  if (row.wrong.length > 0)
    for (const { failures } of Object.values(installation.nodes)) say(failures().slice(-5).join('\n'))
}
await installation.stop()
console.table(Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, counted(row)])))
const isBad = Object.values(rows).some(({ lost, doubled, wrong }) => lost.length + doubled.length + wrong.length > 0)
process.exit(isBad ? 1 : 0)
