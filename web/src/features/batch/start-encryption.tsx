import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { useStartEncryption } from './encryption.queries.ts'

interface Props {
  readonly isRunning: boolean
  readonly isReady: boolean
}

/** 'Avvia cifratura', with a new key or without, after saying what that does. */
export function StartEncryption({ isRunning, isReady }: Props) {
  const { t } = useTranslation()
  const [withNewKey, setWithNewKey] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const start = useStartEncryption()
  const close = () => setAsking(false)
  const handleConfirm = () => {
    close()
    start.mutate(withNewKey)
    setWithNewKey(false)
  }
  const reason = isRunning ? t('batchPage.start.isRunning') : isReady ? undefined : t('site.loading')
  return (
    <>
      <div className="cluster run-start">
        <Checkbox
          id="with-new-key"
          label={t('batchPage.start.withNewKey')}
          checked={withNewKey}
          onChange={setWithNewKey}
        />
        <Button disabledReason={reason} onClick={() => setAsking(true)}>
          {t('batchPage.start.button')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('batchPage.start.title')}
          texts={{ confirm: t('batchPage.start.button'), cancel: t('desk.cancel'), close: t('site.close') }}
          onConfirm={handleConfirm}
          onClose={close}
        >
          <p>{t(withNewKey ? 'batchPage.start.newKeyText' : 'batchPage.start.text')}</p>
          <p>{t('batchPage.start.meanwhile')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
