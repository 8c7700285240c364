// npm run import:istat -- <file>: imports ISTAT's 'Elenco-comuni-italiani.csv' as the list of municipalities in force.
import './node-version.mjs'
import { resolve } from 'node:path'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { runImport } = await import('../server/dist/import-istat.js')
const [file] = process.argv.slice(2)
// npm runs scripts in the project's folder; the path is relative to the folder where the user called npm.
process.exitCode = await runImport(file && resolve(process.env.INIT_CWD ?? '.', file))
