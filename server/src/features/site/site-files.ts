import { dayMs, type Language, languages, listedPages, paths } from '@portal/contract'

/** Origin and base path of the site. */
export interface Place {
  readonly origin: string
  readonly slug: string
}

const siteUrl = ({ origin, slug }: Place, path: string) => `${origin}/${slug}${path}`

/** Areas closed to search engines. */
const closed = ['/api/', '/gestione/', '/registro/', '/associazione/', '/error/', paths.login] as const

/** robots.txt: allows the public pages, and of the report form only its first page. */
export function robotsText(place: Place): string {
  const wizard = paths.reportIntro.replace(/intro$/, '')
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: /${place.slug}${path}`),
    `Disallow: /${place.slug}${wizard}`,
    `Allow: /${place.slug}${paths.reportIntro}`,
    '',
    `Sitemap: ${siteUrl(place, '/sitemap.xml')}`,
    '',
  ].join('\n')
}

/** URL of a page; Italian is the default language and needs no parameter. */
const pageUrl = (place: Place, path: string, language: Language) =>
  siteUrl(place, path) + (language === 'it' ? '' : `?lang=${language}`)

const alternatesOf = (place: Place, path: string) =>
  [...languages.map((language) => [language, language] as const), ['x-default', 'it'] as const].map(
    ([hreflang, language]) =>
      `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${pageUrl(place, path, language)}"/>`,
  )

/** The sitemap: every public page in every language, with its alternates (sitemaps.org, hreflang). */
export function sitemapXml(place: Place): string {
  const entries = listedPages.flatMap((path) => {
    const alternates = alternatesOf(place, path).join('')
    return languages.map((language) => `<url><loc>${pageUrl(place, path, language)}</loc>${alternates}</url>`)
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

/** RFC 9116 recommends less than a year. Computed per request, so that a running server never serves an expired file. */
const expiryDays = 180

/** security.txt: the contact for vulnerabilities (RFC 9116). */
export function securityText(place: Place, mailbox: string, now: Date): string {
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs
  const expires = new Date(midnight + expiryDays * dayMs).toISOString().replace('.000Z', 'Z')
  return [
    `Contact: mailto:${mailbox}`,
    `Expires: ${expires}`,
    'Preferred-Languages: it, en',
    `Canonical: ${place.origin}/.well-known/security.txt`,
    `Canonical: ${siteUrl(place, '/.well-known/security.txt')}`,
    '',
  ].join('\n')
}
