import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import * as z from 'zod/mini'

/** A position of the chain that is stored outside of the database; the digest is hexadecimal. */
export interface Anchor {
  readonly position: number
  readonly digest: string
}

const anchor = z.object({ position: z.int(), digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })

/** Reads a position of the chain from text: `position:digest`. */
export function parseAnchor(text: string): Anchor | undefined {
  const [, position, digest] = /^([1-9][0-9]{0,15}):([0-9a-f]{64})$/i.exec(text.trim()) ?? []
  return position && digest ? { position: Number(position), digest: digest.toLowerCase() } : undefined
}

export type AnchorFile = ReturnType<typeof anchorFile>

/** The file that stores the last sealed position outside of the database, which a truncated chain does not reach. */
export const anchorFile = (file: string) => ({
  file,

  read(): Anchor | 'damaged' | undefined {
    if (!existsSync(file)) return undefined
    try {
      return z.parse(anchor, JSON.parse(readFileSync(file, 'utf8')))
    } catch {
      return 'damaged'
    }
  },

  write({ position, digest }: Anchor): void {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    // Synced before it is renamed, so that a power cut never leaves a partial file.
    const partial = `${file}.${process.pid}`
    const descriptor = openSync(partial, 'w', 0o600)
    try {
      writeFileSync(descriptor, `${JSON.stringify({ position, digest })}\n`)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(partial, file)
  },

  /** Renames a damaged file, to preserve it as evidence; returns its new name. */
  setAside(at: Date): string {
    const aside = `${file}.${at.toISOString().replaceAll(':', '')}${asideEnd}`
    renameSync(file, aside)
    return aside
  },

  /** Whether a damaged file was set aside and not removed since. */
  hasAside(): boolean {
    const folder = dirname(file)
    const isAside = (name: string) => name.startsWith(basename(file)) && name.endsWith(asideEnd)
    return existsSync(folder) && readdirSync(folder).some(isAside)
  },
})

const asideEnd = '.damaged'

/** Returns what a verification needs from the file. */
export function anchorsFrom(file: AnchorFile): {
  readonly anchors: readonly Anchor[]
  readonly isAnchorDamaged: boolean
} {
  const stored = file.read()
  const isDamaged = stored === 'damaged'
  return { anchors: stored && !isDamaged ? [stored] : [], isAnchorDamaged: isDamaged || file.hasAside() }
}
