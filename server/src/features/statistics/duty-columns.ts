import { addDays, type DayKind, lastDayOf, type PlainDate } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'

/** What decides whether something is late: the day on which cases are counted, and the term of letters to complainants. */
export interface DutyTerms {
  readonly today: PlainDate
  readonly letterDays: number
  readonly letterDayKind: DayKind
}

/** The first day for which the last day of the term is computed; no case is older than the duty. */
const firstDay: PlainDate = '2020-01-01'

/** The last day on which to inform the complainant, by the day on which the case arrived: working days need the calendar. */
function letterTerms({ today, letterDays, letterDayKind }: DutyTerms): RawBuilder<unknown> {
  const days: PlainDate[] = []
  for (let day = firstDay; day <= today; day = addDays(day, 1)) days.push(day)
  const lasts = days.map((day) => lastDayOf(day, letterDays, letterDayKind))
  return sql`unnest(${days}::date[], ${lasts}::date[]) as letter_terms (arrived_on, last_on)`
}

/** Tables that are read beside the statistics of cases: the assessment, its publication, and the first letter to the complainant. */
export const dutyJoins = (terms: DutyTerms): RawBuilder<unknown> => sql`
  left join assessments on assessments.case_id = case_statistics.case_id
  left join assessment_summaries on assessment_summaries.case_id = case_statistics.case_id
  left join published_assessments on published_assessments.id = assessment_summaries.id
  left join (select case_id, office_day(min(at)) as on_day from complainant_letters group by case_id) as informed
    on informed.case_id = case_statistics.case_id
  left join ${letterTerms(terms)} on letter_terms.arrived_on = office_day(cases.created_at)`

/** The columns that come of them, as words of the contract. */
export const dutyColumns = ({ today }: DutyTerms): RawBuilder<unknown> => sql`
  case when assessments.id is not null then concat_ws(',', 'made',
    case when assessments.sent_on is not null then 'sent' end,
    case when assessments.status = 'answered' then 'answered' end,
    case when published_assessments.id is not null then 'published' end) end as assessment_stages,
  case when assessments.sent_on is null then null
    when assessments.status = 'answered' then assessments.answer
    when ${today}::date <= assessments.answer_by then 'awaited' else 'overdue' end as follow_up,
  case when informed.on_day <= letter_terms.last_on then 'inTime'
    when informed.on_day is not null then 'late'
    when cases.awaits_letter is not true or cases.status = 'cancelled' then null
    when ${today}::date <= letter_terms.last_on then 'awaited' else 'overdue' end as informed`
