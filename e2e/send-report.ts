import type { APIRequestContext } from '@playwright/test'
import { expect, site } from './fixtures.ts'

/** Of every captcha of the server that the journeys call (`playwright.config.ts`). */
export const captchaAnswer = '246813'

/** Sends a report by the API, its captcha solved first; the context keeps the anonymous cookie. */
export async function sendReport(request: APIRequestContext, data: object) {
  await request.get(`${site}/api/v1/captcha?type=image`)
  await request.get(`${site}/api/v1/captcha/checkCaptcha?answer=${captchaAnswer}`)
  const answer = await request.post(`${site}/api/v1/noauth/segnalazione`, { data })
  expect(answer.status()).toBe(200)
  return answer
}
