import { useTranslation } from 'react-i18next'
import { ExternalLink } from '#ui/layout/external-link.tsx'

/** The address of a website as associations write it, with or without its scheme; undefined for anything but the web. */
export function webAddressOf(text: string): string | undefined {
  const given = text.trim()
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(given) ? given : `https://${given}`
  const url = parsed(whole)
  return url && /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url.href : undefined
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** A website: a link where it is one, otherwise its text. */
export function WebsiteLink({ website }: { readonly website: string }) {
  const { t } = useTranslation()
  const href = webAddressOf(website)
  if (href === undefined) return <bdi>{website}</bdi>
  return (
    <ExternalLink href={href} hint={t('site.external')}>
      <bdi dir="ltr">{website}</bdi>
    </ExternalLink>
  )
}
