import { textsIn } from '#platform/texts.ts'
import { type WordPart, wordForm } from '#platform/word/word-form.ts'

export const declarationName = 'dichiarazione-legale-rappresentante.docx'

const beginning = ['basis', 'who', 'role', 'aware', 'declare'] as const
const points = ['data', 'formed', 'books', 'changes'] as const

/** The declaration of the legal representative to fill in and sign, document 6 of an application; a legal text, in Italian alone. */
export function declarationTemplate(): Promise<Buffer> {
  const t = textsIn('it')
  const title = t('declarationTemplate.title')
  const text = (written: string): WordPart => ({ kind: 'text', text: written })
  return wordForm('it', title, [
    { kind: 'title', text: title },
    ...beginning.map((key) => text(t(`declarationTemplate.${key}`))),
    ...points.map((key) => text(`– ${t(`declarationTemplate.points.${key}`)}`)),
    { kind: 'room' },
    text(t('declarationTemplate.place')),
    { kind: 'room' },
    text(t('declarationTemplate.signature')),
    { kind: 'room' },
    text(t('declarationTemplate.note')),
  ])
}
