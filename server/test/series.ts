/** True in `npm run test:long`, where repetitions and large data sets run in full; `npm test` takes a smaller share of them. */
export const isLongSeries = process.env.TEST_SERIES === 'long'
