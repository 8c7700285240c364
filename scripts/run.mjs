import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { root } from './stamp.mjs'

/** The program of npm on this platform. */
export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Thrown when a command fails; `code` is its exit code or signal, `output` the output of a quiet command. */
export class CommandError extends Error {
  constructor(command, code, output) {
    super(`${output}\n${command} ended with ${code}.`.trimStart())
    this.code = code
  }
}

/**
 * Runs a command with this terminal, or quietly and then returns its output. Throws a `CommandError` if it fails. A signal to
 * this process ends the command first and then this process.
 */
export function run(command, args, { isQuiet = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { cwd: root, stdio, ...options })
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk))
    let received
    const forward = (signal) => {
      received = signal
      child.kill(signal)
    }
    for (const signal of signals) process.on(signal, forward)
    const finish = (settle) => {
      for (const signal of signals) process.off(signal, forward)
      if (received) process.exit(128 + constants.signals[received])
      settle()
    }
    const failWith = (code) => reject(new CommandError([command, ...args].join(' '), code, Buffer.concat(chunks)))
    child.on('error', ({ code }) => finish(() => failWith(code)))
    child.on('close', (code, signal) =>
      finish(() => (code === 0 ? resolve(Buffer.concat(chunks).toString()) : failWith(code ?? signal))),
    )
  })
}

/** The package of a tool, if it has another name. */
const packageOf = {
  biome: '@biomejs/biome',
  commitlint: '@commitlint/cli',
  depcruise: 'dependency-cruiser',
  playwright: '@playwright/test',
  // The native checker takes 16 s where 6.0 took 42 to 61; dependency-cruiser and knip read the API of `typescript` 6.0.
  tsc: 'typescript-7',
}

/** The file of an installed tool, for Node to run: a shell or npx in between would not forward signals. */
export function toolFile(name) {
  const folder = `${root}node_modules/${packageOf[name] ?? name}/`
  const { bin } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[name])
}

/** Runs an installed tool as `run` does. */
export const runTool = (name, args, options) => run(process.execPath, [toolFile(name), ...args], options)
