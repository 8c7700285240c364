/** True in `npm run test:long`, which runs all repetitions and large data sets; `npm test` runs a part of them. */
export const isLongSeries = process.env.TEST_SERIES === 'long'
