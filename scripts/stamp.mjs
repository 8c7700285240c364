// Stamps record the hash of the files from which something was made, to detect whether it is out of date.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The names of generated folders. */
const generatedFolders = new Set(['node_modules', 'dist', '.dev', '.cache', '.tsbuild', 'test-results'])

/** Files at or below a path, in a fixed order; none if the path does not exist. */
export function filesBelow(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const entries = readdirSync(path, { withFileTypes: true }).filter(({ name }) => !generatedFolders.has(name))
  return entries
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

/** A hash of the paths and contents of all files at or below `paths`, relative to `folder`, without tests. */
export function hashOf(paths, folder = root) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesBelow(join(folder, path)))) {
    const name = relative(folder, file).split(sep).join('/')
    if (!/\.test\.\w+$/.test(name)) hash.update(`${name}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Whether the stamp in `file` has this hash. */
export function isStamped(file, hash) {
  try {
    return readFileSync(file, 'utf8') === hash
  } catch {
    return false
  }
}

/** Writes the stamp that `isStamped` reads. */
export function stamp(file, hash) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, hash)
}
