// npm run dev: runs site and server from their sources at one address and reloads changes. Ctrl+C ends both.
// Vite serves the site and forwards calls to the server; after a change esbuild bundles the server and this script restarts it.
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, watch } from 'node:fs'

const { makeReady } = await import('./ready.mjs')
const { findFreePort, errorOfPort } = await import('./free-port.mjs')
const { toolFile } = await import('./run.mjs')
const { serverBundle } = await import('./server-bundle.mjs')
const { root } = await import('./stamp.mjs')

// The first start needs the database template that a build creates.
await makeReady()
if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
const denial = await errorOfPort(process.env)
if (denial) {
  console.error(denial)
  process.exit(1)
}

const port = process.env.PORT || '3000'
const serverPort = String(await findFreePort())
const serverEnv = {
  ...process.env,
  PORT: serverPort,
  HOST: '127.0.0.1',
  PUBLIC_URL: process.env.PUBLIC_URL || `http://127.0.0.1:${port}`,
}

// At the same depth as the build: the server finds its files relative to its own path.
const outdir = 'server/.dev'
rmSync(`${root}${outdir}`, { recursive: true, force: true })

let server
let isEnding = false

/** Prints the output of the server; after its first start only the log (JSON), without the greeting. */
function show(child, isFirst) {
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = isFirst ? text : text.replace(/^(?!\{).*\n?/gm, '')
    process.stdout.write(lines)
  })
}

async function restart() {
  if (isEnding) return
  const isFirst = server === undefined
  if (server && server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  const start = performance.now()
  server = spawn(process.execPath, ['--enable-source-maps', `${outdir}/main.js`], {
    cwd: root,
    env: serverEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  show(server, isFirst)
  if (isFirst) return
  const isUp = () =>
    fetch(`http://127.0.0.1:${serverPort}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
  const child = server
  while (child.exitCode === null && !(await isUp())) await new Promise((resolve) => setTimeout(resolve, 50))
  if (child.exitCode === null) console.log(`Server restarted in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
  else console.log('The server ended; it restarts after the next change.')
}

// One restart at a time: a change during a restart causes one more.
let restarts = Promise.resolve()
const restartAfterBuild = {
  name: 'restart',
  setup: ({ onEnd }) =>
    onEnd(({ errors }) => {
      if (errors.length === 0) restarts = restarts.then(restart)
    }),
}

const { context } = await import('esbuild')
const bundle = await context({ ...serverBundle, outdir, plugins: [restartAfterBuild] })
await bundle.rebuild().catch(() => {})

// The system reports a saved file at once; esbuild's own watch polls, which takes up to a second.
let pending
const rebuildSoon = () => {
  clearTimeout(pending)
  // An editor saves in several steps.
  pending = setTimeout(() => void bundle.rebuild().catch(() => {}), 50)
}
const watchers = ['server/src', 'contract/src', 'server/migrations'].map((folder) =>
  watch(`${root}${folder}`, { recursive: true }, rebuildSoon),
)

const vite = spawn(process.execPath, [toolFile('vite'), '--clearScreen', 'false', '--logLevel', 'warn'], {
  cwd: `${root}web`,
  env: { ...process.env, PORT: port, DEV_SERVER: `http://127.0.0.1:${serverPort}` },
  stdio: ['ignore', 'inherit', 'inherit'],
})

async function endAll(signal) {
  if (isEnding) return
  isEnding = true
  // The terminal sends Ctrl+C to all its processes; a second signal would kill the server instead of stopping it.
  if (signal !== 'SIGINT') for (const child of [server, vite]) child?.kill('SIGTERM')
  clearTimeout(pending)
  for (const watcher of watchers) watcher.close()
  await bundle.dispose()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll)
// The server is useless without Vite.
vite.on('exit', endAll)
