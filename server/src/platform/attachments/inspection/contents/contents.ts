import type { Budget } from '../../../parsing/budget.ts'

/** A file within a signed file or a mail. */
export interface Content {
  /** As the container has it. */
  readonly name: string | undefined
  /** Its media type, where the container has one. */
  readonly media?: string
  readonly bytes: Buffer
}

/** What a container holds. */
export interface Contents {
  readonly files: readonly Content[]
  /** The texts of a mail, which are no files. */
  readonly texts?: readonly Buffer[]
  /** Contains an object of another program. */
  readonly isActive?: boolean
}

/** Reads what a container holds; undefined for a file of another kind. Throws a `ClosedContentError`. */
export type ContentsReader = (
  bytes: Buffer,
  name: string,
  budget: Budget,
) => Contents | undefined | Promise<Contents | undefined>

/** Thrown for content that nobody but its recipient can open, or that no program opens. */
export class ClosedContentError extends Error {
  /** The name of the part that cannot be opened, where it has one. */
  readonly part: string | undefined
  constructor(part?: string) {
    super('content cannot be opened')
    this.name = 'ClosedContentError'
    this.part = part
  }
}
