import { type AssistanceDraft, homeOf, paths } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { AssistanceRequest } from './assistance-page.tsx'

/** The same for a signed-in user, whose data are known. */
export function DeskAssistancePage() {
  const { t } = useTranslation()
  const { firstName, lastName, mail, selectedRole } = useUser()
  const [known] = useState<AssistanceDraft>({ firstName, lastName, ...(mail && { email: mail }) })
  return (
    <AssistanceRequest
      intro={t('desk.assistanceText')}
      known={known}
      onward={<NavLink href={siteHref(homeOf(selectedRole) ?? paths.deskHome)}>{t('desk.home')}</NavLink>}
    />
  )
}
