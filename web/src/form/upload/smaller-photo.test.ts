import { expect, test } from 'vitest'
import { isConnectionSlow, isLargePhoto, isUploadSlow } from './smaller-photo.ts'

// biome-ignore format: a table
test.each([
  ['foto.jpg',  1_500_000, true],
  ['FOTO.HEIC', 5_000_000, true],
  ['foto.jfif', 5_000_000, true],
  ['foto.jpg',  1_499_999, false],
  ['film.gif',  5_000_000, false],
  ['film.mp4',  5_000_000, false],
  ['atto.pdf',  5_000_000, false],
])('%s of %s bytes has a smaller copy: %s', (name, size, isLarge) => {
  expect(isLargePhoto({ name, size })).toBe(isLarge)
})

// biome-ignore format: a table
test.each([
  [{ effectiveType: '2g' },               true],
  [{ effectiveType: '3g', downlink: 1.4 }, true],
  [{ effectiveType: '4g', downlink: 0.9 }, true],
  [{ effectiveType: '4g', saveData: true }, true],
  [{ effectiveType: '4g', downlink: 10 }, false],
  [{},                                    false],
  [undefined,                             false],
])('the connection %j is slow: %s', (connection, isSlow) => {
  expect(isConnectionSlow(connection)).toBe(isSlow)
})

// biome-ignore format: a table
test.each([
  [0,  2_999,  false],
  [0,  3_000,  true],
  [5,  3_000,  true],
  [20, 5_000,  false],
  [19, 5_000,  true],
  [90, 60_000, false],
])('an upload at %s % after %s ms is slow: %s', (percent, elapsedMs, isSlow) => {
  expect(isUploadSlow({ percent, elapsedMs })).toBe(isSlow)
})
