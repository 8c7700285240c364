import { limits } from '@portal/contract'

/** A part of the program that did not arrive: gone from the server, or too slow. */
export class PartError extends Error {
  readonly type: 'missing' | 'timeout'

  constructor(type: 'missing' | 'timeout', cause?: unknown) {
    super(`A part of the program did not load: ${type}`, { cause })
    this.name = 'PartError'
    this.type = type
  }
}

/**
 * Loads a part of the program, on a bad line by asking once more a second later; fails with a `PartError` when it is missing
 * or takes more than 120 s (specification §9).
 */
export async function loadPart<T>(load: () => Promise<T>, timeoutMs: number = limits.lazyPartMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PartError('timeout')), timeoutMs)
  })
  const loaded = load()
    .catch(() => new Promise((resume) => setTimeout(resume, 1000)).then(load))
    .catch((error: unknown) => {
      throw new PartError('missing', error)
    })
  try {
    return await Promise.race([loaded, late])
  } finally {
    clearTimeout(timer)
  }
}
