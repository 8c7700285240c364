import { AssociationSearch } from '#features/associations/list/association-search.tsx'
import { QuickSearch } from '#features/cases/search/quick-search.tsx'
import { DeskShell } from '#features/desk/desk-shell.tsx'
import { NoticesMenu } from '#features/notices/notices-menu.tsx'
import { menuEntries } from './desk-pages.ts'

/** The desk with what works on cases bring to its bar. */
export const DeskFrame = () => (
  <DeskShell
    menu={menuEntries}
    search={
      <>
        <QuickSearch />
        <AssociationSearch />
      </>
    }
    tools={<NoticesMenu />}
  />
)
