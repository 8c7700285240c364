import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  fromStore,
  isObjectName,
  MissingFileError,
  type ObjectStore,
  objectBytes,
  StoreAwayError,
  type StoredObject,
} from './object-store.ts'

const shardOf = (name: string) => name.slice(0, 2)

/** Objects as files in a folder, which is created on demand and readable only by the account of the server. */
export function folderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => {
    if (!isObjectName(name)) throw new Error(`"${name}" is not the name of an object.`)
    return join(folder, shardOf(name), name)
  }
  return {
    name: 'folder',
    async put(name, source) {
      const path = pathOf(name)
      const part = `${path}.${randomBytes(4).toString('hex')}.part`
      await fromStore(makeShard(folder, dirname(path)))
      try {
        const size = await write(part, source)
        await fromStore(rename(part, path))
        await fromStore(syncFolder(dirname(path)))
        return size
      } catch (error) {
        await rm(part, { force: true }).catch(() => {})
        throw error
      }
    },
    async get(name) {
      try {
        return objectBytes((await open(pathOf(name), 'r')).createReadStream())
      } catch (error) {
        throw isAbsent(error) ? new MissingFileError(name) : new StoreAwayError(error)
      }
    },
    async delete(name) {
      await fromStore(rm(pathOf(name), { force: true }))
    },
    async *list() {
      for (const shard of await fromStore(namesIn(folder))) yield* objectsIn(join(folder, shard))
    },
  }
}

async function* objectsIn(shard: string): AsyncGenerator<StoredObject> {
  for (const name of await fromStore(namesIn(shard))) {
    if (!isObjectName(name) || shardOf(name) !== basename(shard)) continue
    const about = await fromStore(unlessAbsent(stat(join(shard, name))))
    if (about?.isFile()) yield { name, size: about.size, modifiedAt: about.mtime }
  }
}

async function makeShard(folder: string, shard: string): Promise<void> {
  if (await mkdir(shard, { recursive: true, mode: 0o700 })) await syncFolder(folder)
}

async function write(path: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await fromStore(open(path, 'wx', 0o600))
  try {
    let size = 0
    for await (const chunk of source) {
      await fromStore(file.writeFile(chunk))
      size += chunk.length
    }
    await fromStore(file.sync())
    return size
  } finally {
    await fromStore(file.close())
  }
}

/** Makes renames in the folder survive a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const isAbsent = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** Names in a folder, sorted; none where the folder is missing. */
async function namesIn(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).sort()
  } catch (error) {
    if (isAbsent(error) || (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')) return []
    throw error
  }
}
