/** Eight black and white lines, encoded as a fax (CCITT group 4). */
const fax = 'ff001001 >'

/** A PDF of two pages with text in a font that is not embedded, and a fax picture on the second page. */
export function makePdf(first: string, second: string): Buffer {
  const stream = (text: string, more = '') => `<< /Length ${text.length} ${more}>>\nstream\n${text}\nendstream`
  const words = (text: string) => `BT /F 24 Tf 72 700 Td (${text}) Tj ET`
  const page = (contents: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contents} 0 R /Resources << /Font << /F 7 0 R >> /XObject << /I 8 0 R >> >> >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page(5),
    page(6),
    stream(words(first)),
    stream(`${words(second)} q 200 0 0 200 72 400 cm /I Do Q`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream(
      fax,
      '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter [/ASCIIHexDecode /CCITTFaxDecode] /DecodeParms [null << /K -1 /Columns 8 /Rows 8 >>] ',
    ),
  ]
  let text = '%PDF-1.7\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  )
}
