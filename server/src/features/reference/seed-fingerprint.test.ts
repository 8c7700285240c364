import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { seedFingerprint } from '../../wiring/prepare-database.ts'
import { endedNations, endedProvinces } from './seed/ended-places.ts'
import { municipalitySeeds } from './seed/municipalities.ts'
import { nations } from './seed/nations.ts'
import { provinces, regions } from './seed/provinces.ts'
import { referenceItemSeeds } from './seed.ts'

test('the fingerprint matches the reference data, so that changed data reach every database at its next start', async () => {
  const places = [nations, endedNations, regions, provinces, endedProvinces, await municipalitySeeds()]
  const seeds = [referenceItemSeeds(), ...places]
  expect(seedFingerprint).toBe(createHash('sha256').update(JSON.stringify(seeds)).digest('base64url'))
})
