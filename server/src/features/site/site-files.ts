import { type Language, languages, listedPages, paths } from '@portal/contract'

/** Where the site stands: its origin and base path. */
export interface Place {
  readonly origin: string
  readonly slug: string
}

const siteUrl = ({ origin, slug }: Place, path: string) => `${origin}/${slug}${path}`

/** Areas that no search engine has anything to find in. */
const closed = ['/api/', '/gestione/', '/registro/', '/associazione/', '/error/', paths.login] as const

/** For search engines: the public pages may be listed, of the report its door alone. */
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

/** Italian is what a page speaks unless its address says otherwise. */
const pageUrl = (place: Place, path: string, language: Language) =>
  siteUrl(place, path) + (language === 'it' ? '' : `?lang=${language}`)

const alternatesOf = (place: Place, path: string) =>
  [...languages.map((language) => [language, language] as const), ['x-default', 'it'] as const].map(
    ([hreflang, language]) =>
      `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${pageUrl(place, path, language)}"/>`,
  )

/** Every public page in every language, each with its counterparts (sitemaps.org; hreflang as search engines ask for it). */
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

const dayMs = 86_400_000
/** RFC 9116 advises less than a year: what says so is computed, so that it never lapses on a server that runs. */
const expiryDays = 180

/** Who to tell of a weakness (RFC 9116). */
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
