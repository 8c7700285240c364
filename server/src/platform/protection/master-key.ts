import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { type Settings, SettingsError } from '../settings/settings.ts'
import { parseKey } from './parse-key.ts'

export interface MasterKey {
  readonly key: Buffer
  /** Path of the key file, if it was created just now. */
  readonly madeIn?: string
}

/**
 * Returns the master key of the settings: MASTER_KEY, else the file MASTER_KEY_FILE. The demonstration creates a missing file;
 * production refuses to start without a key, because a new one would not open the existing data.
 */
export function readMasterKey(
  { masterKey, masterKeyFile, isProduction }: Settings,
  { mayMake = true }: { mayMake?: boolean } = {},
): MasterKey {
  if (masterKey) return { key: masterKey }
  if (existsSync(masterKeyFile)) return { key: keyInFile(masterKeyFile, isProduction) }
  if (isProduction)
    throw new SettingsError(
      `There is no master key: set MASTER_KEY, or put one into ${masterKeyFile} (MASTER_KEY_FILE). This creates a new one: openssl rand -base64 32`,
    )
  if (!mayMake)
    throw new SettingsError(
      `The master key is missing: put its copy back as ${masterKeyFile} (MASTER_KEY_FILE), or set MASTER_KEY. The existing data was sealed under it, and a new one would open nothing.`,
    )
  return makeKey(masterKeyFile)
}

/** Syncs the names in a folder to disk: a key must survive a power cut before it is used. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Creates a key file completely or not at all; of two servers that start at once both use the key of the first. */
function makeKey(file: string): MasterKey {
  const key = randomBytes(32)
  const temporaryFile = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(temporaryFile, `${key.toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(temporaryFile, file)
    syncFolder(dirname(file))
    return { key, madeIn: file }
  } catch (error) {
    if (!existsSync(file)) throw error
    return { key: keyInFile(file, false) }
  } finally {
    rmSync(temporaryFile)
  }
}

function keyInFile(file: string, isProduction: boolean): Buffer {
  const key = parseKey(readFileSync(file, 'utf8'))
  if (!key) throw new SettingsError(`${file} (MASTER_KEY_FILE) must hold 32 bytes in base64, and nothing else.`)
  if (isProduction && (statSync(file).mode & 0o077) !== 0)
    throw new SettingsError(`${file} (MASTER_KEY_FILE) can be read by others: chmod 600 ${file}`)
  return key
}
