import { lazy } from 'react'
import { Desk, DeskShell } from '#features/desk/desk-shell.tsx'
import { useHelp } from '#features/help/use-help.tsx'
import { NoticesMenu } from '#features/notices/notices-menu.tsx'
import { PaletteButton } from '#features/palette/palette-button.tsx'
import { loadPart } from '#lib/api/lazy-part.ts'
import { withQueries } from '#lib/api/queries.tsx'
import { menuEntries } from './desk-menu-entries.ts'

const Palette = lazy(async () => ({ default: (await loadPart(() => import('../palette.tsx'))).Palette }))

/** The desk with what other features bring to its bar. */
export const DeskFrame = withQueries(() => (
  <DeskShell>
    <DeskWithHelp />
  </DeskShell>
))

function DeskWithHelp() {
  const { entries, panel } = useHelp()
  return (
    <>
      <Desk menu={menuEntries} search={<PaletteButton dialog={Palette} />} tools={<NoticesMenu />} help={entries} />
      {panel}
    </>
  )
}
