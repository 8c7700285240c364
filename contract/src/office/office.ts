import * as z from 'zod/mini'

const link = z.object({ label: z.string(), href: z.url() })

/** The office that runs the portal: a setting of the server, handed to every page. */
export const office = z.object({
  /** Base path of the site: lower-case letters, digits and hyphens. */
  slug: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  /** Prefix of report codes and file names. */
  productTag: z.string().check(z.regex(/^[A-Z0-9]{2,12}$/)),
  name: z.string().check(z.minLength(1)),
  tagline: z.string(),
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
  links: z.array(link),
})
export type Office = z.output<typeof office>

/** What a page knows of the running portal: completed into the template at start. */
export interface PageSettings {
  readonly office: Office
  /** True where the people of the demonstration may sign in without SPID. */
  readonly hasDemoPeople: boolean
}
