import { officeDefaults } from '../src/wiring/office-defaults.ts'

/** `~` stands for the base path of the site. */
const reasons: Readonly<Record<string, string>> = {
  'GET /robots.txt': 'for search engines',
  'GET ~/sitemap.xml': 'for search engines',
  'GET /.well-known/security.txt': 'public by RFC 9116',
  'GET ~/.well-known/security.txt': 'public by RFC 9116',
  'GET ~/esci': 'the quick exit of pages without scripts',
  'GET ~/cosa-facciamo/contact-center/modulo': 'the short report as plain HTML',
  'POST ~/cosa-facciamo/contact-center/modulo': 'the same when it is sent, bound by its seal and its origin',
  'GET ~/cosa-facciamo/contact-center/modulo/inizio': 'lifts a quick exit and leads to the short report',
  'GET ~/cosa-facciamo/contact-center/modulo/fine': 'code and PIN of the report that this very visit sent',
  'POST ~/cosa-facciamo/contact-center/modulo/fine': 'hides them',
  'GET ~/cosa-facciamo/contact-center/codice': 'asks for code and PIN, or shows the report of their session',
  'POST ~/cosa-facciamo/contact-center/codice': 'opens, answers or leaves it, bound by its seal and its origin',
  'GET ~/cosa-facciamo/contact-center/codice/file/:id': 'leads to a file of the API, which checks the session',
  'GET ~/cosa-facciamo/contact-center/codice/ricevuta': 'leads to the receipt of the API, which checks the session',
  'GET ~/api': 'the readable page of the API',
  'GET ~/api/openapi.json': 'the same for programs',
  'GET ~/api/health/live': 'asked by whatever watches the server',
  'GET ~/api/health/accepting': 'asked by a load balancer',
  'GET ~/api/health/ready': 'asked by whatever watches the server',
  'GET ~/api/v1/spid/metadata': 'public by AgID’s rules',
  'GET ~/api/v1/cie/metadata': 'public by the rules of the federation of CIE',
  'GET ~/api/v1/spid/login': 'begins a sign-in',
  'POST ~/api/v1/spid/acs': 'comes from another site, bound by InResponseTo and signature',
  'GET ~/api/v1/spid/logout': 'comes from another site, bound by signature',
  'POST ~/api/v1/spid/logout': 'comes from another site, bound by signature',
  'GET ~/error/spid': 'a page that says no',
  'GET ~/error/userNotAllowed': 'a page that says no',
}

/** The routes that no guard stands before, and why. */
export const withoutGuard = Object.fromEntries(
  Object.entries(reasons).map(([route, reason]) => [route.replace('~', `/${officeDefaults.slug}`), reason]),
)
