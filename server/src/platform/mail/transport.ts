import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { deriveKey, openBytes, sealBytes } from '../protection/aead.ts'
import { deleteLetterFiles, letterFile, listLetterFiles, listPlainFiles, sealedExtension } from './outbox-folder.ts'

/** An attachment of a letter, opened when it is read. */
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
  /** Message-IDs of the conversation, oldest first; the letter answers the last one. */
  readonly thread?: readonly string[]
  readonly files?: readonly LetterFile[]
}
/** Sends one letter; throws where it must be retried. */
export type Send = (letter: Letter) => Promise<void>

const lazyStream = ({ open }: LetterFile) =>
  Readable.from(
    (async function* () {
      yield* await open()
    })(),
  )

const mailOptionsOf = (from: string, { id, date, files = [], thread = [], ...letter }: Letter) => ({
  ...letter,
  ...(thread.length > 0 && { inReplyTo: thread.at(-1), references: [...thread] }),
  attachments: files.map((file) => ({
    filename: file.name,
    contentType: file.mediaType,
    contentDisposition: 'attachment' as const,
    content: lazyStream(file),
  })),
  from,
  date,
  // The same at every attempt, so that a second delivery can be recognised.
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
    await (await transport).sendMail(mailOptionsOf(from, letter))
  }
}

/** Derived from the master key alone, so that the outbox can be read while a server holds the database. */
const keyOf = (master: Buffer) => deriveKey(master, 'outbox')

/** Stores letters as sealed files: the outbox of the demonstration. */
export function fileTransport(folder: string, from: string, master: Buffer): Send {
  const key = keyOf(master)
  return async (letter) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    const { message } = await transport.sendMail(mailOptionsOf(from, letter))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeLetter(folder, letterFile(letter.id), key, message as Buffer)
  }
}

async function writeLetter(folder: string, name: string, key: Buffer, message: Buffer): Promise<void> {
  const file = join(folder, name)
  // Flushed to disk before the mail counts as sent, or its plain file as obsolete.
  await writeFile(`${file}.part`, sealBytes(key, name, message), { mode: 0o600, flush: true })
  await rename(`${file}.part`, file)
}

/** Seals plain letters of an earlier version and deletes the plain files; returns how many. */
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

/** The letters of a folder, oldest first, each with the text of its mail; undefined where it cannot be decrypted. */
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
