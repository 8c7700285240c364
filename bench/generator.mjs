// Sends calls by autocannon, in a process of its own: `startGenerator` of generator.ts gives it the options of each load.
import autocannon from 'autocannon'

process.on('message', async (options) => {
  const before = process.cpuUsage()
  const { requests, latency, throughput, errors, non2xx, timeouts } = await autocannon(options)
  const { user, system } = process.cpuUsage(before)
  process.send?.({
    calls: requests.total,
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    bytes: throughput.total,
    errors: errors + non2xx + timeouts,
    clientSeconds: (user + system) / 1e6,
  })
})
