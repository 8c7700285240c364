import { useTranslation } from 'react-i18next'
import { deskKeys, type KeyAction, keysSwitch, keyText, useKeysSwitch } from '#lib/backoffice/desk-keys.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { DefinitionList } from '#ui/layout/summary-block.tsx'

/** The keys of the back office, and the way to switch them off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const isOn = useKeysSwitch()
  const keys = Object.entries(deskKeys) as [string, KeyAction][]
  return (
    <Modal
      title={t('deskKeys.title')}
      onClose={onClose}
      closeText={t('site.close')}
      footer={<Button onClick={onClose}>{t('site.close')}</Button>}
    >
      <DefinitionList
        items={keys.map(([key, action]) => ({ term: keyText(key), value: t(`deskKeys.actions.${action}`) }))}
      />
      <div className="keys-switch">
        <Checkbox id="desk-keys" label={t('deskKeys.switch')} checked={isOn} onChange={keysSwitch.set} />
      </div>
    </Modal>
  )
}
