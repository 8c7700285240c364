import { expect, test } from 'vitest'
import { listingOf } from './report-listing.ts'

test.each([
  ['no field is nothing', { message: null, firstName: undefined }, undefined],
  // Otherwise the encryption batch would take the row for one that waits, each time.
  ['a blank field is there, and shows nothing', { message: ' ', firstName: null }, {}],
  ['names alone', { firstName: 'Anna', victimLastName: 'Neri' }, { firstName: 'Anna', victimLastName: 'Neri' }],
  [
    'the first words of the narrative',
    { message: 'parola '.repeat(40) },
    { excerpt: `${'parola '.repeat(17).trim()}…` },
  ],
])('%s', (_name, report, listing) => {
  expect(listingOf(report)).toEqual(listing)
})
