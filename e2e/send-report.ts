import type { APIRequestContext } from '@playwright/test'
import { fixedAnswer } from './fixed-answer.ts'
import { expect, site } from './fixtures.ts'

/** Solves a captcha and sends a report by the API; the context keeps the anonymous cookie. */
export async function sendReport(request: APIRequestContext, data: object) {
  await request.get(`${site}/api/v1/captcha?type=image`)
  await request.get(`${site}/api/v1/captcha/checkCaptcha?answer=${fixedAnswer}`)
  const answer = await request.post(`${site}/api/v1/noauth/segnalazione`, { data })
  expect(answer.status()).toBe(200)
  return answer
}
