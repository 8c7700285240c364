import CFB, { type CFB$Container } from 'cfb'
import type { Budget } from '../../../parsing/budget.ts'
import type { Content, Contents } from './contents.ts'

// Streams of [MS-OXMSG] by the number of their property in [MS-OXPROPS].
const attachment = /^__attach_version1\.0_#[0-9A-F]{8}\//i
const stream = (property: string) => `__substg1.0_${property}`
const data = stream('37010102')
const embedded = `${stream('3701000D')}/`
const longName = '3707'
const shortName = '3704'
const bodyProperty = '1000'
const htmlBody = stream('10130102')
const properties = '__properties_version1.0'
const entrySteps = 500

/** The entries of a storage by their path in it. */
type Entries = ReadonlyMap<string, Buffer>

/** The files and texts of a mail of Outlook; a message in it is one of the files. Undefined for a file of another kind. */
export function readOutlook(file: Buffer, _name: string, budget: Budget): Contents | undefined {
  budget.spendBytes(file.length)
  const entries = entriesOf(file, budget)
  if (!entries?.has(properties)) return undefined
  const storages = new Set([...entries.keys()].map((path) => attachment.exec(path)?.[0]).filter(Boolean))
  const attached = [...storages].map((storage) => fileOf(within(entries, storage ?? ''), budget))
  const html = entries.get(htmlBody)
  const text = textOf(entries, bodyProperty)
  return {
    files: attached.flatMap(({ content }) => content ?? []),
    texts: [html, text === undefined ? undefined : Buffer.from(text)].filter((body) => body !== undefined),
    isActive: attached.some(({ isActive }) => isActive),
  }
}

function entriesOf(file: Buffer, budget: Budget): Entries | undefined {
  try {
    return mapOf(CFB.read(file, { type: 'buffer' }), budget)
  } catch (error) {
    // The reader of compound files throws plain errors for damaged ones.
    if (error instanceof Error && error.name === 'BudgetExceededError') throw error
    return undefined
  }
}

function mapOf({ FullPaths, FileIndex }: CFB$Container, budget: Budget): Entries {
  const root = FullPaths[0] ?? ''
  budget.spendSteps(FullPaths.length * entrySteps)
  return new Map(
    FullPaths.map((path, index) => [path.slice(root.length), Buffer.from(FileIndex[index]?.content ?? [])]),
  )
}

const within = (entries: Entries, storage: string): Entries =>
  new Map(
    [...entries]
      .filter(([path]) => path.startsWith(storage))
      .map(([path, bytes]) => [path.slice(storage.length), bytes]),
  )

/** A text property, in UTF-16 or in an old encoding. */
function textOf(entries: Entries, property: string): string | undefined {
  const wide = entries.get(stream(`${property}001F`))
  if (wide) return wide.toString('utf16le')
  return entries.get(stream(`${property}001E`))?.toString('latin1')
}

function fileOf(entries: Entries, budget: Budget): { readonly content?: Content; readonly isActive: boolean } {
  const name = textOf(entries, longName) ?? textOf(entries, shortName)
  const bytes = entries.get(data)
  if (bytes) {
    budget.spendBytes(bytes.length)
    return { content: { name, bytes }, isActive: false }
  }
  const message = within(entries, embedded)
  // An object of another program has no properties of a message.
  if (!message.has(properties)) return { isActive: message.size > 0 }
  return { content: { name: `${name ?? 'messaggio'}.msg`, bytes: fileOfMessage(message, budget) }, isActive: false }
}

/** An embedded message as a file of its own. */
function fileOfMessage(entries: Entries, budget: Budget): Buffer {
  const compound = CFB.utils.cfb_new()
  for (const [path, bytes] of entries) {
    budget.spendBytes(bytes.length)
    if (path !== '' && !path.endsWith('/')) CFB.utils.cfb_add(compound, `/${path}`, bytes)
  }
  return Buffer.from(CFB.write(compound, { type: 'buffer' }) as Buffer) // `write` returns what its option says
}
