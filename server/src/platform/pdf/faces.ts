import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Pick } from './bidi-runs.ts'
import { unpackWoff } from './unpack-woff.ts'

const { resolve } = createRequire(import.meta.url)

export type Weight = 400 | 700

const sans = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari']
const naskh = ['arabic', 'math', 'symbols']

/**
 * The font files of a document, in the order in which they are tried for a character: Noto Sans, then Noto Naskh Arabic (SIL
 * Open Font License). They are WOFF 1, because the library cannot subset WOFF 2.
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

/** Drawn for characters that no face has. */
const replacement = '\ufffd'
/** Joiners, direction marks and variation selectors: they affect other characters and need no glyph. */
const ignorable = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u
/** Characters of no script, which take the face of their neighbours. */
const common = /^[\p{Script=Common}\p{Script=Inherited}]+$/u

/**
 * Returns the function that chooses the face of each cluster: the previous face where possible, so that words stay in one
 * face.
 */
export function pickFaces(count: number, covers: Covers): Pick {
  const faces = Array.from({ length: count }, (_unused, face) => face)
  const coversAll = (face: number, text: string) =>
    [...text].every((character) => ignorable.test(character) || covers(face, character.codePointAt(0) ?? 0))
  const faceByText = new Map<string, number>()
  const faceOf = (text: string): number => {
    const cached = faceByText.get(text)
    if (cached !== undefined) return cached
    const face = faces.find((face) => coversAll(face, text)) ?? -1
    faceByText.set(text, face)
    return face
  }
  return (cluster, before) => {
    if (before !== undefined && common.test(cluster) && coversAll(before, cluster))
      return { face: before, text: cluster }
    const face = faceOf(cluster)
    return face >= 0 ? { face, text: cluster } : { face: Math.max(0, faceOf(replacement)), text: replacement }
  }
}
