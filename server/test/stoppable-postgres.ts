import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { answers, findPostgresBinaries, startPostgres } from './postgres-server.ts'

export interface StoppablePostgres {
  readonly url: string
  /** Stops the server and closes open connections. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  remove(): Promise<void>
}

/** A PostgreSQL server that a test can stop and restart with its data; undefined if PostgreSQL is not installed. */
export async function startStoppablePostgres(): Promise<StoppablePostgres | undefined> {
  const server = await startPostgres()
  if (!server) return undefined
  const { url, folder } = server
  const data = join(folder, 'data')
  const pidFile = join(data, 'postmaster.pid')
  let again: ChildProcess | undefined
  const goAway = async () => {
    if (!existsSync(pidFile)) return
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGINT')
    // The server removes this file last.
    while (existsSync(pidFile)) await delay(20)
    again = undefined
  }
  return {
    url,
    goAway,
    async comeBack() {
      if (await answers(url)) return
      const { uid, gid } = statSync(data)
      const options = ['-D', data, '-k', folder, '-c', 'listen_addresses=']
      const binary = join(findPostgresBinaries() ?? '', 'postgres')
      again = spawn(binary, options, { cwd: folder, stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) })
      while (!(await answers(url))) {
        if (again.exitCode !== null) throw new Error(`PostgreSQL ended with ${again.exitCode}.`)
        await delay(20)
      }
    },
    async remove() {
      if (again) await goAway()
      await server.stop()
    },
  }
}
