import { Readable } from 'node:stream'
import {
  callRequestForm,
  caseForm,
  caseStatus,
  type RightsCounts,
  registryKinds,
  rightsKinds,
  rightsStatuses,
  writeWire,
} from '@portal/contract'
import yazl from 'yazl'
import * as z from 'zod/mini'
import type { CaseWords } from '#features/case-sheet/index.ts'
import { kindsOfRecord } from '#features/registry/index.ts'
import { archivePage } from './archive-page.ts'
import type { CaseDossier, Dossier, DossierFile } from './dossier.ts'

const { ZipFile } = yazl

/** The relations to a case, in `dati.json`. */
const relationWords = {
  reporter: 'segnalante',
  victim: 'vittima',
  offender: 'responsabile',
  contact: 'contatto',
} as const

/** Names of the members of `dati.json`; a case and its report have the names of the API. */
function caseOnWire({ relations, head, values, receivedAt, ageBand, messages, history }: CaseDossier) {
  return {
    relazione: relations.map((relation) => relationWords[relation]),
    caso: {
      id_segnalazione: head.id,
      codice: head.code,
      id_stato: z.encode(caseStatus, head.status),
      id_canale: head.channelId,
      data_creazione: head.createdAt,
      data_chiusura: head.closedAt ?? undefined,
    },
    segnalazione: { ...writeWire(caseForm, values), data_ricezione: receivedAt, fascia_eta: ageBand },
    messaggi: messages.map(({ isFromOffice, sentAt, text, call }) => ({
      data: sentAt,
      da: isFromOffice ? 'ufficio' : 'segnalante',
      testo: text,
      ...(call && { richiamata: writeWire(callRequestForm, call) }),
    })),
    registro: history.map(({ at, action, outcome }) => ({ data: at, azione: action, esito: outcome })),
  }
}

const userOnWire = (user: Readonly<Record<string, unknown>>) => ({
  id_utente: user.id,
  cf: user.taxCode,
  nome: user.firstName,
  cognome: user.lastName,
  mail: user.mail,
  telefono: user.phone,
  data_abilitazione: user.enabledAt,
  flag_abilitazione: user.isEnabled ? 1 : 0,
})

/** Streams a JSON array, item by item. */
async function* jsonList<T>(name: string, items: AsyncIterable<T> | Iterable<T>, onWire: (item: T) => unknown) {
  yield `,\n"${name}": [`
  let separator = '\n'
  for await (const item of items) {
    yield separator + JSON.stringify(onWire(item), null, 2)
    separator = ',\n'
  }
  yield '\n]'
}

async function* dataOf(dossier: Dossier, madeAt: Date, counts: RightsCounts) {
  const { request } = dossier
  const users = await dossier.users()
  counts.users = users.length
  const head = {
    codice_fiscale: request.taxCode ?? undefined,
    codice: request.reportCode ?? undefined,
    data_richiesta: request.requestedAt,
    data_archivio: madeAt,
  }
  yield `{\n"richiesta": ${JSON.stringify(head, null, 2)}`
  yield* jsonList('segnalazioni', dossier.cases(), (found) => {
    counts.reports += 1
    counts.auditEntries += found.history.length
    return caseOnWire(found)
  })
  yield* jsonList('allegati', dossier.files, ({ caseId, name, path, size, digest }) => ({
    id_segnalazione: caseId,
    nomeFile: name,
    file: path,
    dimensione: size,
    impronta_sha256: digest,
  }))
  yield* jsonList('utenti', users, userOnWire)
  yield* jsonList('anagrafica', dossier.records(), ({ kind, values }) => ({
    [registryKinds[kind]]: writeWire(kindsOfRecord[kind].form, values),
  }))
  yield* jsonList('mail', dossier.mails(), ({ recipient, subject, body, queuedAt }) => {
    counts.mails += 1
    return { data: queuedAt, destinatario: recipient, oggetto: subject, testo: body }
  })
  yield* jsonList('richieste', await dossier.requests(), ({ kind, status, requestedAt }) => ({
    tipo: rightsKinds[kind],
    stato: rightsStatuses[status],
    data_richiesta: requestedAt,
  }))
  yield '\n}\n'
}

const bytesOf = (parts: AsyncIterable<string>) =>
  Readable.from(
    (async function* () {
      for await (const part of parts) yield Buffer.from(part)
    })(),
  )

const lazily = (open: () => Promise<Readable>) =>
  Readable.from(
    (async function* () {
      yield* await open()
    })(),
  )

interface Making {
  readonly madeAt: Date
  readonly open: (file: DossierFile) => Promise<Readable>
}

/**
 * The archive of an export, produced while it is read: `leggimi.html` for people, `dati.json` for machines, and the attached
 * files. The counts are final once the stream has ended.
 */
export function buildArchive(dossier: Dossier, words: CaseWords, { madeAt, open }: Making) {
  const counts: RightsCounts = { reports: 0, users: 0, mails: 0, auditEntries: 0 }
  const zip = new ZipFile()
  // An error before the first read is raised on the first read.
  const output = (zip.outputStream as Readable).on('error', () => {})
  // An error of either stream destroys the other: yazl handles the errors of neither.
  const add = (name: string, open: () => Readable) =>
    zip.addReadStreamLazy(name, { mtime: madeAt }, (give) => {
      const source = open().on('error', (error) => output.destroy(error))
      output.on('close', () => source.destroy())
      give(null, source)
    })
  add('leggimi.html', () => bytesOf(archivePage(dossier, words, madeAt)))
  add('dati.json', () => bytesOf(dataOf(dossier, madeAt, counts)))
  for (const file of dossier.files) add(file.path, () => lazily(() => open(file)))
  zip.end()
  return { counts, stream: output }
}
