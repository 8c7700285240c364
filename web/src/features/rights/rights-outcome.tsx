import { getRightsArchive, type RightsCounts, type RightsDetail } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { pathOf } from '#lib/api/call.ts'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { buttonClass } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Icon } from '#ui/icon.tsx'

/** Where the request stands: under way, done with what came of it, failed, refused. */
export function RightsOutcome({ request }: { request: RightsDetail }) {
  const { t } = useTranslation()
  const { status, kind } = request
  return (
    <div role="status">
      {status === 'approved' && <Alert kind="info">{t(`rightsPage.underWay.${kind}`)}</Alert>}
      {status === 'failed' && <Alert kind="danger">{t('rightsPage.outcome.failed')}</Alert>}
      {status === 'done' && (kind === 'export' ? <Archive request={request} /> : <Erased request={request} />)}
    </div>
  )
}

type Counted = keyof RightsCounts

/** '2 segnalazioni, 3 mail': what has no number in it is left out. */
const countsText = (t: TFunction, counts: RightsCounts, counted: readonly Counted[]) =>
  counted
    .filter((name) => counts[name] > 0)
    .map((name) => t(`rightsPage.counts.${name}`, { count: counts[name] }))
    .join(', ') || t('rightsPage.counts.nothing')

const exported = ['reports', 'users', 'mails', 'auditEntries'] as const
const erased = ['reports', 'mails'] as const

function Archive({ request: { id, counts, archiveUntil } }: { request: RightsDetail }) {
  const { t } = useTranslation()
  if (!archiveUntil) return <Alert kind="info">{t('rightsPage.outcome.archiveGone')}</Alert>
  return (
    <Alert kind="success" title={t('rightsPage.outcome.archiveReady')}>
      {counts && <p>{t('rightsPage.outcome.archiveHolds', { counts: countsText(t, counts, exported) })}</p>}
      <p>
        {t('rightsPage.outcome.archiveUntil')} <ShowInstant instant={archiveUntil} />.
      </p>
      <a className={buttonClass()} href={siteHref(pathOf(getRightsArchive, { id }))} download>
        <Icon name="it-download" />
        {t('rightsPage.outcome.download')}
      </a>
    </Alert>
  )
}

function Erased({ request: { counts, finishedAt } }: { request: RightsDetail }) {
  const { t } = useTranslation()
  return (
    <Alert kind="success" title={t('rightsPage.outcome.erased')}>
      <p>
        {finishedAt && <ShowInstant instant={finishedAt} />}
        {counts && ` – ${countsText(t, counts, erased)}`}
      </p>
    </Alert>
  )
}
