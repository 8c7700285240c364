// Builds the server's bundle, the site, and the migrated database that a first start begins with.
import { rename, rm } from 'node:fs/promises'
import { build } from 'esbuild'
import { run, runTool } from './run.mjs'
import { root } from './stamp.mjs'

await rm(`${root}server/dist`, { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: {
    main: 'server/src/main.ts',
    'embedded-worker': 'server/src/platform/database/embedded-worker.ts',
    'make-template': 'server/src/make-template.ts',
    'import-istat': 'server/src/import-istat.ts',
    'audit-verify': 'server/src/audit-verify.ts',
    outbox: 'server/src/outbox.ts',
    retention: 'server/src/retention.ts',
    keys: 'server/src/keys.ts',
    'spid-certificate': 'server/src/spid-certificate.ts',
    'first-operator': 'server/src/first-operator.ts',
  },
  outdir: 'server/dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  packages: 'external',
  alias: { '@portal/contract': './contract/src/index.ts', '@portal/contract/texts': './contract/src/texts' },
  sourcemap: 'linked',
  logLevel: 'warning',
})
const web = { cwd: `${root}web` }
await Promise.all([
  run(process.execPath, ['server/dist/make-template.js', 'server/dist']),
  runTool('vite', ['build', '--logLevel', 'warn'], web),
  runTool('vite', ['build', '--mode', 'prerender', '--logLevel', 'warn'], web),
])
// The site's build empties its folder when it begins.
await rename(`${root}web/.cache/prerender`, `${root}web/dist/prerender`)
