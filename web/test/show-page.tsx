import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { NavigateContext } from '#ui/layout/nav-link.tsx'

/** For tests: queries that fail are not tried again, and the given data are cached. */
export function queryClientWith(known: readonly (readonly [queryKey: readonly unknown[], data: unknown])[]) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  for (const [queryKey, data] of known) queryClient.setQueryData(queryKey, data)
  return queryClient
}

/** Shows pages under their paths in a site called 'x', at the last of the addresses that were gone through. */
export function showPages(
  pages: Readonly<Record<string, () => ReactNode>>,
  addresses: readonly string[],
  queryClient: QueryClient = queryClientWith([]),
) {
  const root = createRootRoute({
    component: () => (
      <NavigateContext value={(href) => router.history.push(href)}>
        <Outlet />
      </NavigateContext>
    ),
  })
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    basepath: '/x',
    history: createMemoryHistory({ initialEntries: addresses.map((address) => `/x${address}`) }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return router
}
