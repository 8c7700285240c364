import { type ComplainantLetter, dayIn, formatScreenDate, type Office, officeText, officeZone } from '@portal/contract'
import { type PdfBlock, type PdfDocument, pageSigns } from '#platform/pdf/pdf-document.ts'
import { textsIn } from '#platform/texts.ts'

const isItem = (line: string) => line.startsWith('- ')

/** A letter as a document: its paragraphs, and as a list the lines that begin with a dash. */
export function letterDocument(
  { text, language, at }: Pick<ComplainantLetter, 'text' | 'language' | 'at'>,
  { code, office }: { readonly code: string; readonly office: Office },
): PdfDocument {
  const title = textsIn(language)('mails.decision.subject', { code })
  const paragraphs = text.split(/\n{2,}/).flatMap((part): PdfBlock[] => {
    const lines = part.split('\n')
    const items = lines.filter(isItem).map((line) => line.slice(2))
    const others = lines.filter((line) => !isItem(line))
    return [
      ...others.map((line) => ({ kind: 'paragraph' as const, text: line })),
      ...(items.length > 0 ? [{ kind: 'list' as const, items }] : []),
    ]
  })
  return {
    language,
    title,
    madeAt: at,
    footer: `${code} · ${pageSigns.page}/${pageSigns.of}`,
    blocks: [
      { kind: 'small', text: officeText(office, 'name', language).text },
      { kind: 'small', text: formatScreenDate(dayIn(officeZone, at)) },
      { kind: 'title', text: title },
      ...paragraphs,
    ],
  }
}
