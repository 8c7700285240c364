import { paths } from '@portal/contract'
import { type AnyRoute, createRoute, type RouteComponent } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import { loadTextsOf, type Part } from '#lib/i18n/texts.ts'
import { lazyPageWithQueries } from './lazy-page.ts'

/** The pages of what the office publishes of its work: open data and assessments. */
export function publishedPages(site: AnyRoute) {
  const page = (path: string, part: Part, title: ParseKeys, component: RouteComponent) =>
    createRoute({
      getParentRoute: () => site,
      path,
      component,
      staticData: { section: 'site', title },
      beforeLoad: () => loadTextsOf(part),
    })
  return [
    page(
      paths.openData,
      'open-data',
      'openData.title',
      lazyPageWithQueries(() => import('#features/open-data/open-data-page.tsx'), 'OpenDataPage'),
    ),
    page(
      paths.assessments,
      'assessments',
      'publicAssessments.title',
      lazyPageWithQueries(() => import('#features/public-assessments/assessments-page.tsx'), 'AssessmentsPage'),
    ),
    page(
      paths.assessment,
      'assessments',
      'publicAssessments.entry.title',
      lazyPageWithQueries(() => import('#features/public-assessments/assessment-page.tsx'), 'AssessmentPage'),
    ),
  ]
}
