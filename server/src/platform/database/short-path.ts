import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Longest folder path that leaves space for our socket names, below the 104 bytes of macOS (Linux: 108). */
const longestFolder = 100 - Buffer.byteLength('/lock-0123456789abcdef.sock')

export interface ShortPath {
  path: string
  remove(): Promise<void>
}

/** Returns a path to `folder` short enough for Unix sockets: the folder itself, or a link to it in the temp folder. */
export async function shortPath(folder: string): Promise<ShortPath> {
  const target = resolve(folder)
  if (Buffer.byteLength(target) <= longestFolder) return { path: target, remove: async () => {} }
  const parent = await mkdtemp(join(tmpdir(), 'portale-'))
  const path = join(parent, 'd')
  await symlink(target, path)
  return { path, remove: () => rm(parent, { recursive: true, force: true }) }
}
