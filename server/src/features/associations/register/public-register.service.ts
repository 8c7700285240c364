import { Readable } from 'node:stream'
import {
  type AssociationEventKind,
  dayIn,
  type Language,
  type Office,
  officeZone,
  type Page,
  type ReferenceItem,
  type ReferenceList,
  type RegisterEntry,
  type RegisterEntryDetail,
  type RegisterFilters,
} from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import { type Clock, todayOf } from '#platform/clock.ts'
import { csvLine } from '#platform/csv.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { createNetworkCosts } from '#platform/http/network-costs.ts'
import type { FileReply } from '#platform/http/serve.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { isRenewing } from '../associations.rules.ts'
import { listSteps } from '../record/association-events.store.ts'
import { sealedAssociations } from '../record/sealed-associations.ts'
import {
  eachEntry,
  findByCertificate,
  findEntry,
  listEntries,
  presentEntry,
  type RegisterLabels,
} from './public-register.store.ts'

interface Needs {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
  readonly office: Office
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

/** The entries of the history that the public sees. */
const publicSteps: Partial<Record<AssociationEventKind, RegisterEntryDetail['history'][number]['kind']>> = {
  sign: 'enrolled',
  signRenewal: 'renewed',
  expire: 'expired',
  // A renewal; of a first request nothing is public.
  reject: 'expired',
  endRenewal: 'expired',
  remove: 'removed',
}

const csvColumns = [
  'id',
  'numero_iscrizione',
  'denominazione',
  'stato',
  'data_iscrizione',
  'data_scadenza',
  'regione',
  'ground',
  'sito_web',
] as const
const csvStatuses = { enrolled: 'iscritta', expired: 'scaduta', removed: 'cancellata' } as const

const csvRow = (entry: RegisterEntry): string =>
  csvLine([
    String(entry.id),
    entry.enrolmentNumber,
    entry.name,
    csvStatuses[entry.status as keyof typeof csvStatuses],
    entry.enrolledOn,
    entry.expiresOn,
    entry.region ?? '',
    entry.grounds.join(' | '),
    entry.website ?? '',
  ])

type Entries = AsyncIterable<RegisterEntry>

async function* csvLines(entries: Entries) {
  yield `\ufeff${csvColumns.join(';')}\r\n`
  for await (const entry of entries) yield csvRow(entry)
}

async function* jsonLines(entries: Entries) {
  let separator = '[\n'
  for await (const entry of entries) {
    yield `${separator}${JSON.stringify(jsonOf(entry))}`
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

/** The labels of regions and grounds in a language, read again when an entry of a list changed. */
function rememberedLabels({ listItems, recordVersions }: Pick<Needs, 'listItems' | 'recordVersions'>) {
  const known = new Map<Language, { readonly version: string; readonly labels: Promise<RegisterLabels> }>()
  async function read(language: Language): Promise<RegisterLabels> {
    const labels = async (list: ReferenceList) =>
      new Map((await listItems(list, language)).map(({ id, label }) => [id, label]))
    return { region: await labels('region'), ground: await labels('ground') }
  }
  return (language: Language): Promise<RegisterLabels> => {
    const version = recordVersions.of('reference')
    const last = known.get(language)
    if (last?.version === version) return last.labels
    const labels = read(language)
    known.set(language, { version, labels })
    labels.catch(() => known.delete(language))
    return labels
  }
}

/** The public register: what everybody may know of associations that are or were enrolled (decisions §6). */
export function createPublicRegister({ db, vault, clock, office, listItems, ...needs }: Needs) {
  const spend = createNetworkCosts({ clock, perMinute: needs.wordsPerMinute })
  const charge = ({ network }: RegisterCaller, cost: number) => {
    if (network !== undefined) spend(network, cost)
  }

  const labelsIn = rememberedLabels({ listItems, ...needs })
  const contextIn = async (language: Language) => ({ vault, tag: office.productTag, labels: await labelsIn(language) })

  return {
    /** The version of what lists show, for answers that are remembered. */
    version: async () => `${needs.recordVersions.of('association')} ${needs.recordVersions.of('reference')}`,

    async list(request: PageQuery<RegisterFilters>, caller: RegisterCaller): Promise<Page<RegisterEntry>> {
      const filters = request.filters ?? {}
      // Before the words become tokens, which is most of the work of this process.
      charge(caller, Math.max(1, filters.name?.trim().split(/\s+/).length ?? 0))
      const groups = filters.name ? vault.find(sealedAssociations, ['searchedName'], filters.name) : []
      if (filters.name && groups.length === 0)
        throw invalidInput([{ path: 'filtri.denominazione', message: 'ricerca_troppo_corta' }])
      const orderings = request.orderings ?? [{ column: 'denominazione', direction: 'asc' as const }]
      return listEntries(db, { ...request, orderings }, { ...(await contextIn(caller.language)), filters, groups })
    },

    /** An entry with the history of its enrolment; 404 for what was never enrolled. */
    async get(id: number, language: Language): Promise<RegisterEntryDetail> {
      const row = await findEntry(db, id)
      if (!row) throw new AppError('not_found')
      const steps = await listSteps(db, [id])
      const history = steps.flatMap(({ kind, at }) => {
        const step = publicSteps[kind]
        return step ? [{ kind: step, on: dayIn(officeZone, at) }] : []
      })
      return { entry: await presentEntry(row, await contextIn(language)), history }
    },

    /** Everything that is public, as CSV or JSON. */
    async download(format: 'csv' | 'json', caller: RegisterCaller): Promise<FileReply> {
      charge(caller, downloadCost)
      const entries = eachEntry(db, await contextIn(caller.language))
      const lines = format === 'csv' ? csvLines(entries) : jsonLines(entries)
      const mediaType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8'
      return { name: `${office.productTag} - Registro associazioni.${format}`, stream: Readable.from(lines), mediaType }
    },

    /** What a certificate says, by its code, and whether it holds now; 404 for an unknown code. */
    async verify(code: string, language: Language) {
      const normalized = code
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, '')
        .replace(/(.{4})(?=.)/g, '$1-')
      const row = await findByCertificate(db, normalized)
      if (!row) throw new AppError('not_found')
      // A certificate that another replaced says what it said when it was issued.
      const entry = await presentEntry(row.facts ? { ...row, ...row.facts } : row, await contextIn(language))
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

/** An entry under the names of the API. */
const jsonOf = (entry: RegisterEntry) => ({
  id: entry.id,
  numero_iscrizione: entry.enrolmentNumber,
  denominazione: entry.name,
  stato: csvStatuses[entry.status as keyof typeof csvStatuses],
  data_iscrizione: entry.enrolledOn,
  data_scadenza: entry.expiresOn,
  regione: entry.region ?? null,
  ground: entry.grounds,
  sito_web: entry.website ?? null,
})
