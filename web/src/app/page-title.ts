import type { StaticDataRouteOption } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { office } from '#lib/page/page-settings.ts'
import type { PageSubject } from '#lib/page/page-subject.ts'
import './route-data.ts'

/** The title of a page: what it is about, section, page, office. */
export function titleOf(
  page: StaticDataRouteOption | undefined,
  t: TFunction,
  { name, title }: PageSubject = {},
): string {
  const section = page?.section && t(`titles.${page.section}`)
  const own = title ?? (page?.title ? t(page.title) : !page?.section && t('errors.notFound'))
  const tag = !page?.isNeutral && office.productTag
  return [name, section, own, tag].filter(Boolean).join(' – ')
}
