import { type CaseEntry, type CaseRow, findPossibleDuplicates, newCaseForm, withoutHidden } from '@portal/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { ShowDay } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { caseLists } from '../list/case-lists.ts'

type Clues = Extract<Parameters<typeof call<typeof findPossibleDuplicates>>[1], { body: unknown }>['body']

/** A name of which less is typed finds too many. */
const nameCharacters = 3

/** Who reports and who it happened to, as far as enough of their names is typed. */
function personsIn({ lastName, firstName, organisationName, victimLastName, victimFirstName }: CaseEntry): string[] {
  const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')
  const names = [joined(lastName, firstName) || organisationName || '', joined(victimLastName, victimFirstName)]
  return [...new Set(names)].filter((name) => name.length >= nameCharacters)
}

/** What a case may be known by already; undefined while too little is typed. What other answers hide is no clue. */
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

const twinsQuery = (clues: Clues | undefined) =>
  queryOptions({
    queryKey: ['cases', 'twins', clues],
    queryFn: ({ signal }) => call(findPossibleDuplicates, { body: clues ?? {} }, { signal }),
    enabled: clues !== undefined,
    placeholderData: keepPreviousData,
    meta: { isHandled: true },
  })

const pauseMs = 600

/** Cases that may be the one being entered, looked for while it is typed. */
export function useTwins(values: CaseEntry): readonly CaseRow[] {
  const clues = useSettled(cluesIn(values))
  const { data } = useQuery(twinsQuery(clues))
  return clues ? (data?.rows ?? []) : []
}

/** Where they stand in the page, which may be out of sight when they come. */
export const twinsId = 'case-twins'

export function CaseTwins({ twins }: { twins: readonly CaseRow[] }) {
  const { t } = useTranslation()
  return (
    <div role="status" id={twinsId}>
      {twins.length > 0 && (
        <Alert kind="warning" title={t('caseNew.twins')}>
          <p>{t('caseNew.twinsText')}</p>
          <ul className="plain-list twin-list">
            {twins.map((twin) => (
              <li key={twin.id}>
                <Twin twin={twin} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}

/** Opened beside: what is typed here stays. */
function Twin({ twin: { id, code, status, createdAt } }: { twin: CaseRow }) {
  const { t } = useTranslation()
  return (
    <>
      <a href={siteHref(caseLists.all.detailPath, { id })} target="_blank" rel="noreferrer">
        <bdi dir="ltr" className="figures">
          {code}
        </bdi>
        <span className="visually-hidden"> ({t('caseNew.twinHint')})</span>
      </a>{' '}
      <StatusOfCase status={status} /> <ShowDay instant={createdAt} />
    </>
  )
}

/** A value once it has not changed for a moment; a new object that says the same is no change. */
function useSettled<T>(value: T): T | undefined {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setSettled, pauseMs, text)
    return () => clearTimeout(timer)
  }, [text])
  return settled === undefined ? undefined : (JSON.parse(settled) as T)
}
