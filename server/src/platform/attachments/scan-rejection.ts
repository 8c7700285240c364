import type { ScanCode } from '@portal/contract'

/** Thrown where a file is rejected: a result for the sender, not an error of the server. */
export class ScanRejection extends Error {
  readonly scanCode: ScanCode
  /** The name of the file within it that is the reason. */
  readonly within: string | undefined
  constructor(scanCode: ScanCode, within?: string) {
    super(scanCode)
    this.scanCode = scanCode
    this.within = within
  }
}

/** What is made of a file, or why it is not accepted. */
export async function orCode<T>(work: () => Promise<T>): Promise<T | { readonly code: ScanCode }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ScanRejection) return { code: error.scanCode }
    throw error
  }
}
