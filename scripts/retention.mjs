// npm run retention [-- --dry-run]: lets go of what was kept long enough, or only tells what would go.
import './node-version.mjs'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { runRetention } = await import('../server/dist/retention.js')
process.exitCode = await runRetention(process.argv.slice(2))
