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

/** A place of the chain that is known from outside the database; digest in hexadecimal. */
export interface Anchor {
  readonly position: number
  readonly digest: string
}

const anchor = z.object({ position: z.int(), digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })

/** A place of the chain as text: `position:digest`. */
export function parseAnchor(text: string): Anchor | undefined {
  const [, position, digest] = /^([1-9][0-9]{0,15}):([0-9a-f]{64})$/i.exec(text.trim()) ?? []
  return position && digest ? { position: Number(position), digest: digest.toLowerCase() } : undefined
}

export type AnchorFile = ReturnType<typeof anchorFile>

/** The file that keeps the last sealed place outside the database: a chain that was cut does not reach it. */
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
    // On the disk before it is renamed into place: it is never half written, not even after a power cut.
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

  /** Keeps a damaged file as evidence, out of the way of the next place; gives its new name. */
  setAside(at: Date): string {
    const aside = `${file}.${at.toISOString().replaceAll(':', '')}${asideEnd}`
    renameSync(file, aside)
    return aside
  },

  /** Whether a damaged file was set aside that nobody has taken away since. */
  hasAside(): boolean {
    const folder = dirname(file)
    const isAside = (name: string) => name.startsWith(basename(file)) && name.endsWith(asideEnd)
    return existsSync(folder) && readdirSync(folder).some(isAside)
  },
})

const asideEnd = '.damaged'

/** What a verification takes from the file. */
export function knownFrom(file: AnchorFile): {
  readonly anchors: readonly Anchor[]
  readonly isAnchorDamaged: boolean
} {
  const kept = file.read()
  const isDamaged = kept === 'damaged'
  return { anchors: kept && !isDamaged ? [kept] : [], isAnchorDamaged: isDamaged || file.hasAside() }
}
