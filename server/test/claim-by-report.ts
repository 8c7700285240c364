import type { Caller, Reply } from './build-app.ts'
import { reportOnWire } from './make.ts'

export const fixedCaptcha = { CAPTCHA_FIXED: '12345' }

/** Sends a report with files that its sender has uploaded; the portal must run with `fixedCaptcha`. */
export async function claimByReport(visitor: Caller, ids: readonly string[]): Promise<Reply> {
  await visitor.raw('GET', '/v1/captcha?type=image')
  await visitor.raw('GET', `/v1/captcha/checkCaptcha?answer=${fixedCaptcha.CAPTCHA_FIXED}`)
  const files = ids.map((id) => ({ cmis_id: id, nomeFile: 'come lo chiama il modulo.txt' }))
  return visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire({ listaAllegatoSegnalazione: files }))
}
