import type { AssessmentParts, Language, SummaryTexts } from '@portal/contract'
import ar from './stories/ar.json' with { type: 'json' }
import assessed from './stories/assessments.json' with { type: 'json' }
import en from './stories/en.json' with { type: 'json' }
import es from './stories/es.json' with { type: 'json' }
import fr from './stories/fr.json' with { type: 'json' }
import it from './stories/it.json' with { type: 'json' }
import ur from './stories/ur.json' with { type: 'json' }

/** Parts of a report; any opening, facts and ending can be combined. */
export interface Story {
  readonly openings: readonly string[]
  readonly facts: readonly string[]
  readonly endings: readonly string[]
  /** A question of the office and the reporter's answer. */
  readonly question: string
  readonly answer: string
}

interface Texts {
  readonly stories: Readonly<Record<string, Story>>
  /** Messages of the office that it works on the report. */
  readonly taken: readonly string[]
  /** Messages of the office on the outcome. */
  readonly closed: readonly string[]
  /** Replies of the reporter. */
  readonly thanks: readonly string[]
}

export const texts: Readonly<Record<Language, Texts>> = { it, en, fr, es, ar, ur }

/** An assessment of the office, in Italian, without its facts; some have a summary for the public. */
interface AssessedStory extends Omit<AssessmentParts, 'facts' | 'addressees'> {
  readonly summary?: SummaryTexts
}
// The file has words of the type where JSON has texts.
export const assessments = assessed as Readonly<Record<string, AssessedStory>>

/** Texts of operators, in Italian. */
export const deskTexts: {
  /** Notes of telephone calls, by scenario. */
  readonly calls: Readonly<Record<string, readonly string[]>>
  readonly notes: readonly string[]
  readonly assignReasons: readonly string[]
  readonly reopenReasons: readonly string[]
  readonly cancelReasons: readonly string[]
  readonly externalReasons: readonly string[]
  readonly legalBases: readonly string[]
} = it
