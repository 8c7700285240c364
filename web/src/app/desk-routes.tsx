import { type ProtectedPageName, paths, protectedPages } from '@portal/contract'
import { type AnyRoute, createRoute, lazyRouteComponent, type RouteComponent, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadPart } from '#lib/api/lazy-part.ts'
import { loadTextsOf } from '#lib/i18n/texts.ts'
import { WholeErrorPage } from './error-page.tsx'
import { lazyPageWithQueries } from './lazy-page.ts'

type Desk = typeof import('./desk/desk.tsx')['desk']
type User = Awaited<ReturnType<Desk['signedInUser']>>

/** Undefined until the first page of the back office loads it: no public page needs it. */
let desk: Desk | undefined
async function loadDesk(): Promise<Desk> {
  desk ??= (await loadPart(() => import('./desk/desk.tsx'))).desk
  return desk
}

const pageOf = (name: ProtectedPageName) => {
  const page = desk?.pages[name]
  return typeof page === 'object' ? page : undefined
}

const Outline = lazy(async () => ({ default: (await import('#features/desk/desk-outline.tsx')).DeskOutline }))

/** The place of the whole back office. */
const LoadingDesk = () => (
  <Suspense>
    <Outline />
  </Suspense>
)

/** Every page for signed-in users. */
export function deskRoutes(root: AnyRoute) {
  const frame = createRoute({
    getParentRoute: () => root,
    id: 'desk',
    component: lazyPageWithQueries(() => import('./desk/desk-frame.tsx'), 'DeskFrame'),
    pendingComponent: LoadingDesk,
    errorComponent: WholeErrorPage,
    beforeLoad: async ({ location }) => {
      const { hasAccess, signedInUser } = await loadDesk()
      const [user] = await Promise.all([signedInUser(location.href), loadTextsOf('desk'), loadTextsOf('upload')])
      if (!hasAccess(user)) throw redirect({ to: paths.userNotAllowed, replace: true })
      return { user }
    },
  })
  const pages = (Object.keys(protectedPages) as ProtectedPageName[]).map((name) => deskPage(frame, name))
  // Addresses below the back office that are no page of it.
  const component = lazyPageWithQueries(() => import('#features/desk/desk-not-found-page.tsx'), 'DeskNotFoundPage')
  const others = ['/gestione/$', '/registro/$', '/associazione/$'].map((path) =>
    createRoute({ getParentRoute: () => frame, path, component }),
  )
  return frame.addChildren([...others, ...pages])
}

const deskPage = (frame: AnyRoute, name: ProtectedPageName) =>
  createRoute({
    getParentRoute: () => frame,
    path: paths[name],
    component: lazyRouteComponent(async () => {
      await loadDesk()
      const page = pageOf(name)?.component
      await page?.preload?.()
      return { page }
    }, 'page') as RouteComponent,
    pendingComponent: () => desk && <desk.PageShape name={name} />,
    staticData: {
      get section() {
        return pageOf(name)?.section ?? 'desk'
      },
      get title() {
        return pageOf(name)?.title
      },
    },
    beforeLoad: async ({ context }: { context: { user: User } }) => {
      const { admit, pages } = await loadDesk()
      const page = pages[name]
      if (typeof page === 'string') throw redirect({ to: paths[page], replace: true })
      admit(paths[name], context.user)
      await Promise.all((page.texts ?? []).map(loadTextsOf))
    },
  })
