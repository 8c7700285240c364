import type { FileRef } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { Modal } from '#ui/feedback/modal.tsx'
import { FilePreview } from './file-preview.tsx'

interface Props {
  readonly files: readonly FileRef[]
  readonly shownId: string
  readonly onShow: (id: string) => void
  readonly onClose: () => void
}

/** The preview of files in a dialog. */
export function PreviewDialog({ onClose, ...files }: Props) {
  const { t } = useTranslation()
  return (
    <Modal title={t('preview.title')} isWide onClose={onClose} closeText={t('site.close')}>
      <FilePreview {...files} />
    </Modal>
  )
}
