import { type FSWatcher, watch } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { IdentityProvider, Scheme } from '../spid.types.ts'
import { parseIdentityProvider } from './idp-metadata.ts'

/** The identity providers whose metadata files are in a folder now. */
export interface IdpFolder {
  /** Sorted by file name. */
  readonly list: () => readonly IdentityProvider[]
  readonly find: (entityId: string) => IdentityProvider | undefined
  readonly close: () => Promise<void>
}

interface Options {
  readonly folder: string
  /** The federation whose providers are in the folder. */
  readonly scheme?: Scheme
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Interval between scans in milliseconds; not every file system reports changes. */
  readonly everyMs?: number
  /** Whether to watch the file system as well. */
  readonly listens?: boolean
}

interface MetadataFile {
  /** Identifies a version of the file. */
  readonly stamp: string
  /** Parsed from the last valid version. */
  readonly provider: IdentityProvider | undefined
}

/** Delay between a change event and the scan, since files are often written in several steps. */
const settleMs = 100

/**
 * Reads a folder of identity providers' metadata, one XML file each, and follows its changes. The folder may be missing.
 * Logs a file that is invalid and keeps the provider of its last valid version.
 */
export async function openIdpFolder({
  folder,
  scheme = 'spid',
  log,
  everyMs = 5000,
  listens = true,
}: Options): Promise<IdpFolder> {
  let files: ReadonlyMap<string, MetadataFile> = new Map()
  let providers: ReadonlyMap<string, IdentityProvider> = new Map()
  let running = Promise.resolve()
  let watcher: FSWatcher | undefined
  let settling: NodeJS.Timeout | undefined

  const scan = async () => {
    const next = await readFolder({ folder, scheme, log }, files)
    const isSame = next.size === files.size && [...next].every(([name, known]) => files.get(name) === known)
    files = next
    if (!isSame) providers = byEntityId(next, log)
  }
  const queueScan = () => {
    running = running
      .then(scan)
      .catch((err: unknown) => log.warn({ err, folder }, 'cannot read the folder of identity providers'))
    return running
  }
  const stopWatching = () => {
    watcher?.close()
    watcher = undefined
  }
  const startWatching = () => {
    if (watcher || !listens) return
    try {
      watcher = watch(folder, { persistent: false }, () => {
        clearTimeout(settling)
        settling = setTimeout(queueScan, settleMs).unref()
      })
      watcher.on('error', stopWatching)
    } catch {
      // The folder is missing or cannot be watched: the interval below still scans it.
      stopWatching()
    }
  }
  await queueScan()
  startWatching()
  const clock = setInterval(() => {
    startWatching()
    void queueScan()
  }, everyMs).unref()
  return {
    list: () => [...providers.values()],
    find: (entityId) => providers.get(entityId),
    async close() {
      clearInterval(clock)
      clearTimeout(settling)
      stopWatching()
      await running
    },
  }
}

/** The providers of several folders; of two with the same id the first counts. */
export const joinFolders = (folders: readonly IdpFolder[]): IdpFolder => ({
  list: () => folders.flatMap((folder) => folder.list()),
  find: (entityId) => folders.map((folder) => folder.find(entityId)).find((provider) => provider !== undefined),
  async close() {
    for (const folder of folders) await folder.close()
  },
})

type FolderOptions = Required<Pick<Options, 'folder' | 'scheme' | 'log'>>

/** Reads every XML file of the folder; reuses the known entry of an unchanged file. */
async function readFolder(options: FolderOptions, known: ReadonlyMap<string, MetadataFile>) {
  const { folder } = options
  const names = await readdir(folder).catch((err: NodeJS.ErrnoException) => {
    if (err.code === 'ENOENT') return []
    throw err
  })
  const files = new Map<string, MetadataFile>()
  for (const name of names.filter((file) => /^[^.].*\.xml$/i.test(file)).sort()) {
    const file = await readOne(options, name, known.get(name))
    if (file) files.set(name, file)
  }
  return files
}

async function readOne({ folder, scheme, log }: FolderOptions, name: string, known: MetadataFile | undefined) {
  const path = join(folder, name)
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  const stamp = [stats.ino, stats.size, stats.mtimeMs].join(' ')
  if (known?.stamp === stamp) return known
  try {
    const xml = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
    const provider = parseIdentityProvider(xml, scheme)
    log.info({ file: name, scheme, entityId: provider.entityId }, 'metadata of an identity provider')
    return { stamp, provider }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn(
      { file: name, reason },
      'metadata of an identity provider cannot be read: the earlier version stays in use',
    )
    return { stamp, provider: known?.provider }
  }
}

/** Indexes providers by entity id; of two files with the same id the first counts. */
function byEntityId(files: ReadonlyMap<string, MetadataFile>, log: Options['log']) {
  const providers = new Map<string, IdentityProvider>()
  for (const [file, { provider }] of files) {
    if (!provider) continue
    const { entityId } = provider
    if (providers.has(entityId)) log.warn({ file, entityId }, 'another file describes this identity provider already')
    else providers.set(entityId, provider)
  }
  return providers
}
