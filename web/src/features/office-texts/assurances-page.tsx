import {
  type AssurancesToConfirm,
  assuranceNames,
  confirmAssurances,
  getAssurances,
  isRightToLeft,
  ownNames,
  withdrawAssurances,
} from '@portal/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { formatInstant } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { DefinitionList } from '#ui/layout/summary-block.tsx'

const assurancesQuery = queryOptions({
  queryKey: ['assurances'],
  queryFn: ({ signal }) => call(getAssurances, {}, { signal }),
  meta: { isHandled: true },
})

/** What the office assures reporters of, in every language, for the head of the office to confirm. */
export function AssurancesPage() {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(assurancesQuery)
  return (
    <div className="stack">
      <h1>{t('assurancesPage.title')}</h1>
      <p>{t('assurancesPage.intro')}</p>
      {isError && !data && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {data && (
        <>
          <State assurances={data} />
          {data.texts.map((texts) => (
            <Panel key={texts.language} title={ownNames[texts.language]}>
              <DefinitionList
                items={assuranceNames.map((name) => ({
                  term: t(`assurancesPage.${name}`),
                  value: (
                    <span lang={texts.language} dir={isRightToLeft(texts.language) ? 'rtl' : 'ltr'}>
                      {texts[name]}
                    </span>
                  ),
                  isWide: true,
                }))}
              />
            </Panel>
          ))}
        </>
      )}
    </div>
  )
}

/** Whether pages show the texts, who confirmed them, and the button that changes it. */
function State({ assurances }: { assurances: AssurancesToConfirm }) {
  const { t } = useTranslation()
  const { areShown, digest } = assurances
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: () => (areShown ? call(withdrawAssurances, {}) : call(confirmAssurances, { body: { digest } })),
    onSuccess: (changed) => {
      queryClient.setQueryData(assurancesQuery.queryKey, changed)
      notify({ kind: 'success', body: t(changed.areShown ? 'assurancesPage.confirmed' : 'assurancesPage.withdrawn') })
    },
  })
  const step = areShown ? 'withdraw' : 'confirm'
  return (
    <Alert kind={areShown ? 'success' : 'info'}>
      <p>{useStateText(assurances)}</p>
      <ConfirmButton
        button={{
          variant: areShown ? 'secondary' : 'primary',
          pending: change.isPending,
          pendingText: t(areShown ? 'assurancesPage.withdrawing' : 'assurancesPage.confirming'),
          children: t(`assurancesPage.${step}`),
        }}
        title={t(`assurancesPage.${step}Title`)}
        texts={{ confirm: t(`assurancesPage.${step}`), cancel: t('desk.cancel'), close: t('site.close') }}
        onConfirm={() => change.mutate()}
      >
        <p>{t(`assurancesPage.${step}Text`)}</p>
      </ConfirmButton>
    </Alert>
  )
}

function useStateText({ areShown, confirmedBy, confirmedAt }: AssurancesToConfirm): string {
  const { t } = useTranslation()
  if (!confirmedAt) return t('assurancesPage.off')
  const at = formatInstant(confirmedAt)
  if (!areShown) return t('assurancesPage.changed', { at })
  return t('assurancesPage.on', { name: confirmedBy ?? t('assurancesPage.someone'), at })
}
