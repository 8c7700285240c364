import { paths } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetDesk, keepsWriting } from '#lib/drafts/desk-store.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import type { Ending } from '#lib/session/session-clock.ts'
import { buttonClass } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'

/** In place of the office's pages once the session has ended: what was read is neither on the page nor in memory. */
export function SessionEnded({ ending }: { ending: Ending }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const href = useRouterState({ select: ({ location }) => location.href })
  const [isKept] = useState(() => ending !== 'left' && keepsWriting())
  useEffect(() => {
    queryClient.clear()
    if (ending === 'left') forgetDesk()
  }, [queryClient, ending])
  const login = siteHref(paths.login, { ritorno: href, esito: ending === 'left' ? undefined : 'scaduta' })
  return (
    <Modal
      backdrop="static"
      isAlert
      title={t('session.ended.title')}
      footer={
        <NavLink href={login} className={buttonClass()}>
          {t('session.ended.again')}
        </NavLink>
      }
    >
      <p>{t(`session.ended.${ending}`)}</p>
      <p>{t(isKept ? 'caseDrafts.sessionKept' : 'session.ended.lost')}</p>
    </Modal>
  )
}
