// Requests an address every 20 ms in its own process, so that the attacker does not delay the measurement. Sends `ready`
// after the first answer; on `stop` it sends the milliseconds of the others and ends.
import { setTimeout as delay } from 'node:timers/promises'

const [url] = process.argv.slice(2)
const waits = []
let isStopped = false
process.on('message', () => {
  isStopped = true
})
const ask = async () => (await fetch(url)).text()

await ask()
process.send('ready')
while (!isStopped) {
  const from = performance.now()
  await ask()
  waits.push(performance.now() - from)
  await delay(20)
}
process.send(waits, () => process.disconnect())
