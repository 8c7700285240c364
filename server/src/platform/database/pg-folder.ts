import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/**
 * Ensures that `<dataDir>/pg` exists and is complete: it is created under another name and renamed, so that a crash leaves
 * only a partial folder, which the next start removes. Call it under the lock of the data folder.
 */
export async function ensurePgFolder(
  dataDir: string,
  templateFile: string | undefined,
  initialize: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(dataDir, 'pg')
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('pg.new-')) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
  if (existsSync(folder)) return folder
  const fresh = join(dataDir, `pg.new-${randomBytes(4).toString('hex')}`)
  mkdirSync(fresh, { mode: 0o700 })
  if (templateFile) unpack(templateFile, fresh)
  else await initialize(fresh)
  renameSync(fresh, folder)
  return folder
}

const blockSize = 512

/** Unpacks a template (a gzipped POSIX ustar archive of plain files and folders, as PGlite dumps it) into `target`. */
function unpack(templateFile: string, target: string): void {
  const archive = gunzipSync(readFileSync(templateFile))
  for (let offset = 0; offset + blockSize <= archive.length && archive[offset] !== 0; ) {
    const field = (from: number, length: number) =>
      archive.toString('utf8', offset + from, offset + from + length).split('\0', 1)[0] ?? ''
    const path = safeJoin(target, field(345, 155) + field(0, 100))
    const size = Number.parseInt(field(124, 12), 8) || 0
    const content = archive.subarray(offset + blockSize, offset + blockSize + size)
    if (content.length < size) throw new Error(`The database template ${templateFile} is truncated.`)
    if (field(156, 1) === '5') mkdirSync(path, { recursive: true, mode: 0o700 })
    else writeNew(path, content)
    offset += blockSize + Math.ceil(size / blockSize) * blockSize
  }
}

function safeJoin(target: string, name: string): string {
  if (name.split('/').includes('..')) throw new Error(`The database template names a file outside its folder: ${name}`)
  return join(target, name)
}

function writeNew(path: string, content: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(path, 'wx', 0o600)
  try {
    for (let done = 0; done < content.length; ) done += writeSync(file, content, done)
  } finally {
    closeSync(file)
  }
}
