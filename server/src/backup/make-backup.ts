import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { lockDataFolder } from '#platform/database/data-folder-lock.ts'
import { openDatabase } from '#platform/database/database.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { checkOffice, type OfficeCheck } from './check-office.ts'
import { copyEntries, syncEntries, writeDigests } from './folder-digests.ts'
import { describeDatabase, type Manifest, writeManifest } from './manifest.ts'

interface BackupOptions {
  readonly settings: Settings
  readonly masterKey: Buffer
  /** The folder to write, which must be empty or missing. */
  readonly folder: string
  readonly version: string
  /** Called once the data folder is free again. */
  readonly onCopied: () => void
}

/** A finished backup, or what is wrong with the office, which then has none. */
export interface BackupResult {
  readonly check: OfficeCheck
  readonly manifest: Manifest | undefined
}

/**
 * Copies the data folder of a stopped server, checks the copy, and writes the manifest last. The server may start again once the
 * data folder is free, which is before the check.
 */
export async function makeBackup({
  settings,
  masterKey,
  folder,
  version,
  onCopied,
}: BackupOptions): Promise<BackupResult> {
  const { dataDir } = settings
  if (!existsSync(join(dataDir, 'pg'))) throw new Error(`There is no embedded database in ${dataDir} (DATA_DIR).`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: name a new folder.`)
  await copyLocked(dataDir, folder)
  onCopied()
  const database = await openDatabase({ dataDir: folder, poolSize: 4 })
  let check: OfficeCheck
  let content: Awaited<ReturnType<typeof describeDatabase>>
  try {
    check = await checkOffice({ database, settings: { ...settings, dataDir: folder }, masterKey })
    content = await describeDatabase(database)
  } finally {
    await database.close()
  }
  if (check.failureCount > 0) return { check, manifest: undefined }
  await syncEntries(folder)
  const digests = await writeDigests(folder)
  const manifest = { ...content, format: 1 as const, version, madeAt: systemClock.now().toISOString(), digests }
  await writeManifest(folder, manifest)
  return { check, manifest }
}

async function copyLocked(dataDir: string, folder: string): Promise<void> {
  const lock = await lockDataFolder(dataDir)
  try {
    await copyEntries(dataDir, folder)
  } finally {
    await lock.release()
  }
}
