// Asks an address every 20 ms in a process of its own, so that whoever attacks does not delay what is measured. Sends `ready`
// after the first answer; told `stop`, it sends the milliseconds of the others and ends.
import { setTimeout as delay } from 'node:timers/promises'

const [url] = process.argv.slice(2)
const waits = []
let isOver = false
process.on('message', () => {
  isOver = true
})
const ask = async () => (await fetch(url)).text()

await ask()
process.send('ready')
while (!isOver) {
  const from = performance.now()
  await ask()
  waits.push(performance.now() - from)
  await delay(20)
}
process.send(waits, () => process.disconnect())
