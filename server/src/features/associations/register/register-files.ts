import type { WholeRegisterEntry } from '@portal/contract'
import { csvLine } from '#platform/csv.ts'

const statuses = { enrolled: 'iscritta', expired: 'scaduta', removed: 'cancellata' } as const
const endings = {
  lapsed: 'scadenza senza rinnovo',
  renewalRefused: 'rinnovo respinto',
  requested: "richiesta dell'ente",
  decided: "decisione dell'ufficio",
} as const

/** Absolute addresses of an entry and of a document that is published. */
export interface RegisterAddresses {
  readonly entry: (id: number) => string
  readonly document: (id: number, file: string) => string
}

interface Column {
  readonly about: string
  readonly type: 'integer' | 'text' | 'day' | 'texts' | 'address' | 'addresses'
  /** Always there. */
  readonly isRequired?: true
  readonly of: (entry: WholeRegisterEntry, addresses: RegisterAddresses) => unknown
}

/** The columns of the files of the register, which are the properties of an entry in JSON. */
// biome-ignore format: a table
const columns = {
  id:                { about: 'Numero della scheda nel registro pubblico; non cambia.', type: 'integer', isRequired: true, of: ({ id }) => id },
  numero_iscrizione: { about: "Numero dell'iscrizione.", type: 'text', isRequired: true, of: ({ enrolmentNumber }) => enrolmentNumber },
  denominazione:     { about: "Nome dell'associazione o dell'ente.", type: 'text', isRequired: true, of: ({ name }) => name },
  stato:             { about: `Stato dell'iscrizione: ${Object.values(statuses).join(', ')}.`, type: 'text', isRequired: true, of: ({ status }) => statuses[status as keyof typeof statuses] },
  data_iscrizione:   { about: 'Data della prima iscrizione.', type: 'day', isRequired: true, of: ({ enrolledOn }) => enrolledOn },
  data_scadenza:     { about: "Data in cui l'iscrizione scade o è scaduta.", type: 'day', isRequired: true, of: ({ expiresOn }) => expiresOn },
  data_fine:         { about: "Data in cui l'iscrizione è finita.", type: 'day', of: ({ endedOn }) => endedOn },
  motivo_fine:       { about: `Perché l'iscrizione è finita: ${Object.values(endings).join(', ')}.`, type: 'text', of: ({ ending }) => ending && endings[ending] },
  numero_decreto:    { about: "Numero dell'ultimo decreto.", type: 'text', of: ({ decreeNumber }) => decreeNumber },
  data_decreto:      { about: "Data dell'ultimo decreto.", type: 'day', of: ({ decreeDate }) => decreeDate },
  forma_giuridica:   { about: 'Forma giuridica.', type: 'text', of: ({ legalForm }) => legalForm },
  codice_fiscale:    { about: 'Codice fiscale o partita IVA di 11 cifre.', type: 'text', of: ({ taxCode }) => taxCode },
  regione:           { about: 'Regione della sede.', type: 'text', of: ({ region }) => region },
  provincia:         { about: 'Provincia della sede.', type: 'text', of: ({ province }) => province },
  comune:            { about: 'Comune della sede, con la sigla della provincia.', type: 'text', of: ({ municipality }) => municipality },
  indirizzo:         { about: 'Indirizzo della sede.', type: 'text', of: ({ address }) => address },
  cap:               { about: 'Codice di avviamento postale della sede.', type: 'text', of: ({ postalCode }) => postalCode },
  telefono:          { about: 'Telefono per il pubblico.', type: 'text', of: ({ phone }) => phone },
  email:             { about: 'Indirizzo e-mail per il pubblico.', type: 'text', of: ({ email }) => email },
  sito_web:          { about: 'Sito web.', type: 'text', of: ({ website }) => website },
  motivi:            { about: 'Motivi di discriminazione di cui si occupa, con i sottomotivi dopo i due punti.', type: 'texts', isRequired: true, of: ({ fields }) => fields.map(({ ground, subGround }) => [ground, subGround].filter(Boolean).join(': ')) },
  progetti:          { about: 'Progetti, con gli ambiti tra parentesi.', type: 'texts', isRequired: true, of: ({ projects }) => projects.map(({ name, fields }) => fields.length > 0 ? `${name} (${fields.join(', ')})` : name) },
  documenti:         { about: "Indirizzi dei documenti che l'ufficio pubblica.", type: 'addresses', isRequired: true, of: ({ id, documents }, addresses) => documents.map((file) => addresses.document(id, file.id)) },
  scheda:            { about: 'Indirizzo della scheda nel registro pubblico.', type: 'address', isRequired: true, of: ({ id }, addresses) => addresses.entry(id) },
} as const satisfies Record<string, Column>

const columnList = Object.entries<Column>(columns)

/** An entry for other programs, in Italian; what is absent is null. */
export const jsonOf = (entry: WholeRegisterEntry, addresses: RegisterAddresses) =>
  Object.fromEntries(columnList.map(([name, { of }]) => [name, of(entry, addresses) ?? null]))

type Entries = AsyncIterable<WholeRegisterEntry>

/** The register as CSV: several values of a field are separated by ` | `. */
export async function* csvLines(entries: Entries, addresses: RegisterAddresses) {
  yield `\ufeff${columnList.map(([name]) => name).join(';')}\r\n`
  for await (const entry of entries)
    yield csvLine(
      columnList.map(([, { of }]) => {
        const value = of(entry, addresses) ?? ''
        return Array.isArray(value) ? value.join(' | ') : String(value)
      }),
    )
}

/** The register as a list in JSON. */
export async function* jsonLines(entries: Entries, addresses: RegisterAddresses) {
  let separator = '[\n'
  for await (const entry of entries) {
    yield `${separator}${JSON.stringify(jsonOf(entry, addresses))}`
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

const schemas = {
  integer: { type: 'integer' },
  text: { type: 'string' },
  day: { type: 'string', format: 'date' },
  texts: { type: 'array', items: { type: 'string' } },
  address: { type: 'string', format: 'uri' },
  addresses: { type: 'array', items: { type: 'string', format: 'uri' } },
} as const

const schemaOf = ({ about, type, isRequired }: Column) =>
  isRequired
    ? { description: about, ...schemas[type] }
    : { description: about, anyOf: [schemas[type], { type: 'null' }] }

/** What the files contain, as JSON Schema (draft 2020-12); the CSV has the same names in the same order. */
export const registerSchema = (address: string, title: string) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: address,
  title,
  description:
    'Il file JSON è una lista di schede. Il file CSV ha una riga per scheda, con gli stessi nomi nello stesso ordine: campi separati da punto e virgola, più valori di un campo separati da " | ", codifica UTF-8.',
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: columnList.map(([name]) => name),
    properties: Object.fromEntries(columnList.map(([name, column]) => [name, schemaOf(column)])),
  },
})
