import type { Language } from '@portal/contract'
import { test } from './fixtures.ts'
import { type ProfileName, reportByKeyboard } from './language-journey.ts'

/** Each language once, on one width; every profile on both is the long series. */
const journeys: readonly (readonly [Language, ProfileName, 'desktop' | 'phone'])[] = [
  ['it', 'association', 'desktop'],
  ['en', 'victim', 'phone'],
  ['fr', 'reporter', 'desktop'],
  ['es', 'witness', 'phone'],
  ['ar', 'victim', 'phone'],
  ['ur', 'witness', 'desktop'],
]

for (const [language, profile, width] of journeys)
  test(`a report in ${language} by keyboard alone, as ${profile}`, { tag: `@${width}` }, async ({ page, portal }) => {
    await reportByKeyboard({ page, portal, language }, profile)
  })
