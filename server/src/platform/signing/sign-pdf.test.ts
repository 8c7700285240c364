import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { makeSigningPair, readSignature, writeSigningPair } from '../../../test/pdf-signature.ts'
import { findPdfsig } from '../../../test/pdf-texts.ts'
import { temporaryFolder } from '../../../test/run-server.ts'
import { brokenRules } from '../../../test/tagged-pdf/broken-rules.ts'
import { createLogger } from '../logger.ts'
import { drawDocument } from '../pdf/draw-document.ts'
import { openRange } from '../pdf/draw-signature.ts'
import { openSigner } from './open-signer.ts'
import { signPdf } from './sign-pdf.ts'

const at = new Date('2026-11-20T10:00:00Z')
/** On CI a missing program fails. */
const isMissing = !process.env.CI && !findPdfsig()
/** A text that looks like the room for a signature. */
const lookalike = `/ByteRange ${openRange}\n/Contents <0000>`

async function signedPdf(type: 'rsa' | 'ec', folder: string) {
  const pair = await makeSigningPair(type)
  const root = await makeSigningPair('rsa')
  const env = await writeSigningPair(folder, { ...pair, certificate: pair.certificate + root.certificate })
  const files = { keyFile: env.SIGNATURE_KEY_FILE, certificateFile: env.SIGNATURE_CERTIFICATE_FILE }
  const signer = openSigner(files, { now: () => at }, createLogger('silent')).signerAt(at)
  if (!signer) throw new Error('There is no signer.')
  const drawn = await drawDocument({
    language: 'it',
    title: lookalike,
    madeAt: at,
    footer: '{page}/{pages}',
    blocks: [
      { kind: 'title', text: 'Certificato' },
      { kind: 'paragraph', text: lookalike },
    ],
    signature: { at, bytes: signer.bytes },
  })
  return signPdf(drawn, signer.sign)
}

describe.each(['rsa', 'ec'] as const)('a PDF signed with a key of type %s', (type) => {
  test('is covered as a whole, with what PAdES baseline B-B demands, and stays tagged', async () => {
    const folder = await temporaryFolder()
    const pdf = await signedPdf(type, folder.path)
    expect(readSignature(pdf)).toMatchObject({
      coversAllBut: { start: 0, left: expect.stringMatching(/^<[0-9a-f]+>$/), end: true },
      types: ['1.2.840.113549.1.7.2', '1.2.840.113549.1.7.1'],
      hasContent: false,
      // Type and digest of the content, and the certificate; no time.
      attributes: ['1.2.840.113549.1.9.16.2.47', '1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4'],
      certificates: { length: 2 },
      isDigestRight: true,
      isSignatureRight: true,
    })
    const raw = pdf.toString('latin1')
    expect(raw).toContain('/SubFilter /ETSI.CAdES.detached')
    expect(raw).toContain('/M (D:20261120100000Z)')
    expect(await brokenRules(pdf)).toEqual([])
    await folder.remove()
  })

  test('shows each change of a byte', async () => {
    const folder = await temporaryFolder()
    const pdf = await signedPdf(type, folder.path)
    const { left } = readSignature(pdf).coversAllBut
    const room = pdf.indexOf(left, 0, 'latin1')
    for (const place of [9, room - 100, room + left.length + 100, pdf.length - 1]) {
      const changed = Buffer.from(pdf)
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
      expect(readSignature(changed).isDigestRight, `byte ${place}`).toBe(false)
    }
    await folder.remove()
  })

  test.skipIf(isMissing)('is valid for Poppler', async () => {
    const folder = await temporaryFolder()
    const file = join(folder.path, 'certificato.pdf')
    await writeFile(file, await signedPdf(type, folder.path))
    const { stdout } = await promisify(execFile)(findPdfsig() ?? 'pdfsig', [file])
    for (const line of [
      'ETSI.CAdES.detached',
      'Total document signed',
      'Signature is Valid',
      'Firma di prova',
      'SHA-256',
    ])
      expect(stdout).toContain(line)
    await folder.remove()
  })
})

test('a PDF without room for a signature, or for all of it, is not signed', async () => {
  const document = { language: 'it', title: 'x', madeAt: at, footer: '', blocks: [] } as const
  await expect(signPdf(await drawDocument(document), async () => Buffer.alloc(1))).rejects.toThrow(/no room/)
  const drawn = await drawDocument({ ...document, signature: { at, bytes: 10 } })
  await expect(signPdf(drawn, async () => Buffer.alloc(11))).rejects.toThrow(/no room for 11 bytes/)
})
