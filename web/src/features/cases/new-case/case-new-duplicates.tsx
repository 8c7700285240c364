import { type CaseEntry, type CaseRow, findPossibleDuplicates, newCaseForm, withoutHidden } from '@portal/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { ShowDay } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useSettled } from '#lib/page/use-settled.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { caseLists } from '../list/case-lists.ts'
import { CaseNames } from '../list/case-names.tsx'

type Clues = Extract<Parameters<typeof call<typeof findPossibleDuplicates>>[1], { body: unknown }>['body']

/** Shorter names match too many cases. */
const nameCharacters = 3

/** Names of the reporter and the victim that are long enough to search for. */
function personsIn({ lastName, firstName, organisationName, victimLastName, victimFirstName }: CaseEntry): string[] {
  const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')
  const names = [joined(lastName, firstName) || organisationName || '', joined(victimLastName, victimFirstName)]
  return [...new Set(names)].filter((name) => name.length >= nameCharacters)
}

/** The search keys for possible duplicates; undefined while there are too few. Ignores fields that other answers hide. */
export function cluesIn(entry: CaseEntry): Clues | undefined {
  const values = withoutHidden(newCaseForm, entry)
  const { protocolNumbers = [], placeCity, eventDate } = values
  const place = placeCity !== undefined && eventDate !== undefined ? { placeCity, eventDate } : undefined
  const numbers = protocolNumbers.flatMap(({ number }) => number || [])
  const persons = personsIn(values)
  const clues: Clues = {
    ...(numbers.length > 0 && { protocolNumbers: numbers }),
    ...(persons.length > 0 && { persons }),
    ...place,
  }
  return Object.keys(clues).length > 0 ? clues : undefined
}

const duplicatesQuery = (clues: Clues | undefined) =>
  queryOptions({
    queryKey: ['cases', 'possibleDuplicates', clues],
    queryFn: ({ signal }) => call(findPossibleDuplicates, { body: clues ?? {} }, { signal }),
    enabled: clues !== undefined,
    placeholderData: keepPreviousData,
    meta: { isHandled: true },
  })

const pauseMs = 600

/** Possible duplicates of the case being entered, searched while the user types. */
export function usePossibleDuplicates(values: CaseEntry): readonly CaseRow[] {
  const clues = useSettled(cluesIn(values), pauseMs)
  const { data } = useQuery(duplicatesQuery(clues))
  return clues ? (data?.rows ?? []) : []
}

/** Id of the list, which may be out of view when results arrive. */
export const duplicatesId = 'possible-duplicates'

export function PossibleDuplicates({ duplicates }: { duplicates: readonly CaseRow[] }) {
  const { t } = useTranslation()
  return (
    <div role="status" id={duplicatesId}>
      {duplicates.length > 0 && (
        <Alert kind="warning" title={t('caseNew.twins')}>
          <p>{t('caseNew.twinsText')}</p>
          <ul className="plain-list twin-list">
            {duplicates.map((duplicate) => (
              <li key={duplicate.id}>
                <PossibleDuplicate duplicate={duplicate} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}

/** A link in a new browser tab, so that the form stays. */
function PossibleDuplicate({ duplicate }: { duplicate: CaseRow }) {
  const { t } = useTranslation()
  const { id, code, status, createdAt } = duplicate
  return (
    <>
      <a href={siteHref(caseLists.all.detailPath, { id })} target="_blank" rel="noreferrer">
        <bdi dir="ltr" translate="no" className="figures">
          {code}
        </bdi>
        <span className="visually-hidden">{` (${t('caseNew.twinHint')})`}</span>
      </a>{' '}
      <StatusOfCase status={status} /> <ShowDay instant={createdAt} /> <CaseNames row={duplicate} />
    </>
  )
}
