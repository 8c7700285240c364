import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import '../../styles/login.scss'
import { hasDemoPeople } from '#lib/page/page-settings.ts'
import { useSiteSearch } from '#lib/page/site-search.ts'
import { readReturn } from '#lib/session/return-path.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { AudienceNote } from './audience-note.tsx'
import { CieEntrance } from './cie-entrance.tsx'
import { DemoPeople } from './demo-people.tsx'
import { EidasEntrance, ofScheme, providersQuery, SpidEntrance, SpidLinks } from './spid-entrance.tsx'

const noticeWords = ['uscita', 'uscita_parziale', 'scaduta'] as const

/** How the last session ended, as the address tells; anything else in its place says nothing. */
export const noticeOf = (word: unknown) => noticeWords.find((known) => known === word)

export function LoginPage() {
  const { t } = useTranslation()
  const { esito, ritorno } = useSiteSearch()
  const notice = noticeOf(esito)
  const returnTo = readReturn(ritorno)
  const { data: providers = [] } = useQuery(providersQuery)
  return (
    <div className="reading-column">
      <h1>{t('login.title')}</h1>
      {notice && (
        <Alert kind={notice === 'uscita_parziale' ? 'warning' : 'info'} announce="politely">
          {t(`login.notices.${notice}`)}
        </Alert>
      )}
      <p className="lead-text">{t('login.text')}</p>
      <section className="panel login-card" aria-labelledby="spid-title">
        <h2 id="spid-title" className="panel-title">
          {t('login.spid.title')}
        </h2>
        <p>{t('login.spid.text')}</p>
        <AudienceNote providers={ofScheme(providers, 'spid')} />
        <SpidEntrance returnTo={returnTo} />
        <EidasEntrance returnTo={returnTo} />
        <SpidLinks />
      </section>
      <CieEntrance returnTo={returnTo} />
      {hasDemoPeople && <DemoPeople returnTo={returnTo} />}
    </div>
  )
}
