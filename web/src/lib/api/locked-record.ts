import { CallError } from './call-error.ts'

/** A record that somebody else edits comes with a 409, and is read all the same (specification 2 §8). */
export async function readLocked<R>(reading: Promise<R>): Promise<R> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof CallError && error.record) return error.record as R
    throw error
  }
}
