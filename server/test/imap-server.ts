import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../scripts/free-port.mjs'
import { unprivilegedAccount } from './postgres-server.ts'

const places = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot', '/opt/homebrew/sbin/dovecot']

/** Dovecot, where its IMAP server is installed too. */
export const findDovecot = () =>
  places.find((path) => existsSync(path) && (path !== '/usr/sbin/dovecot' || existsSync('/usr/lib/dovecot/imap')))

export interface ImapServer {
  /** The setting of a mailbox: the users share one password. */
  urlOf(user: string): string
  /** Puts a mail into the inbox of a user. */
  deliver(user: string, mail: string | Uint8Array): Promise<void>
  /** How many mails a folder of a user has. */
  count(user: string, folder?: string): Promise<number>
  stop(): Promise<void>
}

const password = 'segreta'

const configOf = (folder: string, port: number, { uid, gid, name }: { uid: number; gid: number; name: string }) => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = ${name}
default_internal_group =
default_login_user = ${name}
mail_location = maildir:${folder}/mail/%u
mail_fsync = never
first_valid_uid = 0
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%u
}
namespace inbox {
  inbox = yes
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('data', () => resolve(true)).once('error', () => resolve(false))
    socket.setTimeout(1000, () => resolve(false)).once('close', () => resolve(false))
    socket.once('data', () => socket.destroy())
  })

/** Starts Dovecot in a temporary folder, on a free port of this machine, never as root. */
export async function startImapServer(): Promise<ImapServer> {
  const program = findDovecot()
  if (!program) throw new Error('Dovecot is not installed.')
  const folder = await mkdtemp(join(tmpdir(), 'portale-imap-'))
  const account = await unprivilegedAccount()
  const own = userInfo()
  const runner = account ? { ...account, name: 'postgres' } : { uid: own.uid, gid: own.gid, name: own.username }
  const port = await findFreePort()
  await writeFile(join(folder, 'dovecot.conf'), configOf(folder, port, runner))
  await mkdir(join(folder, 'mail'))
  await chmod(folder, 0o755)
  for (const path of [folder, join(folder, 'mail')]) await chown(path, runner.uid, runner.gid)
  const child = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { ...account, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  async function stop() {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (let tries = 0; !(await isOpen(port)); tries++) {
    if (tries > 100 || child.exitCode !== null) {
      await stop()
      throw new Error('Dovecot did not start.')
    }
    await delay(50)
  }
  const inbox = (user: string) => join(folder, 'mail', user)

  return {
    urlOf: (user) => `imap://${encodeURIComponent(user)}:${password}@127.0.0.1:${port}`,
    async deliver(user, mail) {
      for (const part of ['', 'new', 'tmp', 'cur']) {
        const path = join(inbox(user), part)
        await mkdir(path, { recursive: true })
        await chown(path, runner.uid, runner.gid)
      }
      const name = `${Date.now()}.${randomBytes(6).toString('hex')}.prova`
      await writeFile(join(inbox(user), 'tmp', name), mail)
      await chown(join(inbox(user), 'tmp', name), runner.uid, runner.gid)
      await rename(join(inbox(user), 'tmp', name), join(inbox(user), 'new', name))
    },
    async count(user, name = 'INBOX') {
      const path = name === 'INBOX' ? inbox(user) : join(inbox(user), `.${name}`)
      const files = await Promise.all(['new', 'cur'].map((part) => readdir(join(path, part)).catch(() => [])))
      return files.flat().length
    },
    stop,
  }
}
