import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { referenceItemSeeds } from './seed/lists.ts'
import { municipalitySeeds } from './seed/municipalities.ts'
import { nations } from './seed/nations.ts'
import { provinces, regions } from './seed/provinces.ts'
import { seedFingerprint } from './seed-fingerprint.ts'

test('the fingerprint matches the reference data, so that changed data reach every database at its next start', () => {
  const seeds = [referenceItemSeeds('{office}'), nations, regions, provinces, municipalitySeeds()]
  expect(seedFingerprint).toBe(createHash('sha256').update(JSON.stringify(seeds)).digest('base64url'))
})
