import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { AudienceNote } from './audience-note.tsx'
import { ofScheme, providersQuery, withReturn } from './spid-entrance.tsx'

/** The Ministry's site about the card. */
const aboutCie = 'https://www.cartaidentita.interno.gov.it/'

/** The card of the electronic identity card; absent where its provider is not connected. */
export function CieEntrance({ returnTo }: { readonly returnTo: string | undefined }) {
  const { t } = useTranslation()
  const titleId = useId()
  const { data = [] } = useQuery(providersQuery)
  const connected = ofScheme(data, 'cie').filter(({ href }) => href !== undefined)
  if (connected.length === 0) return null
  return (
    <section className="panel login-card" aria-labelledby={titleId}>
      <h2 id={titleId} className="panel-title">
        {t('login.cie.title')}
      </h2>
      <p>{t('login.cie.text')}</p>
      <AudienceNote providers={connected} />
      {connected.map(({ entityId, href = '', isTest }) => (
        // The provider's pages are elsewhere: the browser goes there itself.
        <a key={entityId} className={`${buttonClass()} spid-button`} href={withReturn(href, returnTo)}>
          <Icon name="it-card" />
          <span>{t('login.cie.enter')}</span>
          {isTest && <span className="badge badge-neutral">{t('login.spid.test')}</span>}
        </a>
      ))}
      <ul className="spid-links">
        <li>
          <a href={aboutCie}>{t('login.cie.more')}</a>
        </li>
      </ul>
    </section>
  )
}
