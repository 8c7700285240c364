import { type OwnAssociation, paths, startsFrom } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DownloadButton } from '#lib/files/file-download.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { editDenialText, isRemovalOffered, isSendingDue, renewalDenialText } from './own-actions.ts'
import { useCertificate } from './own-associations.queries.ts'
import { RemovalDialog } from './removal-dialog.tsx'

interface Props {
  readonly own: OwnAssociation
}

/** What the association can do now; a button that is off says why. */
export function OwnButtons({ own }: Props) {
  const { t } = useTranslation()
  const go = useGo()
  const [isRemoving, setRemoving] = useState(false)
  const isDue = isSendingDue(own)
  const edit = () => go(siteHref(paths.personalAreaEdit, { id: own.id, ...(isDue && { passo: 'documenti' }) }))
  return (
    <>
      <div className="cluster own-buttons">
        <Button
          icon={isDue ? 'it-upload' : 'it-pencil'}
          variant={isDue ? 'primary' : 'secondary'}
          disabledReason={editDenialText(t, own)}
          onClick={edit}
        >
          {t(isDue ? 'personalArea.missing.send' : 'personalArea.edit.open')}
        </Button>
        {startsFrom('askRenewal', own.status) && <RenewalButton own={own} />}
        {own.hasCertificate && <CertificateButton own={own} />}
        {isRemovalOffered(own) && (
          <Button variant="quiet" onClick={() => setRemoving(true)}>
            {t('personalArea.removal.open')}
          </Button>
        )}
      </div>
      {isRemoving && <RemovalDialog own={own} onClose={() => setRemoving(false)} />}
    </>
  )
}

function RenewalButton({ own }: Props) {
  const { t } = useTranslation()
  const go = useGo()
  const denial = renewalDenialText(t, own)
  return (
    <Button
      icon="it-refresh"
      variant={denial === undefined ? 'primary' : 'secondary'}
      disabledReason={denial}
      onClick={() => go(siteHref(paths.personalAreaRenewal, { id: own.id }))}
    >
      {t('personalArea.renewal.open')}
    </Button>
  )
}

function CertificateButton({ own }: Props) {
  const { t } = useTranslation()
  return (
    <DownloadButton variant="secondary" download={useCertificate(own)}>
      {t('personalArea.certificate')}
    </DownloadButton>
  )
}
