import { type ProtectedPageName, paths } from '@portal/contract'
import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { DeskOutline } from '#features/desk/desk-outline.tsx'
import { loadTextsOf } from '#lib/i18n/texts.ts'
import { type DeskPage, deskPages, headingOf } from './desk/desk-pages.ts'
import { titleOf } from './page-title.ts'
import { TestNote } from './test-note.tsx'

/** A page written beforehand. */
export interface RenderedPage {
  readonly title: string
  readonly html: string
  /** The part of the site that it belongs to, whose files `preloads.json` names. */
  readonly part: string
}

/** The frame and the shape of every page for signed-in users, by path. They are the same for all users and need no session. */
export async function renderOutlines(): Promise<Readonly<Record<string, RenderedPage>>> {
  await loadTextsOf('desk')
  const rows = Object.entries(deskPages).flatMap(([name, row]) => {
    const page = typeof row === 'string' ? deskPages[row] : row
    return typeof page === 'string' ? [] : [[paths[name as ProtectedPageName], renderOutline(page)] as const]
  })
  return Object.fromEntries(rows)
}

function renderOutline(page: DeskPage): RenderedPage {
  const { section = 'desk', title, kind } = page
  const heading = headingOf(page)
  const html = renderToString(
    <>
      <TestNote />
      <DeskOutline isPersonalArea={section === 'association'} kind={kind} title={heading && i18next.t(heading)} />
    </>,
  )
  return { title: titleOf({ section, title }, i18next.t), html, part: 'desk' }
}
