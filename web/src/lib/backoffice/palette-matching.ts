import type { PaletteEntry } from './palette.ts'

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)

/** The entries of which each typed word starts a word, in their order; all of them for an empty text. */
export function matching(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const typed = wordsOf(text)
  return entries.filter((entry) => {
    const words = wordsOf(entry.text)
    return typed.every((start) => words.some((word) => word.startsWith(start)))
  })
}

/** The position that a key leads to among a number of entries; undefined for a key that moves nowhere. From end to start and back. */
export function positionAfter(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  const moves: Partial<Record<string, number>> = {
    ArrowDown: (at + 1) % count,
    ArrowUp: (at - 1 + count) % count,
    PageDown: Math.min(at + 5, count - 1),
    PageUp: Math.max(at - 5, 0),
  }
  return moves[key]
}
