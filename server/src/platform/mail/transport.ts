import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { deriveKey, openBytes, sealBytes } from '../protection/aead.ts'
import { deleteLetterFiles, letterFile, listLetterFiles, listPlainFiles, sealedExtension } from './outbox-folder.ts'

/** A file that goes with a letter; opened when its turn comes. */
export interface LetterFile {
  readonly name: string
  readonly mediaType: string
  readonly open: () => Promise<Readable>
}

export interface Letter {
  readonly id: number
  readonly to: string
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly date: Date
  readonly files?: readonly LetterFile[]
}
/** Sends one letter, or throws so that it is tried again. */
export type Send = (letter: Letter) => Promise<void>

const opened = ({ open }: LetterFile) =>
  Readable.from(
    (async function* () {
      yield* await open()
    })(),
  )

const envelopeOf = (from: string, { id, date, files = [], ...letter }: Letter) => ({
  ...letter,
  attachments: files.map((file) => ({
    filename: file.name,
    contentType: file.mediaType,
    contentDisposition: 'attachment' as const,
    content: opened(file),
  })),
  from,
  date,
  // The same at every attempt: a second delivery of one letter can be told.
  messageId: `<${date.getTime()}.${id}@${from.split('@').at(-1)}>`,
})

/** Sends by SMTP. */
export function smtpTransport(url: string, from: string): Send {
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 })
  }
  let transport: ReturnType<typeof connect> | undefined
  return async (letter) => {
    transport ??= connect()
    await (await transport).sendMail(envelopeOf(from, letter))
  }
}

/** Made from the master key alone, so that the outbox can be read while a server holds the database. */
const keyOf = (master: Buffer) => deriveKey(master, 'outbox')

/** Keeps letters as sealed files: the demonstration's outbox. */
export function fileTransport(folder: string, from: string, master: Buffer): Send {
  const key = keyOf(master)
  return async (letter) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    const { message } = await transport.sendMail(envelopeOf(from, letter))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeLetter(folder, letterFile(letter.id), key, message as Buffer)
  }
}

async function writeLetter(folder: string, name: string, key: Buffer, message: Buffer): Promise<void> {
  const file = join(folder, name)
  // On disk before anything counts on it: the mail as sent, or its plain file as superfluous.
  await writeFile(`${file}.part`, sealBytes(key, name, message), { mode: 0o600, flush: true })
  await rename(`${file}.part`, file)
}

/** Seals the letters that a version before left plain in the outbox, and deletes what was plain; gives how many. */
export async function sealPlainLetters(folder: string, master: Buffer): Promise<number> {
  const key = keyOf(master)
  const { letters, parts } = await listPlainFiles(folder)
  for (const name of letters) {
    await writeLetter(folder, `${name}${sealedExtension}`, key, await readFile(join(folder, name)))
    await deleteLetterFiles(folder, [name])
  }
  await deleteLetterFiles(folder, parts)
  return letters.length
}

/** The letters kept in a folder, oldest first, each as the text of a mail, or without one where it does not open. */
export async function readOutbox(
  folder: string,
  master: Buffer,
): Promise<{ name: string; source: string | undefined }[]> {
  const key = keyOf(master)
  const names = (await listLetterFiles(folder)).map(({ name }) => name).filter((name) => !name.endsWith('.part'))
  return Promise.all(
    names.sort().map(async (name) => ({
      name: name.slice(0, -sealedExtension.length),
      source: openLetter(key, name, await readFile(join(folder, name))),
    })),
  )
}

function openLetter(key: Buffer, name: string, sealed: Buffer): string | undefined {
  try {
    return openBytes(key, name, sealed).toString()
  } catch {
    return undefined
  }
}
