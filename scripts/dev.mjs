// npm run dev: the server from its sources, started again at each change, and the site by Vite. Ctrl+C ends both.
import './node-version.mjs'
import { spawn } from 'node:child_process'

const { makeReady } = await import('./ready.mjs')
const { toolFile } = await import('./run.mjs')
const { root } = await import('./stamp.mjs')

// A build gives the server its first database; what it serves of the site is only what Vite does not.
await makeReady()

const start = (tool, args, folder) =>
  spawn(process.execPath, [toolFile(tool), ...args], {
    cwd: `${root}${folder}`,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
const running = [
  start('tsx', ['watch', '--clear-screen=false', 'server/src/main.ts'], ''),
  start('vite', ['--clearScreen', 'false'], 'web'),
]

let isEnding = false
const endAll = (signal) => {
  if (isEnding) return
  isEnding = true
  // Ctrl+C reaches everything that the terminal runs; told twice, tsx kills the server instead of letting it end.
  if (signal !== 'SIGINT') for (const child of running) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll)
// One without the other is of no use.
for (const child of running) child.on('exit', endAll)
