import { endSessions, listSessions, type OwnSession, paths } from '@portal/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { notify } from '#lib/page/notices.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useSessionChange } from '#lib/session/session-change.ts'
import { thisTab } from '#lib/session/session-channel.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { SessionTable } from './session-table.tsx'

const sessionsQuery = queryOptions({
  queryKey: ['session', 'list'],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
  meta: { isHandled: true },
})

/** Which sessions are about to be ended. */
type Ending = { readonly which: 'others' | 'all' } | { readonly which: 'one'; readonly session: OwnSession }

/** Where one is signed in, and the end of it by hand. */
export function MySessionsPage() {
  const { t } = useTranslation()
  const { data: sessions, isError, isFetching, refetch } = useQuery(sessionsQuery)
  const [dialog, setDialog] = useState<Ending>()
  const end = useEnding()
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent)
  return (
    <>
      <h1>{t('mySessions.title')}</h1>
      <p>{t('mySessions.intro')}</p>
      {isError && !sessions ? (
        <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
      ) : (
        <>
          <SessionTable sessions={sessions} onEnd={(session) => setDialog({ which: 'one', session })} />
          <div className="session-actions">
            <Button
              variant="secondary"
              disabledReason={hasOthers ? undefined : t('mySessions.noOthers')}
              onClick={() => setDialog({ which: 'others' })}
            >
              {t('mySessions.endOthers')}
            </Button>
            <Button variant="danger" onClick={() => setDialog({ which: 'all' })}>
              {t('mySessions.endAll')}
            </Button>
          </div>
        </>
      )}
      {dialog && (
        <Question
          dialog={dialog}
          onConfirm={() => {
            setDialog(undefined)
            end.mutate(dialog)
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}

interface QuestionProps {
  readonly dialog: Ending
  readonly onConfirm: () => void
  readonly onClose: () => void
}

function Question({ dialog, onConfirm, onClose }: QuestionProps) {
  const { t } = useTranslation()
  const { which } = dialog
  const confirm = { one: 'mySessions.end', others: 'mySessions.endOthers', all: 'mySessions.endAll' } as const
  return (
    <ConfirmDialog
      title={t(`mySessions.ask.${which}.title`)}
      texts={{ confirm: t(confirm[which]), cancel: t('desk.cancel'), close: t('site.close') }}
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t(`mySessions.ask.${which}.text`, { browser: dialog.which === 'one' ? dialog.session.browser : '' })}</p>
    </ConfirmDialog>
  )
}

const bodyOf = (ending: Ending) =>
  ending.which === 'one' ? { id: ending.session.id } : { keepsCurrent: ending.which === 'others' }

function useEnding() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const router = useRouter()
  const { leave } = useSessionChange()
  return useMutation({
    mutationFn: (ending: Ending) => call(endSessions, { body: bodyOf(ending) }),
    onSuccess: async ({ count }, { which }) => {
      if (which === 'all') {
        thisTab.tell({ kind: 'left' })
        await leave()
        await router.navigate({ href: siteHref(paths.login, { esito: 'uscita' }), replace: true })
        return
      }
      notify({ kind: 'success', body: t('mySessions.ended', { count }) })
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
}
