import { type CaseKey, type RegistryKind, type RightsKind, usesOf } from '@portal/contract'
import it from '@portal/contract/texts/it.json' with { type: 'json' }
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import type { CaseWords } from '#features/case-sheet/index.ts'
import { kindsOfRecord } from '#features/registry/index.ts'
import { formatInstant } from '#platform/format-instant.ts'
import { callWords } from '#platform/record-words/call-words.ts'
import type { CaseDossier, Dossier } from './dossier.ts'
import { ownersOfFields, type Relation } from './relations.rules.ts'

type Line = readonly [label: string, value: string]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

const style = `
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#17324d}
h1{font-size:1.75rem}h2{font-size:1.4rem;border-top:2px solid #17324d;padding-top:1rem;margin-top:2.5rem}h3{font-size:1.1rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:start;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #c2c7d0;white-space:pre-wrap;overflow-wrap:anywhere}
th{width:16rem;font-weight:600}
@media print{body{margin:0;max-width:none}tr,h2,h3{break-inside:avoid}h2,h3{break-after:avoid}}`

const start = (title: string) => `<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
`

const row = ([label, value]: Line) => `<tr><th scope="row">${escaped(label)}</th><td>${escaped(value)}</td></tr>\n`
const table = (lines: readonly Line[]) => (lines.length > 0 ? `<table>\n${lines.map(row).join('')}</table>\n` : '')
const heading = (level: 2 | 3, text: string) => `<h${level}>${escaped(text)}</h${level}>\n`
const section = (text: string, count: number) => heading(2, `${text} (${count})`)

const actions: Readonly<Record<string, string>> = office.audit.actions

const caseLabels: Readonly<Record<string, string>> = { ...it.fields, ...office.caseFields }
const recordLabels: Readonly<Record<string, string>> = { ...it.fields, ...office.rights.recordFields }

/** The fields of a case that the person gets, in the order of the form, with their labels on the screen. */
const linesOfCase = ({ values }: CaseDossier, words: CaseWords): Promise<Line[]> =>
  Promise.all(
    [...ownersOfFields.keys()]
      .filter((key: CaseKey) => values[key] !== undefined)
      .map(async (key): Promise<Line> => [caseLabels[key] ?? key, await words.of(key, values)]),
  )

const linesOfRecord = (
  { kind, values }: { readonly kind: RegistryKind; readonly values: Readonly<Record<string, unknown>> },
  words: CaseWords,
): Promise<Line[]> => {
  const { form } = kindsOfRecord[kind]
  return Promise.all(
    usesOf(form)
      .filter(({ key }) => values[key] !== undefined)
      .map(async ({ key }): Promise<Line> => {
        const field = form.fields[key]
        return [recordLabels[key] ?? key, field ? await words.ofField(field, values, key) : '']
      }),
  )
}

const relationWords: Readonly<Record<Relation, string>> = office.rights.relations

async function* partsOfCase(found: CaseDossier, words: CaseWords) {
  const { head, relations, messages, history } = found
  yield heading(3, `Segnalazione ${head.code}`)
  yield table([
    ...(relations.length > 0
      ? [['In questa segnalazione sei', relations.map((relation) => relationWords[relation]).join(', ')] as const]
      : []),
    ['Ricevuta', formatInstant(head.createdAt)],
    ['Stato', office.caseStatuses[head.status]],
    ...(head.closedAt ? [['Chiusa', formatInstant(head.closedAt)] as const] : []),
  ])
  yield table(await linesOfCase(found, words))
  for (const { isFromOffice, sentAt, text, call } of messages) {
    const author = call ? 'Hai chiesto una chiamata' : isFromOffice ? 'Messaggio dell’ufficio' : 'Tuo messaggio'
    yield table([[`${author}, ${formatInstant(sentAt)}`, call ? callWords(call) : text]])
  }
  yield heading(3, `Operazioni registrate sulla segnalazione ${head.code}`)
  yield table(history.map(({ at, action }): Line => [formatInstant(at), actions[action] ?? action]))
}

const kinds: Readonly<Record<RightsKind, string>> = office.rights.kinds

/** The readable page of an export: one self-contained page, for reading or printing. */
export async function* archivePage(dossier: Dossier, words: CaseWords, madeAt: Date): AsyncGenerator<string> {
  const { request, caseIds } = dossier
  yield start('I tuoi dati')
  yield '<p>Questo documento contiene i dati che ti riguardano alla data indicata. Il file dati.json contiene gli stessi dati in un formato leggibile da un programma.</p>\n<p>Non contiene ciò che in una segnalazione riguarda altre persone: il racconto e i contatti di chi segnala, se non sei tu; chi è indicato come responsabile; gli appunti dell’ufficio. Se ti servono, scrivi all’ufficio: li valuta caso per caso.</p>\n'
  yield table([
    ...(request.taxCode ? [['Codice fiscale o partita IVA', request.taxCode] as const] : []),
    ...(request.reportCode ? [['Codice della segnalazione', request.reportCode] as const] : []),
    ['Data della richiesta', formatInstant(request.requestedAt)],
    ['Data dell’estrazione', formatInstant(madeAt)],
  ])
  yield section('Segnalazioni', caseIds.length)
  for await (const found of dossier.cases()) yield* partsOfCase(found, words)
  yield section('Allegati', dossier.files.length)
  yield table(dossier.files.map(({ name, path }): Line => [name, path]))
  const users = await dossier.users()
  yield section('Utenze', users.length)
  for (const user of users) yield table(linesOfUser(user))
  yield heading(2, 'Anagrafica')
  for await (const record of dossier.records()) yield table(await linesOfRecord(record, words))
  yield heading(2, 'Messaggi inviati ai tuoi indirizzi')
  for await (const { recipient, subject, body, queuedAt } of dossier.mails())
    yield table([
      ['Data', formatInstant(queuedAt)],
      ['Destinatario', recipient],
      ['Oggetto', subject],
      ['Testo', body],
    ])
  const requests = await dossier.requests()
  yield section('Altre richieste sui tuoi dati', requests.length)
  yield table(requests.map(({ kind, requestedAt }): Line => [formatInstant(requestedAt), kinds[kind]]))
  yield '</body>\n</html>\n'
}

// biome-ignore format: a table
const userLabels: Readonly<Record<string, string>> = {
  taxCode:   'Codice fiscale',
  firstName: 'Nome',
  lastName:  'Cognome',
  mail:      'E-mail',
  phone:     'Telefono',
  isEnabled: 'Abilitata',
  enabledAt: 'Abilitata dal',
}

const inWords = (value: unknown) => {
  if (typeof value === 'boolean') return value ? 'Sì' : 'No'
  return value instanceof Date ? formatInstant(value) : String(value)
}

const linesOfUser = (user: object) =>
  Object.entries(user).flatMap(([key, value]): Line[] => {
    const label = userLabels[key]
    return label ? [[label, inWords(value)]] : []
  })
