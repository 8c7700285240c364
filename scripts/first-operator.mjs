// npm run operator:first -- <tax code> <name> <surname> <mail>: creates the first manager of an installation without one.
import './node-version.mjs'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { runFirstOperator } = await import('../server/dist/first-operator.js')
process.exitCode = await runFirstOperator(process.argv.slice(2))
