import * as z from 'zod/mini'
import { type Language, languages } from '../kit/messages.ts'
import type { ReferenceItem } from '../reference/reference-lists.ts'

const link = z.object({ label: z.string(), href: z.url() })

/** What the office says of itself on public pages and in letters. */
const officeTexts = z.object({
  name: z.string().check(z.minLength(1)),
  /** Slogan under the name. */
  tagline: z.string(),
  /** What the office is, what it costs to report, who reads a report: a few sentences on the first page. */
  about: z.string(),
})
export type OfficeTexts = z.output<typeof officeTexts>

/** The office that runs the portal: a setting of the server, handed to every page. */
export const office = z.object({
  /** Base path of the site: lower-case letters, digits and hyphens. */
  slug: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  /** Prefix of report codes and file names. */
  productTag: z.string().check(z.regex(/^[A-Z0-9]{2,12}$/)),
  /** In Italian; `officeText` gives them in other languages. */
  ...officeTexts.shape,
  translations: z.partialRecord(z.enum(languages), z.partial(officeTexts)),
  department: z.string(),
  departmentUrl: z.url(),
  parentBody: z.string(),
  phone: z.string().check(z.minLength(3)),
  registerMailbox: z.email(),
  assistanceMailbox: z.email(),
  ipaCode: z.string(),
  /** Neutral page that 'Esci subito' leads to. */
  quickExitUrl: z.url(),
  /** Accessibility declaration of the site. */
  accessibilityUrl: z.url(),
  securityMailbox: z.email(),
  /** Mailbox of the data protection officer. */
  privacyMailbox: z.email(),
  links: z.array(link),
})
export type Office = z.output<typeof office>

/** A Matomo of the office's own, with the number of the site there. */
export interface Analytics {
  readonly url: string
  readonly siteId: number
}

/** What a page knows of the running portal: completed into the template at start. */
export interface PageSettings {
  readonly office: Office
  /** How long what is kept of people, by the unit in the name: the notice on personal data says so. */
  readonly keep: { readonly casesYears: number; readonly mailsDays: number; readonly filesHours: number }
  /** Where visits of public pages are counted; nowhere unless the office says so. */
  readonly analytics?: Analytics | undefined
  /** True where the people of the demonstration may sign in without SPID. */
  readonly hasDemoPeople: boolean
  /** True where the whole installation is declared a test: every page says so. */
  readonly isTestInstallation?: boolean
  /** The languages to be answered in, which the first page offers, as that page's own language calls them. */
  readonly languageList?: { readonly language: Language; readonly items: readonly ReferenceItem[] }
}
