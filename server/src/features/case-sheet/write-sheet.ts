import {
  type CaseDetail,
  type CaseDocument,
  type CaseEvent,
  type CaseKey,
  type CaseMessage,
  type CaseValues,
  caseFields,
  caseForm,
  dayIn,
  formatScreenDate,
  freeingKinds,
  isOmitted,
  isReceivedByDay,
  officeZone,
  omittedParts,
  type SheetPart,
} from '@portal/contract'
import it from '@portal/contract/texts/it.json' with { type: 'json' }
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import { formatInstant } from '#platform/format-instant.ts'
import {
  type Cell,
  omission,
  type PdfBlock,
  type PdfDocument,
  pageSigns,
  type Row,
} from '#platform/pdf/pdf-document.ts'
import { callWords } from '#platform/record-words/call-words.ts'
import type { ListItems } from '#platform/record-words/field-words.ts'
import { formBlocks } from '#platform/record-words/form-blocks.ts'
import { sizeText } from '#platform/record-words/size-text.ts'
import { textsIn } from '#platform/texts.ts'
import { type CaseWords, createCaseWords } from './case-words.ts'

export interface Sheet {
  readonly record: CaseDetail
  readonly messages: readonly CaseMessage[]
  readonly documents: readonly (CaseDocument & { readonly type: string | undefined })[]
  /** Newest first. */
  readonly events: readonly CaseEvent[]
  readonly listItems: ListItems
  readonly madeAt: Date
  readonly officeName: string
  /** The parts that this copy leaves out: their texts never enter the document. */
  readonly chosenParts: readonly SheetPart[]
}

/** Returns a text, or its omission where the copy leaves out one of its parts. */
type Show = (text: string, ...parts: readonly SheetPart[]) => Cell

const t = textsIn('it')
const words = office.caseSheet
const labels: Readonly<Record<string, string>> = { ...it.fields, ...office.caseFields }
const groups: Readonly<Record<string, string>> = office.caseGroups
const tabs: Readonly<Record<string, string>> = { ...office.caseTabs, consents: office.caseGroups.consents }

const dayOf = (instant: Date) => formatScreenDate(dayIn(officeZone, instant))

/** The case as a document: fields by tab, then messages, documents and history. */
export async function caseSheet(sheet: Sheet): Promise<PdfDocument> {
  const { record, madeAt, chosenParts } = sheet
  const omitted = omittedParts(chosenParts, record.values)
  const show: Show = (text, ...parts) => (parts.some((part) => omitted.has(part)) ? omission : text)
  const { code } = record
  const title = t(omitted.size > 0 ? 'caseSheet.redactedTitle' : 'caseSheet.title', { code })
  const blocks: PdfBlock[] = [
    { kind: 'small', text: sheet.officeName },
    { kind: 'title', text: title },
    { kind: 'paragraph', text: words.confidential },
    ...omissionBlocks(omitted),
    { kind: 'rows', rows: headOf(record, show) },
    ...(await fieldBlocks(sheet, omitted)),
    ...messageBlocks(sheet, omitted, show),
    ...documentBlocks(sheet, show),
    ...historyBlocks(sheet, omitted, show),
    { kind: 'small', text: t('caseSheet.madeAt', { at: formatInstant(madeAt) }) },
  ]
  return { language: 'it', title, madeAt, footer: t('caseSheet.page', { ...pageSigns, code }), blocks }
}

/** What a copy for another authority leaves out. */
function omissionBlocks(omitted: ReadonlySet<SheetPart>): PdfBlock[] {
  if (omitted.size === 0) return []
  const names = Object.entries(office.sheetParts).filter(([part]) => omitted.has(part as SheetPart))
  return [
    { kind: 'label', text: words.redacted },
    { kind: 'list', items: names.map(([, name]) => name) },
  ]
}

function headOf({ code, status, createdAt, insertedAt, closedAt, operator, dueOn }: CaseDetail, show: Show): Row[] {
  return [
    [words.code, code],
    [words.status, office.caseStatuses[status]],
    [words.receivedAt, isReceivedByDay({ createdAt, insertedAt }) ? dayOf(createdAt) : formatInstant(createdAt)],
    [words.insertedAt, formatInstant(insertedAt)],
    ...(closedAt ? [[words.closedAt, formatInstant(closedAt)] as const] : []),
    [words.operator, operator ? show(operator, 'staff') : words.nobody],
    ...(dueOn ? [[words.dueOn, formatScreenDate(dueOn)] as const] : []),
  ]
}

function fieldBlocks({ record: { values }, listItems }: Sheet, omitted: ReadonlySet<SheetPart>): Promise<PdfBlock[]> {
  const caseWords = createCaseWords(listItems)
  return formBlocks<CaseValues, CaseKey>({
    form: caseForm,
    values,
    tabs,
    groups,
    isElsewhere: ({ kind }) => kind === 'files',
    // Without one visible value the labels alone would say which data there are.
    blocksOf: async (keys) =>
      keys.every((key) => isOmitted(key, omitted))
        ? [{ kind: 'paragraph', text: omission }]
        : groupBlocks(keys, values, caseWords, omitted),
  })
}

/** Labels beside values as a table; long texts follow as quotations. */
async function groupBlocks(
  keys: readonly CaseKey[],
  values: CaseValues,
  caseWords: CaseWords,
  omitted: ReadonlySet<SheetPart>,
): Promise<PdfBlock[]> {
  const isLong = (key: CaseKey) => caseFields[key].kind === 'longText'
  const headingOf = (key: CaseKey) => labels[key] ?? key
  const cellOf = async (key: CaseKey) => (isOmitted(key, omitted) ? omission : caseWords.of(key, values))
  const rows: Row[] = []
  for (const key of keys.filter((one) => !isLong(one))) rows.push([headingOf(key), await cellOf(key)])
  const blocks: PdfBlock[] = rows.length > 0 ? [{ kind: 'rows', rows }] : []
  for (const key of keys.filter(isLong))
    blocks.push({ kind: 'label', text: headingOf(key) }, { kind: 'quotation', text: await cellOf(key) })
  return blocks
}

function messageBlocks({ messages }: Sheet, omitted: ReadonlySet<SheetPart>, show: Show): PdfBlock[] {
  const heading = { kind: 'heading', text: office.caseTabs.messages } as const
  if (omitted.has('messages')) return [heading, { kind: 'paragraph', text: omission }]
  if (messages.length === 0) return [heading, { kind: 'paragraph', text: words.noMessages }]
  return [
    heading,
    ...messages.flatMap(({ from, sentAt, text, call, files }): PdfBlock[] => [
      { kind: 'subheading', text: `${formatInstant(sentAt)} · ${words.sides[from]}` },
      ...(call ? [{ kind: 'paragraph', text: show(callWords(call), 'contacts', 'reporter') } as const] : []),
      ...(text === '' ? [] : [{ kind: 'quotation', text: show(text, 'texts') } as const]),
      ...(files.length > 0 ? [{ kind: 'list', items: files.map(({ name }) => show(name, 'files')) } as const] : []),
    ]),
  ]
}

const documentColumns = [
  { heading: words.documentColumns.name, share: 25 },
  { heading: words.documentColumns.type, share: 16 },
  { heading: words.documentColumns.size, share: 13 },
  { heading: words.documentColumns.digest, share: 28 },
  { heading: words.documentColumns.added, share: 18 },
]

function documentBlocks({ documents }: Sheet, show: Show): PdfBlock[] {
  const heading = { kind: 'heading', text: office.caseTabs.documents } as const
  if (documents.length === 0) return [heading, { kind: 'paragraph', text: words.noDocuments }]
  const rows = documents.map(({ file, type, source, addedAt, addedBy }) => {
    const by = addedBy === undefined ? undefined : show(addedBy, 'staff')
    const added = [formatInstant(addedAt), ...(typeof by === 'string' ? [by] : [])].join(' · ')
    return [show(file.name, 'files'), type ?? words.sources[source], sizeText(file.size, 'it'), file.digest, added]
  })
  return [heading, { kind: 'table', columns: documentColumns, rows }]
}

/** Events that the printed history omits: edit locks did not change the case. */
const omittedEvents: readonly CaseEvent['kind'][] = [
  'lockTaken',
  'commented',
  'reminderSet',
  'reminderMoved',
  'reminderDone',
  'reminderRemoved',
]

const eventColumns = [
  { heading: words.eventColumns.at, share: 18 },
  { heading: words.eventColumns.event, share: 36 },
  { heading: words.eventColumns.by, share: 22 },
  { heading: words.eventColumns.reason, share: 24 },
]

function historyBlocks({ events }: Sheet, omitted: ReadonlySet<SheetPart>, show: Show): PdfBlock[] {
  const heading = { kind: 'heading', text: office.caseTabs.history } as const
  if (omitted.has('history')) return [heading, { kind: 'paragraph', text: omission }]
  const shown = events.filter(({ kind }) => !omittedEvents.includes(kind))
  if (shown.length === 0) return [heading, { kind: 'paragraph', text: words.noEvents }]
  const rows = shown.map((event) => [
    formatInstant(event.at),
    eventWords(event, show),
    actorOf(event, show),
    event.reason ? show(event.reason, 'texts') : '',
  ])
  return [heading, { kind: 'table', columns: eventColumns, rows }]
}

function eventWords({ kind, from, to, operator }: CaseEvent, show: Show): string {
  const passage = { from: from && office.caseStatuses[from], to: to && office.caseStatuses[to] }
  const transition = to && to !== from && (from ? t('caseSheet.passage', passage) : passage.to)
  const assignee = operator && show(operator, 'staff')
  return [
    office.caseEventKinds[kind],
    transition,
    typeof assignee === 'string' && `${freeingKinds.includes(kind) ? words.formerly : words.assignedTo} ${assignee}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Who caused an event; an omitted name leaves the role of the user, which names nobody. */
function actorOf({ kind, by, role }: CaseEvent, show: Show): Cell {
  if (by === undefined) return kind === 'received' ? words.sides.reporter : words.portal
  const name = show(by, 'staff')
  if (role === undefined) return name
  return typeof name === 'string' ? `${name} (${office.roles[role]})` : office.roles[role]
}
