// npm run export:all -- <folder> --by <tax code> --confirmed-by <tax code>: writes everything of the office into a new folder, in the format of the import.
import './node-version.mjs'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { runExport } = await import('../server/dist/transfer.js')
// npm runs scripts in the project's folder; the path is relative to the folder where the user called npm.
process.exitCode = await runExport(process.argv.slice(2), process.env.INIT_CWD ?? '.')
