import {
  formatScreenDate,
  getRegisterDocument,
  getRegisterEntry,
  getRegisterEntryJson,
  type PlainDate,
  paths,
  type RegisterEnding,
  type RegisterEntryDetail,
  type WholeRegisterEntry,
} from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { call, pathOf } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { isolate, listText, ShowDate } from '#lib/i18n/format.tsx'
import { basePath, siteHref } from '#lib/page/page-settings.ts'
import { useNameInTitle } from '#lib/page/page-subject.ts'
import { useSiteSearch } from '#lib/page/site-search.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { SummaryBlock } from '#ui/layout/summary-block.tsx'
import { EntryContacts, hasContacts } from './entry-contacts.tsx'
import { wholeFacts } from './entry-facts.tsx'
import '../../styles/public-register.scss'

const entryQuery = (id: number) => ({
  queryKey: [getRegisterEntry.path, id, i18next.language],
  queryFn: () => call(getRegisterEntry, { params: { id } }),
  meta: { isHandled: true },
})

const isUnknown = (error: Error | null) => error instanceof CallError && [400, 404].includes(error.status)

/** An entry of the register: its facts, the history of its enrolment, and the address under which it stays. */
export function RegisterEntryPage() {
  const { t } = useTranslation()
  const { id = 0 } = useSiteSearch()
  const { data, error, isFetching, refetch } = useQuery({ ...entryQuery(id), enabled: id > 0 })
  useNameInTitle(data?.entry.name)
  if (id === 0 || isUnknown(error)) return <UnknownEntry />
  if (data) return <Entry detail={data} />
  return (
    <div className="reading-column">
      <h1>{t('publicRegister.entry.title')}</h1>
      {error ? (
        <LoadFailed
          isRetrying={isFetching}
          onRetry={() => refetch()}
          texts={{ title: t('publicRegister.failed.title'), retry: t('publicRegister.failed.retry') }}
        />
      ) : (
        <TextSkeleton text={t('publicRegister.loading')} count={8} />
      )}
    </div>
  )
}

function UnknownEntry() {
  const { t } = useTranslation()
  return (
    <div className="reading-column">
      <h1>{t('publicRegister.entry.title')}</h1>
      <p className="lead-text">{t('publicRegister.entry.notFound')}</p>
      <p>{t('publicRegister.entry.notFoundText')}</p>
      <p>
        <NavLink href={siteHref(paths.publicRegister)}>{t('publicRegister.entry.back')}</NavLink>
      </p>
    </div>
  )
}

/** Said first: who is enrolled no more is nobody to turn to. */
function Ended({ on, ending }: { readonly on: PlainDate; readonly ending: RegisterEnding }) {
  const { t } = useTranslation()
  return (
    <Alert kind="warning" title={t('publicRegister.entry.ended', { date: isolate(formatScreenDate(on)) })}>
      <p>{t(`publicRegister.endings.${ending}`)}</p>
      <p>{t('publicRegister.entry.endedText')}</p>
    </Alert>
  )
}

function Contacts({ entry }: { readonly entry: WholeRegisterEntry }) {
  const { t } = useTranslation()
  return (
    <>
      <h2>{t('publicRegister.entry.contacts')}</h2>
      {hasContacts(entry) ? <EntryContacts entry={entry} /> : <p>{t('publicRegister.entry.noContacts')}</p>}
    </>
  )
}

/** What the body works against, with which projects, and the documents that the office publishes. */
function Work({ entry: { id, fields, projects, documents } }: { readonly entry: WholeRegisterEntry }) {
  const { t } = useTranslation()
  return (
    <>
      <h2>{t('publicRegister.entry.work')}</h2>
      <ul>
        {fields.map(({ ground, subGround }) => (
          <li key={`${ground} ${subGround}`}>
            {subGround ? t('report.labelled', { label: ground, text: subGround }) : ground}
          </li>
        ))}
      </ul>
      {projects.length > 0 && (
        <>
          <h3>{t('publicRegister.entry.projects')}</h3>
          <ul>
            {projects.map(({ name, fields: areas }) => (
              <li key={name}>
                <bdi>{name}</bdi>
                {areas.length > 0 && <span>{` (${listText(areas, i18next.language)})`}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {documents.length > 0 && (
        <>
          <h3>{t('publicRegister.entry.documents')}</h3>
          <ul>
            {documents.map((file) => (
              <li key={file.id}>
                <a href={siteHref(pathOf(getRegisterDocument, { id, file: file.id }))} download>
                  {t('report.labelled', { label: file.typeName, text: isolate(file.name) })}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Entry({ detail: { entry, history } }: { readonly detail: RegisterEntryDetail }) {
  const { t } = useTranslation()
  const { ending, endedOn } = entry
  // Without the language of the page: each reader reads it in their own.
  const address = `${location.origin}${basePath}${paths.publicRegisterEntry}?id=${entry.id}`
  return (
    <div className="reading-column">
      <Breadcrumb
        label={t('site.breadcrumb')}
        trail={[{ text: t('publicRegister.title'), href: siteHref(paths.publicRegister) }]}
        current={t('publicRegister.entry.title')}
      />
      <h1>
        <bdi>{entry.name}</bdi>
      </h1>
      {endedOn && ending ? <Ended on={endedOn} ending={ending} /> : <Contacts entry={entry} />}
      <Work entry={entry} />
      <SummaryBlock title={t('publicRegister.entry.facts')} items={wholeFacts(t, entry)} />
      <h2>{t('publicRegister.entry.history')}</h2>
      <ol className="timeline">
        {history.map(({ kind, on }) => (
          <li key={`${kind} ${on}`}>
            <p className="timeline-head">
              <ShowDate date={on} /> <strong>{t(`publicRegister.entry.steps.${kind}`)}</strong>
            </p>
          </li>
        ))}
      </ol>
      <h2>{t('publicRegister.entry.address')}</h2>
      <p>{t('publicRegister.entry.addressText')}</p>
      <p>
        <bdi dir="ltr" className="register-address">
          {address}
        </bdi>
      </p>
      <p className="no-print">
        <CopyButton
          value={address}
          label={t('publicRegister.entry.copy')}
          copiedLabel={t('publicRegister.entry.copied')}
        />
      </p>
      <p className="no-print">
        <span>{t('publicRegister.entry.dataText')}</span>{' '}
        <a href={siteHref(pathOf(getRegisterEntryJson, { id: entry.id }))}>{t('publicRegister.entry.data')}</a>
      </p>
    </div>
  )
}
