import type { ListedRun } from '@portal/contract'
import { useTranslation } from 'react-i18next'

/** The first files that a migration left where they were, by number, each with its reason. */
export function UnmovedFiles({ run: { unmovedFiles = [], skipped } }: { readonly run: ListedRun }) {
  const { t } = useTranslation()
  return (
    <>
      <ul>
        {unmovedFiles.map(({ number, id, reason }) => (
          <li key={number ?? id}>
            <span>{t(number === undefined ? 'runsPage.file' : 'runsPage.attachment')}</span>{' '}
            <bdi dir="ltr" className="digest">
              {number ?? id}
            </bdi>
            <span>{`: ${t(`runsPage.unmoved.${reason}`)}`}</span>
          </li>
        ))}
      </ul>
      {unmovedFiles.length < skipped && <p>{t('runsPage.unmovedMore', { count: skipped - unmovedFiles.length })}</p>}
    </>
  )
}
