import { expect, test } from 'vitest'
import { defaults, limits } from './limits.ts'
import { rangeOf, rowsOfPage } from './page.ts'

// The expected values are written out because they come from the specification, §9 of both parts.
test.each([
  ['session countdown in seconds', limits.session.seconds, 1800],
  ['seconds left at which the session warns', limits.session.warningSeconds, 300],
  ['rows of a page', limits.page.rows, 10],
  ['rows of a page at most', limits.page.maxRows, 100],
  ['rows counted exactly', limits.page.exactCount, 10_000],
  ['milliseconds between badge polls', limits.badgePollMs, 5000],
  ['milliseconds between polls of an export', limits.exports.pollMs, 2000],
  ['rows of an export chosen one by one', limits.exports.chosenRows, 1000],
  ['milliseconds that a toast stays', limits.toastMs, 5000],
  ['milliseconds for a lazy part to load', limits.lazyPartMs, 120_000],
  ['bytes of a report attachment', limits.reportAttachments.bytes, 20 * 1024 * 1024],
  ['attachments of a report', limits.reportAttachments.files, 5],
  ['bytes of an assistance attachment', limits.assistanceAttachments.bytes, 2 * 1024 * 1024],
  ['attachments of an assistance request', limits.assistanceAttachments.files, 3],
  ['characters of a file name', limits.fileName.characters, 100],
  ['characters of a telephone number', limits.phone.characters, 15],
  ['code points of a narrative', limits.narrativeCodePoints, 10_000],
  ['members of an association', limits.members, 1_000_000],
])('%s: %i, and the specification says %i', (_what, limit, specified) => expect(limit).toBe(specified))

test.each([
  ['nation', defaults.nationId, 105],
  ['reporter type', defaults.reporterTypeId, 3],
  ['language', defaults.languageId, 1],
])('the default %s is %i, and the specification says %i', (_what, id, specified) => expect(id).toBe(specified))

test('page n has the rows n·10−9 to n·10, and a query without a range has the first ten', () => {
  expect(rowsOfPage(1)).toEqual({ from: 1, to: 10 })
  expect(rowsOfPage(7)).toEqual({ from: 61, to: 70 })
  expect(rangeOf({})).toEqual({ from: 1, to: 10 })
  expect(rangeOf({ from: 61 })).toEqual({ from: 61, to: 70 })
})
