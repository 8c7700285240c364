import type { Language } from '@portal/contract'
import { test } from './fixtures.ts'
import { type ProfileName, reportByKeyboard } from './language-journey.ts'

/** One language of each direction at each width; the long series has every language with every profile. */
const journeys: readonly (readonly [Language, ProfileName, 'desktop' | 'phone'])[] = [
  ['fr', 'reporter', 'desktop'],
  ['en', 'victim', 'phone'],
  ['ar', 'victim', 'phone'],
  ['ur', 'witness', 'desktop'],
]

for (const [language, profile, width] of journeys)
  test(`a report in ${language} by keyboard alone, as ${profile}`, { tag: `@${width}` }, async ({ page, portal }) => {
    await reportByKeyboard({ page, portal, language }, profile)
  })
