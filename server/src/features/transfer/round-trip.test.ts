import { testRoundTrips } from '../../../test/transfer-round-trips.ts'

testRoundTrips(5)
