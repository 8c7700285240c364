import { type CaseFilters, type CaseRow, searchCases } from '@portal/contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { colleaguesQuery } from '#lib/backoffice/colleagues.ts'
import { office } from '#lib/page/page-settings.ts'
import { useSettled } from '#lib/page/use-settled.ts'
import { meaningsOf, type SearchedIn, type TextMeaning } from './quick-search.rules.ts'

/** How many cases a search shows; the others are in the list. */
const shown = 6
const shortestWord = 3

/** Whether a text is long enough to find a case. */
export const canFindCase = (text: string) => text.length >= shortestWord || /^\d/.test(text)

/** The status and the people of a case, beside its code. */
export const noteOf = (t: TFunction, { status, reporter, victim }: CaseRow) =>
  [t(`caseStatuses.${status}`), ...new Set([reporter, victim])].filter(Boolean).join(' · ')

/** Finds cases in any list: by a code or a protocol number, a tax code, a contact, a name, or words of the narrative. */
export async function findCases(text: string, queryClient: QueryClient, signal: AbortSignal) {
  const colleagues = await queryClient.ensureQueryData(colleaguesQuery).catch(() => [])
  return searchAll(meaningsOf(text, { tag: office.productTag, colleagues }), signal)
}

/** The first cases that a text finds. */
const foundCasesQuery = (text: string) =>
  queryOptions({
    queryKey: ['cases', 'found', text],
    queryFn: async ({ client, signal }) => {
      const outcome = await findCases(text, client, signal)
      return 'missed' in outcome ? [] : outcome.rows
    },
    enabled: canFindCase(text),
    meta: { isHandled: true },
  })

/** Milliseconds without a key after which cases are looked for. */
const restMs = 300

/** The first cases that a text finds, once the user rests; none without a text. */
export function useFoundCases(typed: string): readonly CaseRow[] {
  const text = typed.trim()
  const { data: found = [] } = useQuery(foundCasesQuery(useSettled(text, restMs) ?? ''))
  return text === '' ? [] : found
}

export interface FoundRows {
  readonly filters: CaseFilters
  readonly rows: readonly CaseRow[]
  readonly count: number
}

/** The result of the first meaning with any result, or the searched places. */
async function searchAll(
  readings: readonly TextMeaning[],
  signal: AbortSignal,
): Promise<FoundRows | { readonly missed: readonly SearchedIn[] }> {
  const missed: SearchedIn[] = []
  const refused: CallError[] = []
  for (const { searchedIn, filters } of readings) {
    const found = filters && (await firstRows(filters, signal))
    if (found instanceof CallError) refused.push(found)
    else if (found && found.rows.length > 0) return found
    else missed.push(searchedIn)
  }
  const [error] = refused
  // The text is too short for its likeliest meaning, so the search was not the intended one.
  if (error && missed[0] !== readings[0]?.searchedIn) throw error
  return { missed }
}

/** The first cases, or the validation error: a text may be too short for one place and long enough for the next. */
async function firstRows(filters: CaseFilters, signal: AbortSignal): Promise<FoundRows | CallError> {
  const body = { from: 1, to: shown, filters }
  try {
    const { rows, count } = await call(searchCases, { query: { view: 'everywhere' }, body }, { signal })
    return { filters, rows, count }
  } catch (error) {
    if (error instanceof CallError && error.fieldErrors.length > 0) return error
    throw error
  }
}
