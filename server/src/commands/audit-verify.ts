import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type AuditVerification, type ChainBreakKind, parseWireDate } from '@portal/contract'
import { type Anchor, anchorFile, anchorsFrom, parseAnchor } from '#platform/audit/anchor.ts'
import { type Month, parseMonth } from '#platform/audit/archive.store.ts'
import { verifyArchive } from '#platform/audit/archive.ts'
import { publicKeyOf } from '#platform/audit/seal.ts'
import { verifyAudit } from '#platform/audit/verify.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { onDatabase, runCommand } from './command.ts'

const usage =
  'npm run audit:verify -- [--all | --day 2026-11-20] [--public-key <base64>]… [--expect <position>:<digest>]…, or --archive <file>'

interface ArchiveFile {
  readonly file: string
  readonly month: Month
}

type Request = NonNullable<Parameters<typeof verifyAudit>[1]> & {
  /** Verifies this file of the archive instead of the log. */
  readonly archive?: ArchiveFile | undefined
}

/** Parses the command's arguments; throws an Error with a sentence for the user. */
export function readArguments(args: readonly string[]): Request {
  const { values } = parseArgs({
    args: [...args],
    options: {
      all: { type: 'boolean' },
      day: { type: 'string' },
      'public-key': { type: 'string', multiple: true },
      expect: { type: 'string', multiple: true },
      archive: { type: 'string' },
    },
  })
  const day = values.day === undefined ? undefined : parseWireDate(values.day)
  if (values.day !== undefined && (!day || values.all))
    throw new Error(`Name one day, as 2026-11-20, or --all.\n${usage}`)
  return {
    day,
    publicKeys: values['public-key']?.map(readKey),
    anchors: (values.expect ?? []).map(readAnchor),
    archive: values.archive === undefined ? undefined : readArchiveName(values.archive),
  }
}

function readArchiveName(file: string): ArchiveFile {
  const month = parseMonth(/(\d{4}-\d{2})\.jsonl\.gz$/.exec(file)?.[1] ?? '')
  if (!month) throw new Error(`--archive must be a file of the archive, as audit-2024-01.jsonl.gz, not ${file}.`)
  return { file, month }
}

function readKey(text: string): string {
  try {
    publicKeyOf(text)
    return text
  } catch {
    throw new Error(`--public-key must be a public key as the command prints it, not ${text}.`)
  }
}

function readAnchor(text: string): Anchor {
  const anchor = parseAnchor(text)
  if (!anchor) throw new Error(`--expect must be a position and its digest, as 42:9f86…, not ${text}.`)
  return anchor
}

/** The command's output, and whether the log is intact. */
export interface VerifyReport {
  readonly isWhole: boolean
  readonly lines: readonly string[]
}

/** Verifies the database of the settings. A running server must not hold an embedded one. */
export const verifyLog = (request: Request, settings: Settings): Promise<VerifyReport> =>
  onDatabase(settings, whileServed, ({ db }) => {
    const { anchors, isAnchorDamaged } = anchorsFrom(anchorFile(join(settings.dataDir, 'audit-head.json')))
    return verifyDatabase(db, { ...request, anchors: [...(request.anchors ?? []), ...anchors], isAnchorDamaged })
  })

/** Verifies an open database, or a file of its archive: of that it throws what is wrong. */
export const verifyDatabase = async (db: Db, request: Request): Promise<VerifyReport> =>
  request.archive ? reportOnArchive(db, request.archive) : reportOf(await verifyAudit(db, request), request)

async function reportOnArchive(db: Db, { file, month }: ArchiveFile): Promise<VerifyReport> {
  const { entries, archivedAt } = await verifyArchive(db, file, month)
  const line = `The archive of ${month.text} is whole: entries ${entries}, archived on ${archivedAt.toISOString()}.`
  return { isWhole: true, lines: [line] }
}

const whileServed =
  'While the server runs, RUP verifies from inside: GET /v1/audit/verifica, or its button in the audit log.'

// biome-ignore format: a table
const sentences: Readonly<Record<ChainBreakKind, string>> = {
  entryMissing:      'the entry is missing',
  entryChanged:      'the entry was changed',
  entryUnchained:    'the entry is not in the chain',
  linkMissing:       'the link is missing',
  linksReordered:    'the links are not in their order',
  digestWrong:       'the digest is wrong',
  sealMissing:       'the seal is missing',
  sealForged:        'the signature of the seal is wrong',
  chainCut:          'the chain was cut: it does not have the place known from outside',
  anchorDamaged:     'the file that keeps a place outside the database is damaged, so that nothing tells whether the chain was cut',
  archiveForged:     'a month counts as archived, and the chain has no such entry',
  archiveIncomplete: 'an archived month no longer has as many links as entries',
}

function reportOf(verification: AuditVerification, { day, publicKeys }: Request): VerifyReport {
  const { isWhole, links, seals, waiting, head, archived, found } = verification
  const parts = [
    found?.position !== undefined && `position ${found.position}`,
    found?.entryId !== undefined && `entry ${found.entryId}`,
    found?.seal !== undefined && `seal ${found.seal}`,
  ].filter(Boolean)
  const place = parts.length > 0 ? `${parts.join(', ')}: ` : ''
  const lines = [
    ...(found ? [`The audit log is broken. First broken link: ${place}${sentences[found.kind]}.`] : []),
    `${isWhole ? 'The audit log is whole' : 'Whole until there'}${day ? ` on ${day}` : ''}: links ${links}, seals ${seals}, entries that wait to be chained ${waiting}.`,
    ...(archived
      ? [
          `In files of the archive: entries ${archived.entries}, months ${archived.months}, until ${archived.until}. Of these the links are verified; --archive verifies a file.`,
        ]
      : []),
    ...(head ? [`Last seal: ${head.sealedAt.toISOString()} on ${head.position}:${head.digest}`] : []),
    ...verification.publicKeys.map((key) => `Public key: ${key}`),
    ...(publicKeys ? [] : ['The keys are those in the database: note them elsewhere and give them as --public-key.']),
  ]
  return { isWhole, lines }
}

/** Runs `npm run audit:verify`; returns the exit code. */
export const runVerify = (args: readonly string[]): Promise<0 | 1> =>
  runCommand(async (settings) => {
    const { isWhole, lines } = await verifyLog(readArguments(args), settings)
    return { code: isWhole ? 0 : 1, lines }
  })
