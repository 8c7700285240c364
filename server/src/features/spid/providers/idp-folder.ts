import { type FSWatcher, watch } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { IdentityProvider } from '../spid.types.ts'
import { parseIdentityProvider } from './idp-metadata.ts'

/** The identity providers of a folder, as it is now. */
export interface IdpFolder {
  /** In the order of their files' names. */
  readonly list: () => readonly IdentityProvider[]
  readonly find: (entityId: string) => IdentityProvider | undefined
  readonly close: () => Promise<void>
}

interface Options {
  readonly folder: string
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** How often the folder is looked through, in milliseconds: not every file system tells of its changes. */
  readonly everyMs?: number
  /** Whether to listen to the file system as well. */
  readonly listens?: boolean
}

interface Known {
  /** Tells one version of a file from the next. */
  readonly stamp: string
  /** What its last version that could be read says. */
  readonly provider: IdentityProvider | undefined
}

/** A file is seldom written in one go: what the file system tells is looked at this much later. */
const settleMs = 100

/**
 * Reads a folder of identity providers' metadata, an XML file each, and follows its changes. The folder need not be there. A
 * file that cannot be read is told in the log, and what it said before stands.
 */
export async function openIdpFolder({ folder, log, everyMs = 5000, listens = true }: Options): Promise<IdpFolder> {
  let files: ReadonlyMap<string, Known> = new Map()
  let providers: ReadonlyMap<string, IdentityProvider> = new Map()
  let running = Promise.resolve()
  let watcher: FSWatcher | undefined
  let settling: NodeJS.Timeout | undefined

  const look = async () => {
    const next = await readFolder(folder, files, log)
    const isSame = next.size === files.size && [...next].every(([name, known]) => files.get(name) === known)
    files = next
    if (!isSame) providers = byEntityId(next, log)
  }
  const lookSoon = () => {
    running = running
      .then(look)
      .catch((err: unknown) => log.warn({ err, folder }, 'the folder of providers cannot be read'))
    return running
  }
  const deaf = () => {
    watcher?.close()
    watcher = undefined
  }
  const listen = () => {
    if (watcher || !listens) return
    try {
      watcher = watch(folder, { persistent: false }, () => {
        clearTimeout(settling)
        settling = setTimeout(lookSoon, settleMs).unref()
      })
      watcher.on('error', deaf)
    } catch {
      // Absent, or on a file system that tells nothing: the clock below looks.
      deaf()
    }
  }
  await lookSoon()
  listen()
  const clock = setInterval(() => {
    listen()
    void lookSoon()
  }, everyMs).unref()
  return {
    list: () => [...providers.values()],
    find: (entityId) => providers.get(entityId),
    async close() {
      clearInterval(clock)
      clearTimeout(settling)
      deaf()
      await running
    },
  }
}

/** Every XML file of the folder, those that did not change as they were known. */
async function readFolder(folder: string, known: ReadonlyMap<string, Known>, log: Options['log']) {
  const names = await readdir(folder).catch((err: NodeJS.ErrnoException) => {
    if (err.code === 'ENOENT') return []
    throw err
  })
  const files = new Map<string, Known>()
  for (const name of names.filter((file) => /^[^.].*\.xml$/i.test(file)).sort()) {
    const file = await readOne(join(folder, name), name, known.get(name), log)
    if (file) files.set(name, file)
  }
  return files
}

async function readOne(path: string, name: string, known: Known | undefined, log: Options['log']) {
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  const stamp = [stats.ino, stats.size, stats.mtimeMs].join(' ')
  if (known?.stamp === stamp) return known
  try {
    const xml = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
    const provider = parseIdentityProvider(xml)
    log.info({ file: name, entityId: provider.entityId }, 'metadata of an identity provider')
    return { stamp, provider }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ file: name, reason }, 'metadata of an identity provider cannot be read: what was there before stands')
    return { stamp, provider: known?.provider }
  }
}

/** Of two files with one entity id the first counts. */
function byEntityId(files: ReadonlyMap<string, Known>, log: Options['log']) {
  const providers = new Map<string, IdentityProvider>()
  for (const [file, { provider }] of files) {
    if (!provider) continue
    const { entityId } = provider
    if (providers.has(entityId)) log.warn({ file, entityId }, 'another file describes this identity provider already')
    else providers.set(entityId, provider)
  }
  return providers
}
