import { expect, test } from 'vitest'
import { listingOf } from './report-listing.ts'

test.each([
  ['nothing is nothing', { message: ' ', firstName: null }, undefined],
  ['names alone', { firstName: 'Anna', victimLastName: 'Neri' }, { firstName: 'Anna', victimLastName: 'Neri' }],
  [
    'the first words of the narrative',
    { message: 'parola '.repeat(40) },
    { excerpt: `${'parola '.repeat(17).trim()}…` },
  ],
])('%s', (_name, report, listing) => {
  expect(listingOf(report)).toEqual(listing)
})
