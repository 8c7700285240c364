// npm run keys -- list | new | retire <id> | change-master <file>: manages the key ring of the configured database.
import './node-version.mjs'
import { resolve } from 'node:path'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { runKeys } = await import('../server/dist/keys.js')
const [command, operand] = process.argv.slice(2)
// npm runs scripts in the project's folder; the path is relative to the folder where the user called npm.
const file = operand && command === 'change-master' ? resolve(process.env.INIT_CWD ?? '.', operand) : operand
process.exitCode = await runKeys(file ? [command, file] : [command])
