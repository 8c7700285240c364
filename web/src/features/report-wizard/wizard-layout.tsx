import { paths } from '@portal/contract'
import { Outlet, useRouter } from '@tanstack/react-router'
import { use } from 'react'
import { siteHref } from '#lib/page-settings.ts'
import { NavigateContext } from '#ui/nav-link.tsx'
import { DraftProvider } from './draft.tsx'
import { stepHref, stepOrder } from './steps.ts'

const pathOf = (href: string) => new URL(href, location.origin).pathname

/** In whatever language. */
const isOfWizard = (href: string) =>
  [siteHref(paths.reportSuccess), ...stepOrder.map(stepHref)].some((page) => pathOf(page) === pathOf(href))

/** Around every step: the one draft, and one entry in the browser's history, so that 'back' leaves the wizard. */
export function WizardLayout() {
  const { history } = useRouter()
  const go = use(NavigateContext)
  return (
    <NavigateContext value={(href) => (isOfWizard(href) ? history.replace(href) : go?.(href))}>
      <DraftProvider>
        <Outlet />
      </DraftProvider>
    </NavigateContext>
  )
}
