import { mayOpen, paths, type Role, signOut, switchRole, type User } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { hasUnsavedText } from '#lib/drafts/unsaved-text.ts'
import { notify } from '#lib/page/notices.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useSessionChange } from '#lib/session/session-change.ts'
import { thisTab } from '#lib/session/session-channel.ts'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuButton, type MenuEntry } from '#ui/menu-button.tsx'

interface Props {
  readonly user: User
  readonly onLeave: () => void
}

/** Who is signed in, and what they can do about it: another role, their sessions, the way out. */
export function UserMenu({ user, onLeave }: Props) {
  const { t } = useTranslation()
  const { enter } = useSessionChange()
  const [waiting, setWaiting] = useState<{ readonly go: () => void }>()
  /** Asks first where what was written would be lost. */
  const leaving = (go: () => void) => () => (hasUnsavedText() ? setWaiting({ go }) : go())
  const change = useMutation({
    mutationFn: (role: Role) => call(switchRole, { body: { role } }),
    onSuccess: (changed) => enter(changed),
  })
  const roles = user.roles.map(
    (role): MenuEntry => ({
      text: t(`roles.${role}`),
      isCurrent: role === user.selectedRole,
      ...(role === user.selectedRole && { icon: 'it-check' }),
      onSelect: role === user.selectedRole ? () => undefined : leaving(() => change.mutate(role)),
    }),
  )
  return (
    <>
      {waiting && <Question onGo={waiting.go} onClose={() => setWaiting(undefined)} />}
      <MenuButton
        groups={[
          ...(roles.length > 1 ? [{ title: t('session.role'), entries: roles }] : []),
          {
            entries: [
              ...(mayOpen(paths.agenda, user.selectedRole)
                ? [{ text: t('session.agenda'), icon: 'it-calendar', href: siteHref(paths.agenda) } as const]
                : []),
              { text: t('session.mine'), icon: 'it-locked', href: siteHref(paths.mySessions) },
              { text: t('desk.signOut'), icon: 'it-logout', onSelect: leaving(onLeave) },
            ],
          },
        ]}
      >
        <Icon name="it-user" className="desk-user-icon" />
        <span className="desk-user">
          <span>{`${user.lastName} ${user.firstName}`}</span>
          <span className="desk-user-role">
            <span aria-hidden="true"> · </span>
            <span>{t(`roles.${user.selectedRole}`)}</span>
          </span>
        </span>
      </MenuButton>
    </>
  )
}

function Question({ onGo, onClose }: { onGo: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const handleGo = () => {
    onClose()
    onGo()
  }
  return (
    <ConfirmDialog
      title={t('session.unsavedTitle')}
      texts={{ confirm: t('session.unsavedGo'), cancel: t('session.unsavedStay'), close: t('site.close') }}
      isDanger
      onConfirm={handleGo}
      onClose={onClose}
    >
      <p>{t('session.unsavedText')}</p>
    </ConfirmDialog>
  )
}

/** Signs out: first of all nothing of the office is left on the screen, in no tab (specification §7). */
export function useSignOut() {
  const { t } = useTranslation()
  const { leave } = useSessionChange()
  const router = useRouter()
  return async () => {
    thisTab.tell({ kind: 'left' })
    const answer = call(signOut, {}).catch((error: unknown) => {
      // Without a session the user is signed out already.
      if (error instanceof CallError && error.status === 401) return { logoutUrl: undefined }
      return undefined
    })
    await leave()
    const left = await answer
    if (!left) notify({ kind: 'error', body: t('login.signOutFailed') })
    else if (left.logoutUrl) window.location.assign(left.logoutUrl)
    else await router.navigate({ href: siteHref(paths.login, { esito: 'uscita' }), replace: true })
  }
}
