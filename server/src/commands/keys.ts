import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '#platform/app-error.ts'
import { changeMaster } from '#platform/protection/key-ring.ts'
import { syncFolder } from '#platform/protection/master-key.ts'
import type { Services } from '../wiring/services.ts'
import { type CommandReport, runCommand } from './command.ts'
import { onPortal } from './on-portal.ts'

const usage = `npm run keys -- list                  the data keys, and how many rows each seals
npm run keys -- new                   makes a new data key: it seals from now on, the encryption batch moves the rest
npm run keys -- retire <id>           takes an older key out for ever; refused while a row is sealed under it
npm run keys -- change-master <file>  makes a new master key in a file and seals the key ring under it`

const success = (...lines: string[]): CommandReport => ({ code: 0, lines })
const failure = (...lines: string[]): CommandReport => ({ code: 1, lines })

/** The services that the commands use. */
type Portal = Pick<Services, 'audit' | 'batch' | 'inTransaction' | 'vault'>

const commands = {
  async list({ batch }: Portal) {
    const { keys, plainRows } = await batch.state()
    const lines = keys.map(
      ({ id, createdAt, rows, isInUse }) =>
        `key ${id}, made ${createdAt.toISOString()}: ${rows} rows${isInUse ? ', seals what is new' : ''}`,
    )
    return success(...lines, `plain: ${plainRows} rows`)
  },

  async new({ audit, vault }: Portal) {
    const id = await audit.job('key_made', (recorder) => vault.ring.add(recorder))
    return success(`Key ${id} seals from now on. Start the encryption batch to move the rest.`)
  },

  async retire({ audit, batch }: Portal, operand: string) {
    const id = Number(operand)
    const error = await audit
      .job('key_retired', (recorder) => batch.retireKey(id, recorder))
      .then(() => undefined)
      .catch((error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)))
    if (error === 'not_found') return failure(`There is no key ${operand}.`)
    if (error) return failure(`Key ${id} is needed: make a new one and run the encryption batch first.`)
    return success(`Key ${id} is gone: what was copied while it sealed cannot be read any more.`)
  },

  async 'change-master'({ audit, inTransaction }: Portal, file: string, master: Buffer) {
    if (file === '') return failure(usage)
    if (existsSync(file)) return failure(`${file} exists already: name a file that does not.`)
    const next = randomBytes(32)
    // Written to disk first: after the change nothing else can open the key ring.
    await writeFile(file, `${next.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    syncFolder(dirname(file))
    await audit.job('master_key_changed', (recorder) => changeMaster(inTransaction, master, next, recorder))
    return success(
      `The key ring is sealed under the master key in ${file}.`,
      'Make it the MASTER_KEY_FILE (or MASTER_KEY) of every server and start them again. Keep the old one with the backups made under it.',
    )
  },
}

const isCommand = (word: string): word is keyof typeof commands => Object.hasOwn(commands, word)

/** Runs a subcommand on an open portal. */
export const handleKeys = async (portal: Portal, master: Buffer, [command = '', operand = '']: readonly string[]) =>
  isCommand(command) ? commands[command](portal, operand, master) : failure(usage)

const whileServed = 'While the server runs, RUP handles the keys on the page Batch; for another master key stop it.'

/** Runs `npm run keys`; returns the exit code. */
export const runKeys = (args: readonly string[]): Promise<0 | 1> =>
  runCommand((settings) =>
    onPortal(settings, whileServed, (services, masterKey) => handleKeys(services, masterKey, args)),
  )
