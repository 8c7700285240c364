import type { SignaturePlace } from './pdf-document.ts'

/** Internal members of a document of pdfkit, which its types lack. */
interface Form {
  readonly _root: { readonly data: { readonly AcroForm: { data: object } } }
}

/** As wide as the largest range of a file below a gigabyte. */
const widest = 999_999_999

/** The range of a signature that is not signed yet; a signature takes its place in the same length (`sign-pdf.ts`). */
export const openRange = `[0 ${widest} ${widest} ${widest}]`

/** `SignaturesExist` and `AppendOnly` (ISO 32000-1, table 219). */
const signatureFlags = 3
/** Hidden and locked (ISO 32000-1, table 165): nothing is drawn, and PDF/UA-1 (7.18.1) asks for no description. */
const widgetFlags = 2 | 128

/**
 * Adds an invisible signature field with room for a signature of PAdES (ETSI EN 319 142-1), after all pages are drawn. Its
 * dictionary has the time of signing, which the signature itself must not repeat.
 */
export function drawSignature(pdf: PDFKit.PDFDocument, { at, bytes }: SignaturePlace): void {
  const signature = pdf.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    M: at,
    ByteRange: [0, widest, widest, widest],
    Contents: new Uint8Array(bytes),
  })
  pdf.switchToPage(0)
  const widget = pdf.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    // A string of pdfkit; a plain one is a name.
    T: new String('Firma'),
    F: widgetFlags,
    Rect: [0, 0, 0, 0],
    P: pdf.page.dictionary,
    V: signature,
  })
  pdf.page.annotations.push(widget)
  pdf.initForm()
  // The form of pdfkit asks readers to draw its fields, which would change a signed file.
  const { AcroForm } = (pdf as unknown as Form)._root.data
  AcroForm.data = { Fields: [widget], SigFlags: signatureFlags, DR: { Font: {} } }
  // The types demand the data of a stream.
  for (const part of [signature, widget]) part.end(undefined)
}
