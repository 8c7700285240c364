// npm run operator:confirm: prints the accounts of an earlier version with their roles; with -- --yes confirms them.
import './node-version.mjs'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { runConfirmOperators } = await import('../server/dist/confirm-operators.js')
process.exitCode = await runConfirmOperators(process.argv.slice(2))
