import { appErrors } from '@portal/contract'
import { CallError } from '#lib/api/call-error.ts'
import { focusById } from '#ui/focus-by-id.ts'
import type { Captcha } from './use-captcha.ts'

interface Guard {
  /** The captcha on show, if the page has one. */
  readonly captcha: { readonly current: Captcha | undefined }
  /** The id of its field. */
  readonly id: string
}

// Once the screen says what was wrong: what gets focus is read out with its error.
const focusLater = (id: string) => void setTimeout(focusById, 50, id)

/** Sends once the captcha is solved. Where the user has to solve it first, resolves to undefined, and its field has the focus. */
export async function sendSolved<R>({ captcha, id }: Guard, send: () => Promise<R>): Promise<{ reply: R } | undefined> {
  try {
    if (!captcha.current || (await captcha.current.solve())) return { reply: await send() }
  } catch (error) {
    if (!(error instanceof CallError && error.errorCode === appErrors.captcha.word)) throw error
    await captcha.current?.renew({ kind: 'lapsed' })
  }
  focusLater(id)
  return undefined
}
