// Builds the server's bundle, the site, and the migrated database template for a first start.
import { rename, rm } from 'node:fs/promises'
import { build } from 'esbuild'
import { buildStamp } from './ready.mjs'
import { run, runTool } from './run.mjs'
import { serverBundle } from './server-bundle.mjs'
import { root, stamp } from './stamp.mjs'

// Hashed before the build: a file that is saved during the build makes the build out of date.
const hash = buildStamp.hash()
await rm(`${root}server/dist`, { recursive: true, force: true })
await build(serverBundle)
const web = { cwd: `${root}web` }
await Promise.all([
  run(process.execPath, ['server/dist/make-template.js', 'server/dist']),
  runTool('vite', ['build', '--logLevel', 'warn'], web),
  runTool('vite', ['build', '--mode', 'prerender', '--logLevel', 'warn'], web),
])
// Moved at the end, since the site's build empties its folder first.
await rename(`${root}web/.cache/prerender`, `${root}web/dist/prerender`)
stamp(buildStamp.file, hash)
