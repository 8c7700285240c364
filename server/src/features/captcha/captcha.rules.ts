import { randomInt } from 'node:crypto'
import { limits } from '@portal/contract'

export type CaptchaKind = 'image' | 'audio'

/** A random answer from a cryptographic source, uniform over all combinations of digits. */
export const randomAnswer = () => Array.from({ length: limits.captcha.digits }, () => randomInt(10)).join('')

/** Normalizes an answer for comparison: Arabic and Urdu digits become ASCII; spaces and invisible characters are dropped. */
export const normalizeAnswer = (answer: string) =>
  answer
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
