import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { lockDataFolder } from '#platform/database/data-folder-lock.ts'
import { openDatabase } from '#platform/database/database.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { checkOffice, type OfficeCheck } from './check-office.ts'
import { backupEntries, compareDigests, copyEntries, syncEntries } from './folder-digests.ts'
import { readManifest } from './manifest.ts'

interface RestoreOptions {
  readonly settings: Settings
  readonly masterKey: Buffer
  /** The folder of the backup. */
  readonly folder: string
  /** `check` puts nothing in its place; `replace` moves what is there aside. */
  readonly mode: 'fill' | 'replace' | 'check'
}

export interface RestoreResult {
  readonly failures: readonly string[]
  /** Undefined where files differ from the backup, so that the database was not opened. */
  readonly check: OfficeCheck | undefined
  /** Where the former content is. */
  readonly aside: string | undefined
}

const stagingPrefix = 'restore.new-'

/**
 * Restores a backup into the data folder of a stopped server: copies it beside, compares the digests, checks the office, and only
 * then moves it to its place, the database last.
 */
export async function restoreBackup({ settings, masterKey, folder, mode }: RestoreOptions): Promise<RestoreResult> {
  const { dataDir } = settings
  const manifest = await readManifest(folder)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockDataFolder(dataDir)
  try {
    await removeLeftovers(dataDir)
    if (mode === 'fill') await refuseContent(dataDir)
    const staging = join(dataDir, `${stagingPrefix}${randomBytes(4).toString('hex')}`)
    await copyEntries(folder, staging)
    const differences = await compareDigests(folder, manifest.digests, staging)
    if (differences.length > 0)
      return await undo(staging, { failures: differences, check: undefined, aside: undefined })
    const check = await checkCopy(staging, settings, masterKey, manifest)
    const result = { failures: check.failures, check, aside: undefined }
    if (check.failureCount > 0 || mode === 'check') return await undo(staging, result)
    await syncEntries(staging)
    const aside = mode === 'replace' ? await moveAside(dataDir) : undefined
    await moveEntries(staging, dataDir)
    await rm(staging, { recursive: true })
    return { ...result, aside }
  } finally {
    await lock.release()
  }
}

async function undo(staging: string, result: RestoreResult): Promise<RestoreResult> {
  await rm(staging, { recursive: true })
  return result
}

/** Of a restore that was killed. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(stagingPrefix)) await rm(join(dataDir, name), { recursive: true })
}

async function refuseContent(dataDir: string): Promise<void> {
  const [name] = await backupEntries(dataDir)
  if (name)
    throw new Error(
      `${dataDir} (DATA_DIR) has content already (${name}): name another folder, or add --replace, which moves it aside.`,
    )
}

async function checkCopy(
  staging: string,
  settings: Settings,
  masterKey: Buffer,
  expected: Awaited<ReturnType<typeof readManifest>>,
): Promise<OfficeCheck> {
  const database = await openDatabase({ dataDir: staging, poolSize: 4 })
  try {
    return await checkOffice({ database, settings: { ...settings, dataDir: staging }, masterKey, expected })
  } finally {
    await database.close()
  }
}

/** Moves what a backup has; the database last, without which there is no office. */
async function moveEntries(from: string, to: string): Promise<void> {
  const names = (await backupEntries(from)).filter((name) => name !== 'pg')
  for (const name of [...names, 'pg']) await rename(join(from, name), join(to, name))
}

async function moveAside(dataDir: string): Promise<string | undefined> {
  const names = await backupEntries(dataDir)
  if (names.length === 0) return undefined
  const aside = join(dataDir, `replaced-${systemClock.now().toISOString().replaceAll(':', '')}`)
  await mkdir(aside, { mode: 0o700 })
  // The database first, without which there is no office.
  for (const name of names.sort((a) => (a === 'pg' ? -1 : 1))) await rename(join(dataDir, name), join(aside, name))
  return aside
}
