// npm run import -- <folder or list> --by <tax code> [--check]: an office moves in from a folder of its old system, or a list of it.
import './node-version.mjs'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { runImport } = await import('../server/dist/transfer.js')
// npm runs scripts in the project's folder; the path is relative to the folder where the user called npm.
process.exitCode = await runImport(process.argv.slice(2), process.env.INIT_CWD ?? '.')
