// npm run demo [-- --reset] [--large]: fills an office without cases with invented ones, with --large twenty thousand; --reset recreates an
// installation that this command filled.
import './node-version.mjs'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { runDemo } = await import('../server/dist/demo.js')
process.exitCode = await runDemo(process.argv.slice(2))
