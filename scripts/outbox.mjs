// npm run outbox: prints the mails that the demonstration stores as files instead of sending them, oldest first.
import './node-version.mjs'
import { readEml } from './read-eml.mjs'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { openOutbox } = await import('../server/dist/outbox.js')
const { folder, mails } = await openOutbox().catch((error) => {
  console.error(error.message)
  process.exit(1)
})

for (const { name, source } of mails) {
  if (source === undefined) {
    console.log(`── ${name}\nCannot be decrypted: the file was changed, or sealed under an earlier master key.\n`)
    continue
  }
  const { date, from, to, subject, text } = readEml(source)
  console.log(`── ${name}\nDate:    ${date}\nFrom:    ${from}\nTo:      ${to}\nSubject: ${subject}\n\n${text}\n`)
}
console.log(mails.length === 0 ? `No mail in ${folder}.` : `${mails.length} in ${folder}.`)
