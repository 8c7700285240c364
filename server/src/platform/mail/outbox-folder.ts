import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Extension of plain letters, which an earlier version wrote. */
const plainExtension = '.eml'
export const sealedExtension = '.sealed'
const extension = `${plainExtension}${sealedExtension}`
const isLetter = (name: string) => name.endsWith(extension) || name.endsWith(`${extension}.part`)

/** Name of the file of a mail. */
export const letterFile = (mailId: number) => `${String(mailId).padStart(6, '0')}${extension}`

/** The files in the outbox, oldest first, `.part` files of interrupted writes included. */
export async function listLetterFiles(folder: string): Promise<{ name: string; modifiedAt: Date }[]> {
  const names = (await readdir(folder).catch(() => [])).filter(isLetter)
  const files = await Promise.all(
    names.map(async (name) => {
      // The file may be renamed or deleted in between.
      const info = await stat(join(folder, name)).catch(() => undefined)
      return info && { name, modifiedAt: info.mtime }
    }),
  )
  return files.filter((file) => file !== undefined).sort((a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime())
}

/** Plain letters of an earlier version, and its interrupted writes. */
export async function listPlainFiles(folder: string): Promise<{ letters: string[]; parts: string[] }> {
  const names = await readdir(folder).catch(() => [])
  return {
    letters: names.filter((name) => name.endsWith(plainExtension)),
    parts: names.filter((name) => name.endsWith(`${plainExtension}.part`)),
  }
}

/** Deletes files of the outbox; missing ones are ignored. */
export async function deleteLetterFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true })
}
