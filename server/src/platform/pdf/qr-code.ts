import { encode } from 'uqr'
import { ink } from './typesetter.ts'

/** The side of a QR code in points: 35 mm. */
export const qrWidth = 99

/** Draws the QR code of an address, with the light margin that its readers need (ISO/IEC 18004). */
export function drawQrCode(pdf: PDFKit.PDFDocument, address: string, left: number, top: number): void {
  const { data, size } = encode(address, { ecc: 'M', border: 4 })
  const side = qrWidth / size
  for (const [row, cells] of data.entries())
    for (const [at, isDark] of cells.entries()) if (isDark) pdf.rect(left + at * side, top + row * side, side, side)
  pdf.fill(ink)
}
