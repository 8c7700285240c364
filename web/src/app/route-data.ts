import '@tanstack/react-router'
import type { ParseKeys } from 'i18next'

/** The name of a page's section; its word stands first in the page's title. */
export type Section = 'contactCentre' | 'desk' | 'register' | 'association' | 'enrolment' | 'assistance' | 'site'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    section?: Section
    /** Key of the page's own title. */
    title?: ParseKeys | undefined
    /** True where the title must not name the office. */
    isNeutral?: boolean
  }
}
