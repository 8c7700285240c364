import * as z from 'zod/mini'
import { defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { onWire } from '../kit/wire.ts'

export const getCaptcha = defineEndpoint({
  ...unauditedRead,
  path: '/v1/captcha',
  summary:
    'The challenge as an image (PNG) or spoken (WAV). The first of each kind belong to the same challenge; requesting a kind again starts a new one. An anonymous cookie identifies the challenge.',
  allow: 'anyone',
  query: onWire('parametri_captcha', {
    kind: [z.enum(['image', 'audio']), 'type'],
    /** Language of the voice, in any case. */
    language: [z.optional(z.string()), 'lang'],
    /** Ignored; a changing value keeps caches from answering. */
    time: [z.optional(z.string()), 't'],
  }),
  file: 'application/octet-stream',
  reply: z.object({}),
})

export const captchaOutcome = onWire('esito_captcha', {
  isSolved: [z.boolean(), 'corretto'],
  /** Tries left; at zero a new challenge is needed. */
  triesLeft: [z.int(), 'tentativi_rimasti'],
  /** Seconds until the challenge or its solution expires. */
  secondsLeft: [z.int(), 'secondi_rimasti'],
  /** Whether the call carried the cookie of a challenge. False for a browser that keeps no cookies: it can solve none. */
  hasCookie: [z.boolean(), 'cookie_ricevuto'],
})
export type CaptchaOutcome = z.output<typeof captchaOutcome>

export const checkCaptcha = defineEndpoint({
  ...unauditedRead,
  path: '/v1/captcha/checkCaptcha',
  summary: 'Whether an answer solves the challenge: 5 tries within 10 minutes. Spaces between the digits are ignored.',
  allow: 'anyone',
  query: onWire('risposta_captcha', { answer: [z.string(), 'answer'] }),
  reply: captchaOutcome,
})
