import { isRightToLeft, type Language } from '@portal/contract'
import yazl from 'yazl'

/** A part of a document: a heading, a text, or room to write. */
export type WordPart =
  | { readonly kind: 'title' | 'heading' | 'text'; readonly text: string }
  | { readonly kind: 'room' }

const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`

const contentTypes = xml(
  `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${word}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
)
const relations = xml(
  `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${packages}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
)
const documentRelations = xml(
  `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
)

const heading = (level: number, halfPoints: number) =>
  `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="320" w:after="120"/><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/></w:rPr></w:style>`

const stylesIn = (language: Language, isBidi: boolean) =>
  xml(
    `<w:styles xmlns:w="${namespace}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/><w:sz w:val="24"/><w:szCs w:val="24"/><w:lang w:val="${isBidi ? 'it' : language}" w:bidi="${language}"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:after="160" w:line="300" w:lineRule="auto"/></w:pPr></w:style>${heading(1, 36)}${heading(2, 28)}</w:styles>`,
  )

const styleOf = { title: 'Heading1', heading: 'Heading2', text: undefined } as const

/**
 * A Word document to fill in, with headings for screen readers. Arabic and Urdu run from right to left; the same parts always give the
 * same bytes.
 */
export function wordForm(language: Language, title: string, parts: readonly WordPart[]): Promise<Buffer> {
  const isBidi = isRightToLeft(language)
  const paragraph = (text: string, style?: string) =>
    `<w:p><w:pPr>${style ? `<w:pStyle w:val="${style}"/>` : ''}${isBidi ? '<w:bidi/>' : ''}</w:pPr>${text && `<w:r><w:rPr>${isBidi ? '<w:rtl/>' : ''}</w:rPr><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`}</w:p>`
  const body = parts.map((part) => (part.kind === 'room' ? paragraph('') : paragraph(part.text, styleOf[part.kind])))
  return zip({
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relations,
    'word/document.xml': xml(`<w:document xmlns:w="${namespace}"><w:body>${body.join('')}</w:body></w:document>`),
    'word/styles.xml': stylesIn(language, isBidi),
    'word/_rels/document.xml.rels': documentRelations,
    'docProps/core.xml': xml(
      `<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title><dc:language>${language}</dc:language></cp:coreProperties>`,
    ),
  })
}

async function zip(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = new yazl.ZipFile()
  // A fixed time, so that the same text always gives the same bytes.
  const mtime = new Date('2026-01-01T00:00:00Z')
  for (const [name, text] of Object.entries(parts)) archive.addBuffer(Buffer.from(text), name, { mtime })
  archive.end()
  const chunks: Buffer[] = []
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
