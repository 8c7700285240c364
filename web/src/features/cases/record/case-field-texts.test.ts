import { caseFields } from '@portal/contract'
import { expect, test } from 'vitest'
import { fieldOfPlace } from '#form/form-texts.ts'
import { placeAt } from './case-field-texts.ts'

const { wire: lines, columns } = caseFields.performedActions

test.each([
  [caseFields.notes.wire, 'notes'],
  [lines, 'performedActions'],
  [`${lines}.2.${columns.date.wire}`, 'performedActions-2-date'],
  // An error of a whole line is shown at its first column.
  [`${lines}.0`, 'performedActions-0-actionId'],
  ['non_esiste', undefined],
])('an error of the server at %s is shown at %s', (path, place) => {
  expect(placeAt(path)).toBe(place)
  if (place) expect(place.startsWith(fieldOfPlace(place))).toBe(true)
})
