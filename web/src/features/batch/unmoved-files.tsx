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
            {t(number === undefined ? 'runsPage.file' : 'runsPage.attachment')}{' '}
            <bdi dir="ltr" className="digest">
              {number ?? id}
            </bdi>
            : {t(`runsPage.unmoved.${reason}`)}
          </li>
        ))}
      </ul>
      {unmovedFiles.length < skipped && <p>{t('runsPage.unmovedMore', { count: skipped - unmovedFiles.length })}</p>}
    </>
  )
}
