import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { readEml } from './read-eml.mjs'

const { createTransport } = createRequire(new URL('../server/', import.meta.url))('nodemailer')

const accented = 'Perché è successo? «Così» 🙁\n\nUna riga = molto lunga '.concat('e ', 'è '.repeat(90), 'e basta')

test.each([
  ['plain words', 'Ricevuta 12', 'Just words.\nAnd more.'],
  ['accents', 'Segnalazione ricevuta: perché è così — la ricevuta numero 12 «è» qui 🙁', accented],
  ['mostly plain words', "L'ufficio ha ricevuto", `${'Just words. '.repeat(20)}Perché?`],
])('a mail with %s is read as it was written', async (_case, subject, text) => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const { message } = await transport.sendMail({ from: 'a@b.example', to: 'niccolo@example.it', subject, text })
  expect(readEml(message.toString())).toMatchObject({ from: 'a@b.example', to: 'niccolo@example.it', subject, text })
})

test('a mail with attachments gives its text and the types of the attachments', async () => {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const attachments = [
    { filename: 'a.pdf', content: 'x', contentType: 'application/pdf' },
    { filename: 'a.txt', content: 'Non qui.', contentType: 'text/plain' },
  ]
  const letter = {
    from: 'a@b.example',
    to: 'c@d.example',
    subject: 's',
    text: 'È qui.',
    html: '<p>È qui.</p>',
    attachments,
  }
  const { message } = await transport.sendMail(letter)
  expect(readEml(message.toString()).text).toMatch(/^È qui\.\s+\[application\/pdf\]\s+\[text\/plain\]$/)
})
