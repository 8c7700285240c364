import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A version before sealed no letters: its files have this extension alone. */
const plainExtension = '.eml'
export const sealedExtension = '.sealed'
const extension = `${plainExtension}${sealedExtension}`
const isLetter = (name: string) => name.endsWith(extension) || name.endsWith(`${extension}.part`)

/** Name of the file that keeps a mail. */
export const letterFile = (mailId: number) => `${String(mailId).padStart(6, '0')}${extension}`

/** What the outbox keeps, oldest first; one that was broken off while it was written is there as `.part`. */
export async function listLetterFiles(folder: string): Promise<{ name: string; modifiedAt: Date }[]> {
  const names = (await readdir(folder).catch(() => [])).filter(isLetter)
  const files = await Promise.all(
    names.map(async (name) => {
      // It may be renamed or deleted in between.
      const found = await stat(join(folder, name)).catch(() => undefined)
      return found && { name, modifiedAt: found.mtime }
    }),
  )
  return files.filter((file) => file !== undefined).sort((a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime())
}

/** Letters that a version before left plain, and what it broke off while it wrote one. */
export async function listPlainFiles(folder: string): Promise<{ letters: string[]; parts: string[] }> {
  const names = await readdir(folder).catch(() => [])
  return {
    letters: names.filter((name) => name.endsWith(plainExtension)),
    parts: names.filter((name) => name.endsWith(`${plainExtension}.part`)),
  }
}

/** Deletes files of the outbox; those that are not there are no error. */
export async function deleteLetterFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true })
}
