import { lazy } from 'react'
import { DeskShell } from '#features/desk/desk-shell.tsx'
import { NoticesMenu } from '#features/notices/notices-menu.tsx'
import { PaletteButton } from '#features/palette/palette-button.tsx'
import { loadPart } from '#lib/api/lazy-part.ts'
import { menuEntries } from './desk/desk-menu-entries.ts'

const Palette = lazy(async () => ({ default: (await loadPart(() => import('./palette.tsx'))).Palette }))

/** The desk with what works on cases bring to its bar. */
export const DeskFrame = () => (
  <DeskShell menu={menuEntries} search={<PaletteButton dialog={Palette} />} tools={<NoticesMenu />} />
)
