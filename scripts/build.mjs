// Builds the server's bundle, the site, and the migrated database that a first start begins with.
import { rename, rm } from 'node:fs/promises'
import { build } from 'esbuild'
import { buildStamp } from './ready.mjs'
import { run, runTool } from './run.mjs'
import { serverBundle } from './server-bundle.mjs'
import { root, stamp } from './stamp.mjs'

// Of the sources as they are now: a file that is saved during the build makes it out of date.
const hash = buildStamp.hash()
await rm(`${root}server/dist`, { recursive: true, force: true })
await build(serverBundle)
const web = { cwd: `${root}web` }
await Promise.all([
  run(process.execPath, ['server/dist/make-template.js', 'server/dist']),
  runTool('vite', ['build', '--logLevel', 'warn'], web),
  runTool('vite', ['build', '--mode', 'prerender', '--logLevel', 'warn'], web),
])
// The site's build empties its folder when it begins.
await rename(`${root}web/.cache/prerender`, `${root}web/dist/prerender`)
stamp(buildStamp.file, hash)
