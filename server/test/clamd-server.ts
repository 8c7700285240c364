import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const places = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd', '/usr/bin/clamd']

export const findClamd = () => places.find((path) => existsSync(path))

/** The text that the tests' own signature matches, besides EICAR. */
export const plantedPattern = 'PORTALE-PROVA-ANTIVIRUS-42'

const hexOf = (text: string) => Buffer.from(text).toString('hex')

interface Place {
  readonly host: string
  readonly port: number
}

/** Writes a configuration with the tests' signatures only, which uses no network; returns the arguments of clamd. */
export async function configureClamd(folder: string, { host, port }: Place): Promise<string[]> {
  await writeFile(join(folder, 'prova.ndb'), `Portale.Prova:0:*:${hexOf(plantedPattern)}\n`)
  const settings = [
    `DatabaseDirectory ${folder}`,
    `TCPSocket ${port}`,
    `TCPAddr ${host}`,
    'Foreground yes',
    'StreamMaxLength 30M',
    'AlertExceedsMax yes',
    ...(process.getuid?.() === 0 ? ['User root'] : []),
  ]
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  return ['--config-file', join(folder, 'clamd.conf')]
}

/** Starts a real clamd. */
export async function startClamd() {
  const clamd = findClamd()
  if (!clamd) throw new Error('clamd is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'portale-clamd-'))
  const port = await freePort()
  const child = spawn(clamd, await configureClamd(folder, { host: '127.0.0.1', port }), { stdio: 'ignore' })
  const stop = async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await answering(port)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `tcp://127.0.0.1:${port}`, stop }
}

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

async function answering(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = createConnection({ host: '127.0.0.1', port }, () => {
        socket.destroy()
        resolve(true)
      }).on('error', () => resolve(false))
    })
    if (isUp) return
    await delay(100)
  }
  throw new Error('clamd does not come up')
}
