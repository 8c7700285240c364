// npm run audit:verify -- [--day 2026-11-20 | --archive <file>]: verifies the audit log's chain, or a file of its archive, and prints what is broken.
import './node-version.mjs'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { runVerify } = await import('../server/dist/audit-verify.js')
process.exitCode = await runVerify(process.argv.slice(2))
