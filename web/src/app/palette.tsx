import { homeOf, mayOpen, paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { associationSource } from '#features/associations/list/association-source.ts'
import { caseSource, savedViewSource } from '#features/cases/search/case-source.ts'
import { PaletteDialog } from '#features/palette/palette-dialog.tsx'
import { personSource } from '#features/registry/list/person-source.ts'
import { withQueries } from '#lib/api/queries.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { menuEntries } from './desk/desk-menu-entries.ts'

const sources = [savedViewSource, caseSource, personSource, associationSource]

/** Pages without an entry in the menu that people look for by name. */
const others = [{ path: paths.caseNew, text: 'caseNew.title' }] as const

/** The palette with the pages of the menu, and the records of all features. */
export const Palette = withQueries(({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const home = { path: homeOf(selectedRole) ?? paths.deskHome, text: 'desk.home' } as const
  const pages = [home, ...others, ...menuEntries.filter(({ path }) => path !== home.path)]
    .filter(({ path }) => mayOpen(path, selectedRole))
    .map(({ path, text }) => ({ id: `page-${path}`, text: t(text), onSelect: { href: siteHref(path) } }))
  return <PaletteDialog pages={pages} sources={sources} onClose={onClose} />
})
