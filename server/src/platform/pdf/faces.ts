import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Pick } from './bidi-runs.ts'
import { unpackWoff } from './unpack-woff.ts'

const { resolve } = createRequire(import.meta.url)

export type Weight = 400 | 700

const sans = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari']
const naskh = ['arabic', 'math', 'symbols']

/**
 * The faces of a document, in the order in which they are asked for a character: Noto Sans, then Noto Naskh Arabic (SIL Open
 * Font License). Files of WOFF 1: of WOFF 2 the library cannot make a subset.
 */
export const faceFiles = (weight: Weight): string[] => [
  ...sans.map((part) => resolve(`@fontsource/noto-sans/files/noto-sans-${part}-${weight}-normal.woff`)),
  ...naskh.map((part) =>
    resolve(`@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-${part}-${weight}-normal.woff`),
  ),
]

const unpacked = new Map<string, Buffer>()

/** The bytes of a face, read once. */
export function faceBytes(file: string): Buffer {
  const bytes = unpacked.get(file) ?? unpackWoff(readFileSync(file))
  unpacked.set(file, bytes)
  return bytes
}

/** Whether a face has a character. */
export type Covers = (face: number, codePoint: number) => boolean

/** In place of what no face has. */
const replacement = '\ufffd'
/** Joiners, marks of direction and variation: they change how others look and need no sign of their own. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u
/** Signs that belong to no script: they stand in the face of what is around them. */
const common = /^[\p{Script=Common}\p{Script=Inherited}]+$/u

/** Chooses the face of each cluster: the one before goes on where it can, so that words stay whole. */
export function pickFaces(count: number, covers: Covers): Pick {
  const faces = Array.from({ length: count }, (_unused, face) => face)
  const coversAll = (face: number, text: string) =>
    [...text].every((character) => unseen.test(character) || covers(face, character.codePointAt(0) ?? 0))
  const remembered = new Map<string, number>()
  const faceOf = (text: string): number => {
    const known = remembered.get(text)
    if (known !== undefined) return known
    const found = faces.find((face) => coversAll(face, text)) ?? -1
    remembered.set(text, found)
    return found
  }
  return (cluster, before) => {
    if (before !== undefined && common.test(cluster) && coversAll(before, cluster))
      return { face: before, text: cluster }
    const face = faceOf(cluster)
    return face >= 0 ? { face, text: cluster } : { face: Math.max(0, faceOf(replacement)), text: replacement }
  }
}
