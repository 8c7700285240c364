import type { Readable } from 'node:stream'
import { BudgetExceededError } from '../parsing/budget.ts'
import { type SpoolHandle, spool } from './spool.ts'

interface Options {
  /** Folder of files while they are drawn, where they are sealed. */
  readonly folder: string
  readonly maxBytes: number
  /** Draws a photo in a process of its own (`drawHeif`), in the share of a client. */
  readonly draw: (photo: SpoolHandle, client: string) => Promise<Uint8Array | undefined>
}

/**
 * Returns a picture in JPEG of a photo in HEIC, which few browsers show; undefined for one that cannot be drawn, or not within the
 * budget of a process.
 */
export type HeifPicture = (photo: Readable, client: string) => Promise<Uint8Array | undefined>

export const createHeifPicture =
  ({ folder, maxBytes, draw }: Options): HeifPicture =>
  async (photo, client) => {
    const file = await spool(folder, photo, maxBytes)
    if (!file) return undefined
    try {
      return await draw(file.handle, client)
    } catch (error) {
      if (error instanceof BudgetExceededError) return undefined
      throw error
    } finally {
      await file.close()
    }
  }
