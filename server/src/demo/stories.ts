import type { Language } from '@portal/contract'
import ar from './stories/ar.json' with { type: 'json' }
import en from './stories/en.json' with { type: 'json' }
import es from './stories/es.json' with { type: 'json' }
import fr from './stories/fr.json' with { type: 'json' }
import it from './stories/it.json' with { type: 'json' }
import ur from './stories/ur.json' with { type: 'json' }

/** Parts of a report: any opening goes with any facts and any ending. */
export interface Story {
  readonly openings: readonly string[]
  readonly facts: readonly string[]
  readonly endings: readonly string[]
  /** What the office asks the reporter, and the answer. */
  readonly question: string
  readonly answer: string
}

interface Texts {
  readonly stories: Readonly<Record<string, Story>>
  /** The office writes that it works on the report. */
  readonly taken: readonly string[]
  /** The office writes how it ended. */
  readonly closed: readonly string[]
  /** The reporter writes back. */
  readonly thanks: readonly string[]
}

export const texts: Readonly<Record<Language, Texts>> = { it, en, fr, es, ar, ur }

/** What operators write, in Italian. */
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
