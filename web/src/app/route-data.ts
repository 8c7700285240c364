import '@tanstack/react-router'

/** The name of a page's section; its word stands first in the page's title. */
export type Section = 'contactCentre' | 'cases' | 'register' | 'association' | 'enrolment' | 'assistance' | 'site'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    section?: Section
    /** Key of the page's own title. */
    title?: string
    /** True where the title must not name the office. */
    isNeutral?: boolean
  }
}
