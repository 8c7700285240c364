import { assessmentAnswers } from '../assessments/assessment.ts'

/** How far the assessment of a case came, with the keys of the statistics: each includes those before it. */
export const assessmentStages = {
  made: 'fatto',
  sent: 'inviato',
  answered: 'con_risposta',
  published: 'pubblicato',
} as const

/** What became of an assessment that was sent: the answer, or that it is awaited or overdue. */
export const followUps = { ...assessmentAnswers, awaited: 'in_attesa', overdue: 'in_ritardo' } as const

/** Whether the complainant of a case was informed within the term. */
export const informedStates = {
  inTime: 'entro_il_termine',
  late: 'oltre_il_termine',
  awaited: 'in_attesa',
  overdue: 'in_ritardo',
} as const
