import { useRouterState } from '@tanstack/react-router'
import { basePath } from '#lib/page/page-settings.ts'

/** The path of the page on show, below that of the office: one of `paths`. */
export const usePagePath = () => useRouterState({ select: ({ location }) => location.pathname.replace(basePath, '') })
