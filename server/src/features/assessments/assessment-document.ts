import { type Assessment, dayIn, formatScreenDate, officeZone } from '@portal/contract'
import { type PdfBlock, type PdfDocument, pageSigns } from '#platform/pdf/pdf-document.ts'
import { textsIn } from '#platform/texts.ts'
import { type WordBlock, type WordDocument, wordPageSigns } from '#platform/word/word-document.ts'

const t = textsIn('it')

interface Written {
  readonly assessment: Assessment
  readonly code: string
  readonly officeName: string
  readonly madeAt: Date
}

/** The parts that have words, with their headings. */
function sectionsOf({ parts }: Assessment): readonly (readonly [heading: string, text: string])[] {
  const conclusion = parts.conclusion && t(`assessment.conclusions.${parts.conclusion}`)
  const texts = { ...parts, conclusion }
  const names = ['addressees', 'facts', 'reasoning', 'conclusion', 'measures'] as const
  return names.flatMap((name) => (texts[name] ? [[t(`assessment.parts.${name}`), texts[name]] as const] : []))
}

/** The line below the title: the state of the assessment and the day of its last change. */
function stateOf({ assessment: { status, changedAt }, madeAt }: Written): string {
  const day = formatScreenDate(dayIn(officeZone, changedAt ?? madeAt))
  return `${t(`assessment.statuses.${status ?? 'draft'}`)} · ${day}`
}

/** An assessment for print. */
export function assessmentPdf(written: Written): PdfDocument {
  const { assessment, code, officeName, madeAt } = written
  const title = t('assessment.title', { code })
  const blocks: PdfBlock[] = [
    { kind: 'small', text: officeName },
    { kind: 'title', text: title },
    { kind: 'small', text: stateOf(written) },
    ...sectionsOf(assessment).flatMap(([heading, text]): PdfBlock[] => [
      { kind: 'heading', text: heading },
      { kind: 'quotation', text },
    ]),
  ]
  return { language: 'it', title, madeAt, footer: `${code} · ${pageSigns.page}/${pageSigns.of}`, blocks }
}

/** An assessment to edit in a word processor. */
export function assessmentWord(written: Written): WordDocument {
  const { assessment, code, officeName } = written
  const blocks = sectionsOf(assessment).flatMap(([heading, text]): WordBlock[] => [
    { kind: 'section', text: heading },
    ...text.split('\n').map((line) => ({ kind: 'paragraph' as const, text: line })),
  ])
  return {
    language: 'it-IT',
    title: t('assessment.title', { code }),
    subject: t('assessment.subject'),
    author: officeName,
    coverLines: [stateOf(written)],
    contents: t('assessment.contents'),
    footer: `${code} · ${wordPageSigns.page}/${wordPageSigns.of}`,
    blocks,
  }
}
