/** A text that begins something, where `read` gets the place of its first byte. */
export interface Mark<T> {
  readonly bytes: readonly number[]
  readonly read: (bytes: Uint8Array, at: number) => readonly T[]
}

export const mark = <T>(text: string, read: Mark<T>['read']): Mark<T> => ({
  bytes: Array.from(text, (letter) => letter.charCodeAt(0)),
  read,
})

/** Returns a function that reads what begins with one of the marks, anywhere in a file, in one pass over its bytes. */
export function createScan<T>(marks: readonly Mark<T>[]): (bytes: Uint8Array) => T[] {
  const marksOf = Array.from({ length: 256 }, (_, first) => marks.filter(({ bytes }) => bytes[0] === first))
  const isFirst = Uint8Array.from(marksOf, (list) => (list.length > 0 ? 1 : 0))
  return (bytes) => {
    const found: T[] = []
    for (let at = 0; at < bytes.length; at += 1) {
      const first = bytes[at] ?? 0
      if (isFirst[first] === 1) found.push(...readAt(marksOf[first] ?? [], bytes, at))
    }
    return found
  }
}

const readAt = <T>(marks: readonly Mark<T>[], bytes: Uint8Array, at: number): readonly T[] => {
  const found = marks.find((one) => beginsAt(bytes, one.bytes, at))
  return found ? found.read(bytes, at) : none
}
const none = [] as const

function beginsAt(bytes: Uint8Array, expected: readonly number[], at: number): boolean {
  for (let index = 0; index < expected.length; index += 1) if (bytes[at + index] !== expected[index]) return false
  return true
}

/** The place of a text in ASCII at or after `from`; -1 where there is none. */
export function indexOfText(bytes: Uint8Array, text: string, from: number): number {
  const expected = Array.from(text, (letter) => letter.charCodeAt(0))
  for (let at = bytes.indexOf(expected[0] ?? 0, from); at >= 0; at = bytes.indexOf(expected[0] ?? 0, at + 1))
    if (beginsAt(bytes, expected, at)) return at
  return -1
}
