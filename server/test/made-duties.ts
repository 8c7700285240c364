import type { TestApp } from './build-app.ts'
import { dayOf } from './case-filter-oracle.ts'
import type { ManyCase } from './many-cases.ts'

/** What the statistics should count of the letters and assessments of each case. */
export interface ExpectedDuties {
  readonly informed: ReadonlyMap<number, string>
  readonly stages: ReadonlyMap<number, readonly string[]>
  readonly followUps: ReadonlyMap<number, string>
}

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const waiting = ({ awaitsLetter, status }: ManyCase, isPast: boolean) =>
  awaitsLetter && status !== 'cancelled' ? (isPast ? 'in_ritardo' : 'in_attesa') : undefined

/** Letters by days after the last day of the term; the other cases wait for theirs, unless they owe none. */
const letterKinds = [
  { letters: [0, 9], expected: () => 'entro_il_termine' },
  { letters: [1], expected: () => 'oltre_il_termine' },
  { letters: [], expected: waiting },
] as const

const sent = ['fatto', 'inviato'] as const
const answered = [...sent, 'con_risposta'] as const

/** Assessments in each state; `by` is the days from today until which an answer is awaited. */
// biome-ignore format: a table
const assessmentKinds = [
  { status: 'answered', answer: 'done',    by: 0,    stages: [...answered, 'pubblicato'], followUp: 'attuate' },
  { status: 'answered', answer: 'partly',  by: 0,    stages: answered,                    followUp: 'attuate_in_parte' },
  { status: 'answered', answer: 'notDone', by: -9,   stages: answered,                    followUp: 'non_attuate' },
  { status: 'answered', answer: 'none',    by: -9,   stages: answered,                    followUp: 'nessuna_risposta' },
  { status: 'sent',     answer: null,      by: 0,    stages: sent,                        followUp: 'in_attesa' },
  { status: 'sent',     answer: null,      by: -1,   stages: sent,                        followUp: 'in_ritardo' },
  { status: 'approved', answer: null,      by: null, stages: ['fatto'],                   followUp: undefined },
] as const

const everyAssessed = 11

async function writeLetters({ database: { pool }, clock }: TestApp, cases: readonly ManyCase[], writer: number) {
  const today = dayOf(clock.now())
  const informed = new Map<number, string>()
  for (const [index, one] of cases.entries()) {
    const kind = letterKinds[index % letterKinds.length]
    if (!kind) continue
    const last = dayAfter(dayOf(one.createdAt), 30)
    const expected = kind.expected(one, today > last)
    if (expected) informed.set(one.id, expected)
    for (const days of kind.letters)
      await pool.query(
        `insert into complainant_letters (case_id, at, written_by, way, decision, language)
          values ($1, $2, $3, 'print', 'continues', 'it')`,
        [one.id, `${dayAfter(last, days)}T12:00:00Z`, writer],
      )
  }
  return informed
}

async function publish({ database: { pool } }: TestApp, caseId: number, writer: number) {
  await pool.query(
    `with written as (insert into assessment_summaries (case_id, status, version, written_by, changed_at)
        values ($1, 'published', 1, $2, now()) returning id)
      insert into published_assessments (id, title, facts, reasoning, year, published_at)
        select id, 't', 'f', 'r', 2026, now() from written`,
    [caseId, writer],
  )
}

/** Writes letters and assessments of every kind; returns what the statistics should count. */
export async function makeDuties(portal: TestApp, cases: readonly ManyCase[], writer: number): Promise<ExpectedDuties> {
  const today = dayOf(portal.clock.now())
  const stages = new Map<number, readonly string[]>()
  const followUps = new Map<number, string>()
  const informed = await writeLetters(portal, cases, writer)
  for (const [index, { id }] of cases.filter((_, place) => place % everyAssessed === 0).entries()) {
    const kind = assessmentKinds[index % assessmentKinds.length]
    if (!kind) continue
    const { by, status, answer, followUp } = kind
    await portal.database.pool.query(
      `insert into assessments (case_id, status, version, written_by, changed_at, sent_on, answer_by, answer)
        values ($1, $2, 1, $3, now(), $4, $5, $6)`,
      [id, status, writer, by === null ? null : '2026-01-01', by === null ? null : dayAfter(today, by), answer],
    )
    if (answer === 'done') await publish(portal, id, writer)
    stages.set(id, kind.stages)
    if (followUp) followUps.set(id, followUp)
  }
  return { informed, stages, followUps }
}
