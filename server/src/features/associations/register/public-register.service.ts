import { Readable } from 'node:stream'
import {
  dayIn,
  downloadRegister,
  getRegisterDocument,
  getRegisterFeed,
  getRegisterSchema,
  type Language,
  type Office,
  officeText,
  officeZone,
  type Page,
  paths,
  type ReferenceItem,
  type ReferenceList,
  type RegisterEntry,
  type RegisterEntryDetail,
  type RegisterFilters,
  registerSorts,
  type WholeRegisterEntry,
} from '@portal/contract'
import texts from '@portal/contract/texts/office/it.json' with { type: 'json' }
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { Attachments } from '#platform/attachments/attachments.ts'
import { type Clock, todayOf } from '#platform/clock.ts'
import type { Reads } from '#platform/database/database.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { createNetworkCosts } from '#platform/http/network-costs.ts'
import type { FileReply } from '#platform/http/serve.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { isRenewing } from '../associations.rules.ts'
import { listSteps } from '../record/association-events.store.ts'
import {
  eachBatch,
  findByCertificate,
  findEntry,
  findPublishedDays,
  listEntries,
  listNewestSteps,
  nameGroups,
  openEntry,
  openWhole,
} from './public-register.store.ts'
import { type Naming, type OpenedEntry, presentEntry, presentWhole, publicHistory } from './register-entry.rules.ts'
import { registerFeed } from './register-feed.ts'
import { csvLines, jsonLines, jsonOf, type RegisterAddresses, registerSchema } from './register-files.ts'
import { rememberedLabels } from './register-labels.ts'

interface Needs {
  readonly db: Db
  readonly reads: Reads
  readonly vault: Vault
  readonly clock: Clock
  readonly office: Office
  readonly publicOrigin: string
  readonly attachments: Pick<Attachments, 'listPublic' | 'open'>
  readonly listItems: (list: ReferenceList, language: Language) => Promise<readonly ReferenceItem[]>
  readonly recordVersions: { of(kind: 'association' | 'reference'): string }
  /** Words that anonymous callers of one network may search for in a minute. */
  readonly wordsPerMinute: number
}

/** A caller: its language, and its network unless it is signed in. */
export interface RegisterCaller {
  readonly language: Language
  readonly network: string | undefined
}

/** The cost of a download in searched words: it reads and opens every entry. */
const downloadCost = 40

const newestSteps = 50

/** Rows by the association that they belong to, in their order. */
function byAssociation<R extends { readonly associationId: number | null }>(
  rows: readonly R[],
): Map<number | null, R[]> {
  const groups = new Map<number | null, R[]>()
  for (const row of rows) {
    const group = groups.get(row.associationId)
    if (group) group.push(row)
    else groups.set(row.associationId, [row])
  }
  return groups
}

/** Everything that is public of some entries, with their documents and histories read at once. */
async function readWhole(
  { db, attachments, office }: Pick<Needs, 'db' | 'attachments' | 'office'>,
  entries: readonly OpenedEntry[],
  naming: Naming,
): Promise<{ readonly entry: WholeRegisterEntry; readonly history: RegisterEntryDetail['history'] }[]> {
  const ids = entries.map(({ id }) => id)
  const [steps, files] = await Promise.all([
    listSteps(db, ids),
    attachments.listPublic(db, ids, office.publishedDocuments),
  ])
  const stepsOf = byAssociation(steps)
  const filesOf = byAssociation(files)
  return entries.map((row) => {
    const own = stepsOf.get(row.id) ?? []
    const documents = (filesOf.get(row.id) ?? []).map(({ id, name, associationDocument }) => ({
      id,
      name,
      type: associationDocument ?? 0,
    }))
    return { entry: presentWhole(row, naming, { documents, steps: own }), history: publicHistory(own) }
  })
}

const atom = 'application/atom+xml; charset=utf-8'
const json = 'application/json; charset=utf-8'

/** The public register: what everybody may know of associations that are or were enrolled (decisions §6). */
export function createPublicRegister(needs: Needs) {
  const { db, reads, vault, clock, office, attachments } = needs
  const readNeeds = { attachments, office, db: reads.db }
  const spend = createNetworkCosts({ clock, perMinute: needs.wordsPerMinute })
  const charge = ({ network }: RegisterCaller, cost: number) => {
    if (network !== undefined) spend(network, cost)
  }

  const labelsIn = rememberedLabels(needs)
  const namingIn = async (language: Language) => ({ tag: office.productTag, label: await labelsIn(language) })

  let caughtUpTo: string | undefined
  /** Makes lists and files show what this server published last. What others published is there within seconds. */
  async function catchUp() {
    const version = needs.recordVersions.of('association')
    if (version === caughtUpTo) return
    await reads.catchUp()
    caughtUpTo = version
  }

  const site = `${needs.publicOrigin}/${office.slug}`
  const callUrl = (path: string) => `${site}/api${path}`
  const addresses: RegisterAddresses = {
    entry: (id) => `${site}${paths.publicRegisterEntry}?id=${id}`,
    document: (id, file) => callUrl(getRegisterDocument.path.replace(':id', String(id)).replace(':file', file)),
  }

  async function* eachWhole(language: Language) {
    const naming = await namingIn(language)
    for await (const entries of eachBatch(reads.db, vault))
      for (const { entry } of await readWhole(readNeeds, entries, naming)) yield entry
  }

  /** An entry with the history of its enrolment; 404 for what was never enrolled. */
  async function get(id: number, language: Language): Promise<RegisterEntryDetail> {
    const row = await findEntry(db, id)
    const [whole] = row ? await readWhole(needs, [await openWhole(vault, row)], await namingIn(language)) : []
    if (!whole) throw new AppError('not_found')
    return whole
  }

  return {
    get,

    /** The version of what lists show, for answers that are remembered. */
    async version() {
      await catchUp()
      return `${needs.recordVersions.of('association')} ${needs.recordVersions.of('reference')}`
    },

    async list(request: PageQuery<RegisterFilters>, caller: RegisterCaller): Promise<Page<RegisterEntry>> {
      const filters = request.filters ?? {}
      // Before the words become tokens, which is most of the work of this process.
      charge(caller, Math.max(1, filters.name?.trim().split(/\s+/).length ?? 0))
      const groups = nameGroups(vault, filters.name)
      if (!groups) throw invalidInput([{ path: 'filtri.denominazione', message: 'ricerca_troppo_corta' }])
      const column = filters.near === undefined ? registerSorts.name : registerSorts.nearness
      const orderings = request.orderings ?? [{ column, direction: 'asc' as const }]
      return listEntries(
        reads.db,
        { ...request, orderings },
        { filters, groups, vault, naming: await namingIn(caller.language) },
      )
    },

    /** An entry for other programs. */
    async json(id: number, language: Language): Promise<FileReply> {
      const { entry } = await get(id, language)
      const text = `${JSON.stringify(jsonOf(entry, addresses), null, 1)}\n`
      return { name: `${entry.enrolmentNumber}.json`, stream: Readable.from([text]), mediaType: json, isInline: true }
    },

    /** A document of an entry that the office publishes; 404 for every other file. */
    async document(id: number, fileId: string): Promise<FileReply> {
      const row = await findEntry(db, id)
      const files = row ? await attachments.listPublic(db, [id], office.publishedDocuments) : []
      const file = files.find((one) => one.id === fileId)
      if (!file) throw new AppError('not_found')
      return { name: file.name, stream: await attachments.open(file.id), mediaType: file.mediaType }
    },

    /** Everything that is public, as CSV or JSON. */
    async download(format: 'csv' | 'json', caller: RegisterCaller): Promise<FileReply> {
      charge(caller, downloadCost)
      await catchUp()
      const entries = eachWhole(caller.language)
      const lines = format === 'csv' ? csvLines(entries, addresses) : jsonLines(entries, addresses)
      const mediaType = format === 'csv' ? 'text/csv; charset=utf-8' : json
      return { name: `${office.productTag} - Registro associazioni.${format}`, stream: Readable.from(lines), mediaType }
    },

    /** What the files contain, as JSON Schema. */
    schema(): FileReply {
      const schema = registerSchema(callUrl(getRegisterSchema.path), texts.openDataFiles.register.title)
      return {
        name: 'registro.schema.json',
        stream: Readable.from([`${JSON.stringify(schema, null, 1)}\n`]),
        mediaType: 'application/schema+json; charset=utf-8',
        isInline: true,
      }
    },

    /** The register as a set of open data, for catalogues. */
    async dataset() {
      const { firstOn, newestAt } = await findPublishedDays(reads.db)
      return {
        ...texts.openDataFiles.register,
        name: 'registro-associazioni',
        page: `${site}${paths.publicRegister}`,
        frequency: 'CONT' as const,
        issuedOn: firstOn ?? todayOf(clock),
        modifiedOn: dayIn(officeZone, newestAt ?? clock.now()),
        files: (['csv', 'json'] as const).map((format) => ({
          format,
          url: `${callUrl(downloadRegister.path)}?formato=${format}`,
        })),
        schemaUrl: callUrl(getRegisterSchema.path),
      }
    },

    /** The newest changes as a feed. */
    async feed(language: Language): Promise<FileReply> {
      await catchUp()
      const text = registerFeed(await listNewestSteps(reads.db, newestSteps), {
        site,
        address: callUrl(getRegisterFeed.path),
        office: officeText(office, 'name', language).text,
        language,
        entry: addresses.entry,
        now: clock.now(),
      })
      return { name: 'registro.atom', stream: Readable.from([text]), mediaType: atom, isInline: true }
    },

    /** What a certificate says, by its code, and whether it holds now; 404 for an unknown code. */
    async verify(code: string, language: Language) {
      const normalized = code
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, '')
        .replace(/(.{4})(?=.)/g, '$1-')
      const row = await findByCertificate(db, normalized)
      if (!row) throw new AppError('not_found')
      // A certificate that another replaced says what it said when it was issued; the municipality of that day is not known.
      const opened = await openEntry(vault, row.facts ? { ...row, ...row.facts, municipality: null } : row)
      const entry = presentEntry(opened, await namingIn(language))
      // Between its expiry and the night that ends it, an enrolment holds no more; one whose renewal is pending does.
      const hasPassed = row.status === 'enrolled' && entry.expiresOn < todayOf(clock)
      const isReplaced = row.certificateCode !== normalized
      return {
        isValid: entry.status === 'enrolled' && !hasPassed && !isReplaced,
        isRenewing: isRenewing(row),
        isReplaced,
        issuedAt: row.issuedAt,
        entry,
      }
    },
  }
}
