import { languages, profiles } from '@portal/contract'
import { test } from './fixtures.ts'
import { type ProfileName, reportByKeyboard } from './language-journey.ts'

// The association's profile is offered in Italian only (decisions §3).
const names = Object.keys(profiles) as ProfileName[]

for (const language of languages)
  for (const profile of names.filter((name) => name !== 'association' || language === 'it'))
    test(`a report in ${language} by keyboard alone, as ${profile}`, async ({ page, portal }) => {
      await reportByKeyboard({ page, portal, language }, profile)
    })
