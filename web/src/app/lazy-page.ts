import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { loadPart } from '#lib/api/lazy-part.ts'

/** Loads a file with a page of this name. */
export type LoadPage<K extends string> = () => Promise<Record<K, unknown>>

/** A lazy page that fetches nothing. */
export const lazyPage = <K extends string>(load: LoadPage<K>, name: K) =>
  lazyRouteComponent(() => loadPart(load), name) as RouteComponent

/** A lazy page with the query client. */
export const lazyPageWithQueries = <K extends string>(load: LoadPage<K>, name: K) =>
  lazyPage(async () => {
    const [part, { withQueries }] = await Promise.all([load(), import('#lib/api/queries.tsx')])
    return { [name]: withQueries(part[name] as RouteComponent) } as Record<K, RouteComponent>
  }, name)
