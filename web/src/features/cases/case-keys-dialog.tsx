import { useTranslation } from 'react-i18next'
import { type KeyAction, listKeys } from '#lib/list-keys.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Modal } from '#ui/modal.tsx'
import { DefinitionList } from '#ui/summary-block.tsx'

interface Props {
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
  readonly onClose: () => void
}

/** The keys of the list, and the way to switch them off. */
export function KeysDialog({ isOn, onSwitch, onClose }: Props) {
  const { t } = useTranslation()
  const keys = Object.entries(listKeys) as [string, KeyAction][]
  return (
    <Modal
      title={t('cases.keys.title')}
      onClose={onClose}
      closeText={t('site.close')}
      footer={<Button onClick={onClose}>{t('site.close')}</Button>}
    >
      <DefinitionList items={keys.map(([key, action]) => ({ term: key, value: t(`cases.keys.actions.${action}`) }))} />
      <div className="keys-switch">
        <Checkbox id="case-keys" label={t('cases.keys.switch')} checked={isOn} onChange={onSwitch} />
      </div>
    </Modal>
  )
}
