// Runs before each test file: records what its tests cover, for docs/conformance.tsv.
import { afterAll, afterEach, beforeEach } from 'vitest'
import { recordTests } from '../../scripts/coverage.mjs'

recordTests({ beforeEach, afterEach, afterAll })
