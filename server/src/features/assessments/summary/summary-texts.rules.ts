import type { AssessmentParts, PersonalPassage, SummaryTexts } from '@portal/contract'
import { anonymise, type KnownData, personalIn, type Replace } from './personal-data.rules.ts'

const parts = ['facts', 'reasoning', 'measures'] as const
const texts = ['title', ...parts] as const

const passageKey = ({ kind, text }: PersonalPassage) => `${kind} ${text}`
const once = (passages: readonly PersonalPassage[]) => [
  ...new Map(passages.map((passage) => [passageKey(passage), passage])).values(),
]

interface Proposal {
  readonly texts: SummaryTexts
  readonly replaced: readonly PersonalPassage[]
}

/** The summary that is proposed from an assessment: its texts without personal data. */
export function proposedSummary(
  assessed: AssessmentParts,
  title: string,
  known: KnownData,
  replace: Replace,
): Proposal {
  const changed = parts.flatMap((part) => {
    const text = assessed[part]
    return text ? [[part, anonymise(text, known, replace)] as const] : []
  })
  return {
    texts: { title, ...Object.fromEntries(changed.map(([part, { text }]) => [part, text])) },
    replaced: once(changed.flatMap(([, { replaced }]) => replaced)),
  }
}

/** What still looks personal in the texts of a summary. */
export const remainingIn = (written: SummaryTexts, known: KnownData, replace: Replace): PersonalPassage[] =>
  once(texts.flatMap((name) => personalIn(written[name] ?? '', known, replace)))
