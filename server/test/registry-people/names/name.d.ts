/** A name: its spellings in Latin letters, the most usual first, and its own script. */
export interface Name {
  readonly spellings: readonly string[]
  readonly script: string | undefined
}
