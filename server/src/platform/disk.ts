import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const errors: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])

/** Whether an error or its cause says that the disk is full or read-only. */
export const isDiskError = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && errors.has(error.code)) || isDiskError(error.cause))

/** Free megabytes on the disk of a folder. */
export async function freeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize) / 2 ** 20)
}

/** Whether the disk of a folder has at least this many free megabytes. */
export const hasRoom = async (folder: string, megabytes: number): Promise<boolean> =>
  (await freeMegabytes(folder)) >= megabytes

/** Creates the data folder where it is missing. Throws a sentence where it is not writable or its disk is full. */
export async function refuseFullDisk(folder: string, megabytes: number): Promise<void> {
  const trial = join(folder, `.write-${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(trial, Buffer.alloc(4096), { flush: true })
  } catch (cause) {
    throw new Error(`Nothing can be written into ${folder} (DATA_DIR): ${(cause as Error).message}.`, { cause })
  } finally {
    await rm(trial, { force: true }).catch(() => {})
  }
  if (!(await hasRoom(folder, megabytes)))
    throw new Error(
      `The disk of ${folder} (DATA_DIR) is full: ${await freeMegabytes(folder)} MB are free, ${megabytes} are needed (DISK_RESERVE_MB).`,
    )
}
