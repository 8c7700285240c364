import * as z from 'zod/mini'
import { type Language, languages } from '../kit/messages.ts'
import type { ReferenceItem } from '../reference/reference-lists.ts'

const link = z.object({
  /** In Italian. */
  label: z.string(),
  /** The label in other languages. */
  labels: z.optional(z.partialRecord(z.enum(languages), z.string())),
  href: z.url(),
})

/** The office's texts about itself, for public pages and letters. */
const officeTexts = z.object({
  name: z.string().check(z.minLength(1)),
  /** Slogan under the name. */
  tagline: z.string(),
  /** What the office is, what a report costs, who reads it: a few sentences for the first page. */
  about: z.string(),
  department: z.string(),
  /** The body that the department belongs to. */
  parentBody: z.string(),
  /** Who else gets a report; see `assurances.ts`. */
  recipients: z.string(),
  /** That reporting does not touch a residence permit; see `assurances.ts`. */
  residence: z.string(),
})
export type OfficeTexts = z.output<typeof officeTexts>

/** The office that runs the portal: a setting of the server, passed to every page. */
export const office = z.object({
  /** Base path of the site: lower-case letters, digits and hyphens. */
  slug: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  /** Prefix of report codes and file names. */
  productTag: z.string().check(z.regex(/^[A-Z0-9]{2,12}$/)),
  /** In Italian; `officeText` returns them in other languages. */
  ...officeTexts.shape,
  translations: z.partialRecord(z.enum(languages), z.partial(officeTexts)),
  departmentUrl: z.url(),
  phone: z.string().check(z.minLength(3)),
  registerMailbox: z.email(),
  assistanceMailbox: z.email(),
  ipaCode: z.string(),
  /** Neutral page that 'Esci subito' opens. */
  quickExitUrl: z.url(),
  /** Accessibility declaration of the site. */
  accessibilityUrl: z.url(),
  securityMailbox: z.email(),
  /** Mailbox of the data protection officer. */
  privacyMailbox: z.email(),
  /** The types of association documents that the public register shows, as far as they were sent after this was set. */
  publishedDocuments: z.array(z.int().check(z.gte(1), z.lte(7))),
  links: z.array(link),
})
export type Office = z.output<typeof office>

/** The assurances as a page in one language shows them, each with its own language; see `assurances.ts`. */
export type Assurances = Readonly<
  Record<'recipients' | 'residence', { readonly text: string; readonly language: Language }>
>

/** The office's own Matomo and the number of the site in it. */
export interface Analytics {
  readonly url: string
  readonly siteId: number
}

/** Settings that every page gets: the server writes them into the template when it starts. */
export interface PageSettings {
  /** Without the assurances, which wait for a confirmation. */
  readonly office: Office
  /** What the office assures reporters of; absent until it is confirmed. */
  readonly assurances?: Assurances | undefined
  /** Retention times, in the unit of each name, for the privacy notice. */
  readonly keep: { readonly casesYears: number; readonly mailsDays: number; readonly filesHours: number }
  /** Where visits of public pages are counted; absent unless the office configures it. */
  readonly analytics?: Analytics | undefined
  /** True where demo users can sign in without SPID. */
  readonly hasDemoPeople: boolean
  /** True where the whole installation is a test; every page then says so. */
  readonly isTestInstallation?: boolean
  /** Languages in which a reporter can be answered, for the first page, named in the language of that page. */
  readonly languageList?: { readonly language: Language; readonly items: readonly ReferenceItem[] }
}
