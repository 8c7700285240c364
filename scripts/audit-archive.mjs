// npm run audit:archive -- 2024-01 <folder>: moves an old month of the audit log into a verified file.
import './node-version.mjs'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { archiveByCommand } = await import('../server/dist/audit-archive.js')
process.exitCode = await archiveByCommand(process.argv.slice(2))
