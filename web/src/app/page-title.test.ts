import { paths } from '@portal/contract'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts, loadTextsOf } from '#lib/i18n/texts.ts'
import { deskPages } from './desk/desk-pages.ts'
import { titleOf } from './page-title.ts'

beforeAll(async () => {
  await loadTexts('it')
  await loadTextsOf('desk')
})

test.each([
  ['/registro/', 'Registro'],
  ['/associazione/', 'Associazione'],
])('the title of each page below %s begins with its section, %s', (folder, section) => {
  const pages = Object.entries(deskPages).flatMap(([name, page]) =>
    typeof page === 'object' && paths[name as keyof typeof paths].startsWith(folder) ? [page] : [],
  )
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) {
    const title = titleOf({ section: page.section, title: page.title } as never, i18next.t)
    expect(title).toBe(`${section} – ${i18next.t(page.title)} – TAG`)
  }
})
