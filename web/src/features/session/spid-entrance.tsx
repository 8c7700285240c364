import { type IdentityProviderChoice, listIdentityProviders, paths, type SignInScheme } from '@portal/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import arubaid from 'spid-smart-button/dist/img/idp-logos/spid-idp-arubaid.svg?url'
import infocertid from 'spid-smart-button/dist/img/idp-logos/spid-idp-infocertid.svg?url'
import lepidaid from 'spid-smart-button/dist/img/idp-logos/spid-idp-lepidaid.svg?url'
import namirialid from 'spid-smart-button/dist/img/idp-logos/spid-idp-namirialid.svg?url'
import posteid from 'spid-smart-button/dist/img/idp-logos/spid-idp-posteid.svg?url'
import sielteid from 'spid-smart-button/dist/img/idp-logos/spid-idp-sielteid.svg?url'
import spiditalia from 'spid-smart-button/dist/img/idp-logos/spid-idp-spiditalia.svg?url'
import timid from 'spid-smart-button/dist/img/idp-logos/spid-idp-timid.svg?url'
import spidMark from 'spid-smart-button/dist/img/spid-ico-circle-bb.svg?url'
import { call } from '#lib/api/call.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icon.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'

/** Who offers to sign in, of SPID and of CIE. */
export const providersQuery = queryOptions({
  queryKey: ['session', 'providers'],
  queryFn: () => call(listIdentityProviders, {}),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isHandled: true },
})

interface Props {
  /** The page to come back to, as the address of the login names it. */
  readonly returnTo: string | undefined
}

/** The button of SPID with the list of identity providers under it, in another order at each view of the page. */
export function SpidEntrance({ returnTo }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches over the button and its list
    <div onKeyDown={handleKey}>
      <button
        ref={button}
        type="button"
        className="btn btn-primary spid-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <img src={spidMark} alt="" width="32" height="32" />
        <span>{t('login.spid.enter')}</span>
        <Icon name={isOpen ? 'it-collapse' : 'it-expand'} />
      </button>
      {isOpen && (
        <div id={listId} className="spid-providers">
          <p id={`${listId}-title`} className="spid-choose">
            {t('login.spid.choose')}
          </p>
          <Providers titleId={`${listId}-title`} returnTo={returnTo} />
        </div>
      )}
    </div>
  )
}

function Providers({ titleId, returnTo }: Props & { titleId: string }) {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(providersQuery)
  const inOrder = useMemo(
    () => data && connectedFirst(shuffled(ofScheme(data, 'spid').filter(({ isEidas }) => !isEidas))),
    [data],
  )
  if (isError)
    return (
      <Alert kind="danger" title={t('login.spid.failed')} announce="now">
        <Button variant="secondary" pending={isFetching} pendingText={t('site.loading')} onClick={() => refetch()}>
          {t('login.spid.retry')}
        </Button>
      </Alert>
    )
  if (!inOrder) return <TextSkeleton text={t('site.loading')} count={6} />
  if (inOrder.length === 0)
    return (
      <Alert kind="warning" announce="politely">
        {t('login.spid.empty')}
      </Alert>
    )
  return (
    <ul className="spid-list" aria-labelledby={titleId}>
      {inOrder.map((provider) => (
        <li key={provider.entityId}>
          <Provider provider={provider} returnTo={returnTo} />
        </li>
      ))}
    </ul>
  )
}

/** The providers of a scheme. */
export const ofScheme = (providers: readonly IdentityProviderChoice[], scheme: SignInScheme) =>
  providers.filter((provider) => provider.scheme === scheme)

const connectedFirst = (providers: readonly IdentityProviderChoice[]) => [
  ...providers.filter(({ href }) => href !== undefined),
  ...providers.filter(({ href }) => href === undefined),
]

function Provider({ provider, returnTo }: Props & { provider: IdentityProviderChoice }) {
  const { t } = useTranslation()
  const { name, href, isTest } = provider
  const logo = logoOf(provider.logo)
  const content = (
    <>
      {logo ? <img src={logo} alt={name} className="spid-logo" /> : <span className="spid-name">{name}</span>}
      {isTest && <span className="badge badge-neutral">{t('login.spid.test')}</span>}
    </>
  )
  if (href === undefined)
    return (
      <span className="spid-provider spid-provider-off">
        {content}
        <span className="spid-reason">{t('login.spid.notConnected')}</span>
      </span>
    )
  // The provider's pages are elsewhere: the browser goes there itself.
  return (
    <a className="spid-provider" href={withReturn(href, returnTo)}>
      {content}
    </a>
  )
}

/** The login's address with the page to come back to; a relative one stands below the page's own. */
export function withReturn(href: string, returnTo: string | undefined): string {
  if (returnTo === undefined) return href
  return `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ ritorno: returnTo })}`
}

/** The button for identities of other countries; absent where the eIDAS node is not connected. */
export function EidasEntrance({ returnTo }: Props) {
  const { t } = useTranslation()
  const { data = [] } = useQuery(providersQuery)
  return data
    .filter(({ isEidas, href }) => isEidas && href !== undefined)
    .map(({ entityId, href = '' }) => (
      <a
        key={entityId}
        className={`${buttonClass('secondary')} spid-button eidas-button`}
        href={withReturn(href, returnTo)}
      >
        {t('login.eidas')}
      </a>
    ))
}

/** Links to spid.gov.it for users without an identity. */
const spidPages = { more: 'https://www.spid.gov.it/', none: 'https://www.spid.gov.it/richiedi-spid' } as const

export function SpidLinks() {
  const { t } = useTranslation()
  return (
    <ul className="spid-links">
      <li>
        <a href={spidPages.more}>{t('login.spid.more')}</a>
      </li>
      <li>
        <a href={spidPages.none}>{t('login.spid.none')}</a>
      </li>
      <li>
        <NavLink href={siteHref(paths.assistance)}>{t('login.spid.help')}</NavLink>
      </li>
    </ul>
  )
}

/** The same things in another order, each order as likely as any other (Fisher and Yates). `random` gives from 0 up to 1. */
export function shuffled<T>(things: readonly T[], random: () => number = Math.random): T[] {
  const order = [...things]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[order[last], order[other]] = [order[other] as T, order[last] as T]
  }
  return order
}

const logos: Readonly<Record<string, string>> = {
  arubaid,
  infocertid,
  lepidaid,
  namirialid,
  posteid,
  sielteid,
  spiditalia,
  timid,
}

/** Address of a provider's logo, of those that a package ships (spid-smart-button, EUPL-1.2); the marks are the providers'. */
export const logoOf = (name: string | undefined): string | undefined =>
  name !== undefined && Object.hasOwn(logos, name) ? logos[name] : undefined
