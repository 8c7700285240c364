import { type DemoPerson, listDemoPeople, signInAsDemoPerson } from '@portal/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { notify } from '#lib/page/notices.ts'
import { useSessionChange } from '#lib/session/session-change.ts'
import { Button } from '#ui/button.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'

const demoPeopleQuery = queryOptions({
  queryKey: ['session', 'demo'],
  queryFn: () => call({ ...listDemoPeople, silent: true }, {}),
})

/** One person for each role, and one with several roles (decisions §2). */
function onePerRole(people: readonly DemoPerson[]): DemoPerson[] {
  const met = new Set<string>()
  return people.filter(({ roles, isEnabled }) => {
    const set = roles.join()
    if (!isEnabled || met.has(set)) return false
    met.add(set)
    return true
  })
}

interface Props {
  /** The page to come back to, as the address of the login names it. */
  readonly returnTo: string | undefined
}

/** The people of the demonstration, who need no SPID. */
export function DemoPeople({ returnTo }: Props) {
  const { t } = useTranslation()
  const { data: people } = useQuery(demoPeopleQuery)
  const enter = useSignIn(returnTo)
  return (
    <section className="demo-box" aria-labelledby="demo-title">
      <h2 id="demo-title">{t('login.demoTitle')}</h2>
      <p>{t('login.demoText')}</p>
      {people ? (
        <ul className="demo-people">
          {onePerRole(people).map((person) => (
            <li key={person.taxCode}>
              <span>
                <strong>{`${person.firstName} ${person.lastName}`}</strong>
                <span className="demo-roles">{person.roles.map((role) => t(`roles.${role}`)).join(', ')}</span>
              </span>
              <Button variant="secondary" size="sm" onClick={() => enter.mutate(person)}>
                {t('login.enter', { name: person.firstName })}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <TextSkeleton text={t('site.loading')} count={7} />
      )}
    </section>
  )
}

function useSignIn(returnTo: string | undefined) {
  const { t } = useTranslation()
  const { enter } = useSessionChange()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: ({ taxCode }: DemoPerson) => call(signInAsDemoPerson, { body: { taxCode } }),
    onSuccess: (user) => enter(user, returnTo),
    onError: () => notify({ kind: 'error', body: t('login.failed') }),
  })
}
