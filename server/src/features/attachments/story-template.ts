import { languageOf, type PageTag } from '@portal/contract'
import { textsIn } from '#platform/texts.ts'
import { type WordPart, wordForm } from '#platform/word/word-form.ts'

export const templateName = 'traccia-segnalazione.docx'

const questions = ['what', 'when', 'where', 'who', 'witnesses', 'proof', 'wish'] as const

/** A document in which a reporter can prepare the account of the facts: one heading per question with space below. */
export function storyTemplate(tag: PageTag): Promise<Buffer> {
  const t = textsIn(tag)
  const title = t('storyTemplate.title')
  return wordForm(languageOf(tag), title, [
    { kind: 'title', text: title },
    { kind: 'text', text: t('storyTemplate.intro') },
    ...questions.flatMap((question): WordPart[] => [
      { kind: 'heading', text: t(`storyTemplate.${question}`) },
      { kind: 'room' },
      { kind: 'room' },
    ]),
  ])
}
