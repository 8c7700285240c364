// npm run audit:verify -- [--day 2026-11-20]: verifies the audit log's chain and prints its first broken link.
import './node-version.mjs'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { runVerify } = await import('../server/dist/audit-verify.js')
process.exitCode = await runVerify(process.argv.slice(2))
