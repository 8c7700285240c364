// npm run move:database [-- --again] | move:files: moves the embedded database to PostgreSQL, or the files to their configured store.
import './node-version.mjs'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { runMoveDatabase, runMoveFiles } = await import('../server/dist/move.js')
const [what, ...args] = process.argv.slice(2)
process.exitCode = what === 'files' ? await runMoveFiles() : await runMoveDatabase(args)
