// npm run retention [-- --dry-run]: deletes or pseudonymises expired data, or only prints what it would change.
import './node-version.mjs'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { runRetention } = await import('../server/dist/retention.js')
process.exitCode = await runRetention(process.argv.slice(2))
