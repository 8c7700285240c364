import { paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { siteHref } from '#lib/page/page-settings.ts'
import { PageTabs } from '#ui/layout/page-tabs.tsx'

const lists = { pairs: paths.duplicateList, suggestions: paths.suggestionList } as const

/** Switches between the pairs of records and the people without a record. */
export function DuplicateTabs({ current }: { readonly current: keyof typeof lists }) {
  const { t } = useTranslation()
  const tabOf = (name: keyof typeof lists) => ({
    href: siteHref(lists[name]),
    text: t(`registry.duplicates.tabs.${name}`),
    isCurrent: name === current,
  })
  return <PageTabs label={t('registry.duplicates.title')} tabs={[tabOf('pairs'), tabOf('suggestions')]} />
}
