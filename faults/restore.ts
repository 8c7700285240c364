import { runDrill } from './restore-drill.ts'

const cases = Number(process.argv[2] ?? 100_000)
const result = await runDrill(cases, (line) => process.stdout.write(`${line}\n`))
process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`)
process.exit(result.failures.length > 0 ? 1 : 0)
