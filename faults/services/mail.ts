import { appendFileSync } from 'node:fs'
import { messageIdOf, startMailServer } from '../../server/test/mail-server.ts'

/** A mail server as a process of its own, which adds the Message-ID of each mail to a file before it acknowledges the mail. */
const [file = '', host = ''] = process.argv.slice(2)
await startMailServer({ host, port: 2525, onMail: (mail) => appendFileSync(file, `${messageIdOf(mail)}\n`) })
