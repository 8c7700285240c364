import type { OperatorDetail } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyError } from '#lib/api/notify-error.ts'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { nameOf } from './operator-name.ts'
import { useEndSessions } from './operators.queries.ts'
import { ReassignDialog } from './reassign-dialog.tsx'

interface Props {
  readonly operator: OperatorDetail
}

/** What is open of a person: cases assigned to them and sessions, each with the way to end it. */
export function OperatorWork({ operator }: Props) {
  const { t } = useTranslation()
  return (
    <Panel title={t('operators.openWork')}>
      <OpenCases operator={operator} />
      <OpenSessions operator={operator} />
    </Panel>
  )
}

function OpenCases({ operator }: Props) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { openCases } = operator
  return (
    <div className="open-work">
      <p className="open-count">{t('operators.openCases', { count: openCases })}</p>
      <Button
        variant="secondary"
        size="sm"
        disabledReason={openCases === 0 ? t('operators.reasons.noCases') : undefined}
        onClick={() => setAsking(true)}
      >
        {t('operators.reassign.button')}
      </Button>
      {isAsking && <ReassignDialog operator={operator} onClose={() => setAsking(false)} />}
    </div>
  )
}

function OpenSessions({ operator }: Props) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const end = useEndSessions(operator.id, (count) =>
    notify({ kind: 'success', body: t('operators.sessions.ended', { count }) }),
  )
  const handleConfirm = () => {
    close()
    end.mutate(undefined, { onError: notifyError })
  }
  const { openSessions } = operator
  return (
    <div className="open-work">
      <p className="open-count">{t('operators.openSessions', { count: openSessions })}</p>
      <Button
        variant="secondary"
        size="sm"
        disabledReason={openSessions === 0 ? t('operators.reasons.noSessions') : undefined}
        onClick={() => setAsking(true)}
      >
        {t('operators.sessions.button')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('operators.sessions.title', { name: nameOf(operator) })}
          texts={{ confirm: t('operators.sessions.button'), cancel: t('desk.cancel'), close: t('site.close') }}
          onConfirm={handleConfirm}
          onClose={close}
        >
          <p>{t('operators.sessions.text')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
