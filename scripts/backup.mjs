// npm run backup -- <folder> | restore -- <folder> [--replace | --check] | backup:check: copies, restores or checks an office.
import './node-version.mjs'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { runBackup } = await import('../server/dist/backup.js')
const [command, ...args] = process.argv.slice(2)
process.exitCode = await runBackup(command, args)
