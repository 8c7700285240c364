import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TransferKindName, transferFiles, transferFormat } from '@portal/contract'

/** Records as an old system writes them, by kind; a text is a line as it is. */
export type SourceRecords = Partial<Record<TransferKindName, readonly (object | string)[]>>

/** Writes a folder of the format with these records, and with files by their names. */
export async function makeTransferFolder(
  records: SourceRecords,
  bytes: Readonly<Record<string, string | Buffer>> = {},
  parent = tmpdir(),
): Promise<string> {
  const folder = await mkdtemp(join(parent, 'portale-transfer-'))
  const files = []
  for (const [kind, rows] of Object.entries(records)) {
    const name = `${transferFiles[kind as TransferKindName]}.jsonl`
    const text = rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('')
    await writeFile(join(folder, name), text)
    files.push({ nome: name, righe: rows.length, sha256: createHash('sha256').update(text).digest('hex') })
  }
  if (Object.keys(bytes).length > 0) await mkdir(join(folder, 'allegati'))
  for (const [name, content] of Object.entries(bytes)) await writeFile(join(folder, 'allegati', name), content)
  const { name: formato, version: versione } = transferFormat
  await writeFile(
    join(folder, 'manifesto.json'),
    JSON.stringify({ formato, versione, sistema: 'vecchio', file: files }),
  )
  return folder
}

/** The lines of a file of a folder, in the order of their keys. */
export async function linesOfKind(folder: string, kind: TransferKindName): Promise<string[]> {
  const text = await readFile(join(folder, `${transferFiles[kind]}.jsonl`), 'utf8')
  const keyOf = (line: string): string => JSON.parse(line).chiave
  return text
    .split('\n')
    .filter((line) => line !== '')
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}
