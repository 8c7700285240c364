import { type DemoPerson, homeOf, listDemoPeople, paths, signInAsDemoPerson } from '@portal/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/call.ts'
import { currentUserQuery } from '#lib/current-user.ts'
import { useGo } from '#lib/navigation.ts'
import { notify } from '#lib/notices.ts'
import { hasDemoPeople, siteHref } from '#lib/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'

const demoPeopleQuery = queryOptions({
  queryKey: ['session', 'demo'],
  queryFn: () => call({ ...listDemoPeople, silent: true }, {}),
  enabled: hasDemoPeople,
})

export function LoginPage() {
  const { t } = useTranslation()
  return (
    <div className="reading-column">
      <h1>{t('login.title')}</h1>
      <p className="lead-text">{t('login.text')}</p>
      {hasDemoPeople ? <DemoPeople /> : <p>{t('login.none')}</p>}
    </div>
  )
}

/** One person for each role, and whoever has several (decisions §2). */
function onePerRole(people: readonly DemoPerson[]): DemoPerson[] {
  const met = new Set<string>()
  return people.filter(({ roles, isEnabled }) => {
    const set = roles.join()
    if (!isEnabled || met.has(set)) return false
    met.add(set)
    return true
  })
}

function DemoPeople() {
  const { t } = useTranslation()
  const { data: people } = useQuery(demoPeopleQuery)
  const enter = useSignIn()
  return (
    <section className="demo-box" aria-labelledby="demo-title">
      <h2 id="demo-title">{t('login.demoTitle')}</h2>
      <p>{t('login.demoText')}</p>
      {people ? (
        <ul className="demo-people">
          {onePerRole(people).map((person) => (
            <li key={person.taxCode}>
              <span>
                <strong>
                  {person.firstName} {person.lastName}
                </strong>
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

function useSignIn() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const go = useGo()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: ({ taxCode }: DemoPerson) => call(signInAsDemoPerson, { body: { taxCode } }),
    onSuccess: (user) => {
      queryClient.clear()
      queryClient.setQueryData(currentUserQuery.queryKey, user)
      go(siteHref(homeOf(user.selectedRole) ?? paths.userNotAllowed))
    },
    onError: () => notify({ kind: 'error', body: t('login.failed') }),
  })
}
