import { openRange } from '../pdf/draw-signature.ts'

/** Returns the detached signature of a content, in DER. */
export type Sign = (content: Uint8Array) => Promise<Buffer>

/**
 * The text before the room for the signature. A text of a document cannot pass for it, as with libraries that look for the range
 * alone: strings have no bare line break, and the metadata, whose title may have one, comes later in the file.
 */
const opening = `/ByteRange ${openRange}\n/Contents `

/** Signs a PDF that was drawn with room for a signature: all of its bytes but that room. */
export async function signPdf(drawn: Uint8Array, sign: Sign): Promise<Buffer> {
  const signed = Buffer.from(drawn)
  const head = signed.indexOf(opening)
  if (head === -1) throw new Error('The PDF has no room for a signature.')
  const start = head + opening.length
  const end = signed.indexOf('>', start) + 1
  const range = `[0 ${start} ${end} ${signed.length - end}]`
  signed.write(range.padEnd(openRange.length), head + '/ByteRange '.length, 'latin1')
  const signature = await sign(Buffer.concat([signed.subarray(0, start), signed.subarray(end)]))
  const digits = signature.toString('hex')
  if (digits.length > end - start - 2)
    throw new Error(`The PDF has no room for ${signature.length} bytes of signature.`)
  // What remains of the room is zeros.
  signed.write(digits, start + 1, 'latin1')
  return signed
}
