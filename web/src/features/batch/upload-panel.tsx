import { getUploadTemplate } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { pathOf } from '#lib/api/call.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { Icon } from '#ui/icon.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { useUpload } from './upload.queries.ts'
import { UploadForm } from './upload-form.tsx'
import { UploadProgress } from './upload-progress.tsx'

/** Adds accounts from a file: first tried, then loaded, all of it or nothing. */
export function UploadPanel() {
  const { t } = useTranslation()
  const { run, send } = useUpload()
  return (
    <Panel title={t('batchPage.upload.title')}>
      <p>{t('batchPage.upload.intro')}</p>
      <p className="cluster">
        {t('batchPage.upload.templates')}
        <Template format="csv" text={t('batchPage.upload.templateCsv')} />
        <Template format="xlsx" text={t('batchPage.upload.templateXlsx')} />
      </p>
      <UploadForm run={run} send={send} />
      <UploadProgress run={run} />
    </Panel>
  )
}

function Template({ format, text }: { format: 'csv' | 'xlsx'; text: string }) {
  return (
    <a href={siteHref(pathOf(getUploadTemplate), { formato: format })} download className="template-link">
      <Icon name="it-download" size="xs" /> {text}
    </a>
  )
}
