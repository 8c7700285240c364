import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { constants, cp, mkdir, open, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { pipeline } from 'node:stream/promises'

/** The list of a backup, as `sha256sum --check` reads it. */
const listName = 'files.sha256'

/** What a backup has of DATA_DIR. `incoming` is sealed under a key that only the memory of the server has. */
const isOfBackup = (name: string) => ['pg', 'files', 'outbox'].includes(name) || name.startsWith('audit-head.json')

export const backupEntries = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter(isOfBackup).sort()

/** Copies what a backup has; where the file system can, without copying the blocks. */
export async function copyEntries(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of await backupEntries(from))
    await cp(join(from, name), join(to, name), { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/** The files below a folder as paths from it, in their order. */
async function* filesBelow(folder: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(join(folder, below), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(below, entry.name)
    if (entry.isDirectory()) yield* filesBelow(folder, path)
    else if (entry.isFile()) yield path
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** Makes what a folder has of a backup survive a power cut. */
export async function syncEntries(folder: string): Promise<void> {
  for (const name of await backupEntries(folder))
    for await (const path of pathsOf(folder, name)) {
      const file = await open(join(folder, path), 'r')
      await file.sync().finally(() => file.close())
    }
}

/** The lines of the list: digest and path of each file. */
async function* linesOf(folder: string): AsyncGenerator<string> {
  for (const name of await backupEntries(folder))
    for await (const path of pathsOf(folder, name)) {
      yield `${await digestOf(join(folder, path))}  ${path}`
    }
}

async function* pathsOf(folder: string, name: string): AsyncGenerator<string> {
  if (name.startsWith('audit-head.json')) yield name
  else yield* filesBelow(folder, name)
}

/** Writes the list of a backup; returns the digest of the list. */
export async function writeDigests(folder: string): Promise<string> {
  const partial = join(folder, `${listName}.part`)
  const text = async function* () {
    for await (const line of linesOf(folder)) yield `${line}\n`
  }
  await pipeline(text, createWriteStream(partial, { mode: 0o600, flush: true }))
  await rename(partial, join(folder, listName))
  return digestOf(join(folder, listName))
}

/** Sentences for the files of a copy that differ from the list of a backup, whose digest is `expected`. */
export async function compareDigests(backup: string, expected: string, copy: string): Promise<string[]> {
  const list = join(backup, listName)
  if ((await digestOf(list)) !== expected) return [`${list} differs from what the manifest says.`]
  const failures: string[] = []
  const found = linesOf(copy)
  for await (const line of createInterface({ input: createReadStream(list) })) {
    const { value } = await found.next()
    const [path, foundPath] = [line.slice(66), value?.slice(66)]
    if (path !== foundPath) return [...failures, `The backup lacks ${path}, or has files that are not its own.`]
    if (line !== value) failures.push(`${path} differs from what the backup wrote.`)
  }
  const { value } = await found.next()
  return value ? [...failures, `${value.slice(66)} is not of the backup.`] : failures
}
