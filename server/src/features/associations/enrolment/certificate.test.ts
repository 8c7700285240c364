import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../../../test/build-app.ts'
import { makeAssociation } from '../../../../test/make-association.ts'
import { makeSigningPair, readSignature, writeSigningPair } from '../../../../test/pdf-signature.ts'
import { actualTexts } from '../../../../test/pdf-texts.ts'
import { temporaryFolder } from '../../../../test/run-server.ts'
import { brokenRules } from '../../../../test/tagged-pdf/broken-rules.ts'

let folder: string
beforeEach(async () => {
  const made = await temporaryFolder()
  folder = made.path
  onTestFinished(made.remove)
})

/** The certificate of an enrolled association, and the log of the server that wrote it. */
async function certificateWith(env: Record<string, string>) {
  const logLines: string[] = []
  const portal = await startTestApp({ env, logLines })
  onTestFinished(() => portal.close())
  const members = [await portal.idOf('associationMember')]
  const { id } = await makeAssociation(portal, { status: 'enrolled', members })
  const member = await portal.as('associationMember')
  const { status, body } = await member.raw('GET', `/v1/associazioni/certificato/${id}`)
  expect(status).toBe(200)
  const staff = await portal.as('registerOperator')
  const { result } = (await staff.raw('GET', `/v1/associazioni/dettaglio/admin/${id}`)).body
  const isLapsed = Boolean(result.flag_firma_scaduta)
  return { isLapsed, pdf: body as Buffer, log: logLines.join(''), texts: actualTexts(body).join('\n') }
}

const mention = 'firmato elettronicamente (PAdES)'

test('a certificate of enrolment is signed with the key of the office, and says so', async () => {
  const pair = await makeSigningPair('rsa')
  const { pdf, log, texts, isLapsed } = await certificateWith(await writeSigningPair(folder, pair))
  expect(isLapsed).toBe(false)
  expect(readSignature(pdf)).toMatchObject({
    coversAllBut: { start: 0, end: true },
    certificates: [{ subject: expect.stringContaining('CN=Firma di prova') }],
    isDigestRight: true,
    isSignatureRight: true,
  })
  expect(pdf.toString('latin1')).toContain('/M (D:20261120100000Z)')
  expect(texts).toContain(mention)
  expect(await brokenRules(pdf)).toEqual([])
  expect(log).not.toContain('PRIVATE')
})

test('without a key it has no signature, and mentions none', async () => {
  const { pdf, texts } = await certificateWith({})
  expect(pdf.toString('latin1')).not.toMatch(/ByteRange|AcroForm|\/Sig\b/)
  expect(texts).toContain('Certificato di iscrizione')
  expect(texts).not.toContain(mention)
})

test('with an expired certificate of the office it has no signature, mentions none; log and desk say so', async () => {
  const pair = await makeSigningPair('ec', '2026-10-31')
  const { pdf, log, texts, isLapsed } = await certificateWith(await writeSigningPair(folder, pair))
  expect(isLapsed).toBe(true)
  expect(pdf.toString('latin1')).not.toContain('ByteRange')
  expect(texts).not.toContain(mention)
  expect(log).toContain('documents are not signed')
})
