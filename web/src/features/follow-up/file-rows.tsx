import { type Attachment, getAttachment } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { pathOf } from '#lib/api/call.ts'
import { formatBytes } from '#lib/i18n/format-bytes.ts'
import { siteHref } from '#lib/page/page-settings.ts'

/** Files that were sent, each to be fetched again, with the digest that shows that it is unchanged. */
export function FileRows({ files }: { files: readonly Attachment[] }) {
  const { t, i18n } = useTranslation()
  return (
    <ul className="file-rows">
      {files.map(({ id, name, size, digest }) => (
        <li key={id}>
          <a href={siteHref(pathOf(getAttachment, { id }))} download={name}>
            <bdi>{name}</bdi>
          </a>{' '}
          <bdi className="figures">({formatBytes(size, i18n.language)})</bdi>
          <details>
            <summary>{t('followUp.digest')}</summary>
            <bdi dir="ltr" className="written-text">
              {digest}
            </bdi>
          </details>
        </li>
      ))}
    </ul>
  )
}
