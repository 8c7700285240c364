import { randomInt } from 'node:crypto'
import { limits } from '@portal/contract'

export type CaptchaKind = 'image' | 'audio'

/** An answer that nobody can guess: each of the million as likely. */
export const newAnswer = () => Array.from({ length: limits.captcha.digits }, () => randomInt(10)).join('')

/** An answer as it is compared: figures of any script that the site speaks, without spaces and invisible marks. */
export const plainAnswer = (typed: string) =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
