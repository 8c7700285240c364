import {
  type AssociationDetail,
  type AssociationEvent,
  type AssociationKey,
  type AssociationValues,
  associationFields,
  associationForm,
  documentKeys,
  documentTypes,
  type Field,
  formatScreenDate,
  ownEventKinds,
} from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import register from '@portal/contract/texts/register/it.json' with { type: 'json' }
import type { StoredAttachment } from '#platform/attachments/attachments.store.ts'
import { formatInstant } from '#platform/format-instant.ts'
import { type PdfBlock, type PdfDocument, pageSigns, type Row } from '#platform/pdf/pdf-document.ts'
import {
  createFieldWords,
  type FieldValues,
  type FieldWords,
  type ListItems,
} from '#platform/record-words/field-words.ts'
import { formBlocks } from '#platform/record-words/form-blocks.ts'
import { sizeText } from '#platform/record-words/size-text.ts'
import { textsIn } from '#platform/texts.ts'

export interface AssociationSheet {
  readonly record: AssociationDetail
  readonly documents: readonly StoredAttachment[]
  /** Newest first. */
  readonly events: readonly AssociationEvent[]
  readonly listItems: ListItems
  readonly madeAt: Date
  readonly officeName: string
}

const t = textsIn('it')
const words = office.associationSheet
const facts = office.associationFacts
const { documentColumns, eventColumns } = office.caseSheet
const labels: Readonly<Record<AssociationKey, string>> = register.registerFields
const columnLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = register.registerColumns
const groups: Readonly<Record<string, string>> = register.registerGroups
const tabs: Readonly<Record<string, string>> = register.registerTabs

/** The association as a document: the procedure, the fields by tab, its documents and its history. */
export async function associationSheet(sheet: AssociationSheet): Promise<PdfDocument> {
  const { record, madeAt } = sheet
  const number = record.requestNumber
  const title = t('associationSheet.title', { number })
  const blocks: PdfBlock[] = [
    { kind: 'small', text: sheet.officeName },
    { kind: 'title', text: title },
    { kind: 'paragraph', text: record.values.name ?? '' },
    { kind: 'paragraph', text: words.confidential },
    { kind: 'rows', rows: headOf(record) },
    ...(await fieldBlocks(sheet)),
    ...documentBlocks(sheet),
    ...historyBlocks(sheet),
    { kind: 'small', text: t('caseSheet.madeAt', { at: formatInstant(madeAt) }) },
  ]
  return { language: 'it', title, madeAt, footer: t('associationSheet.page', { ...pageSigns, number }), blocks }
}

function headOf(record: AssociationDetail): Row[] {
  const { decreeNumber, decreeDate, firstRequestedAt } = record
  const days = (['approvedOn', 'enrolledOn', 'renewedOn', 'expiresOn', 'closedOn', 'dueOn'] as const).flatMap((key) => {
    const day = record[key]
    return day === undefined ? [] : [[facts[key], formatScreenDate(day)] as const]
  })
  return [
    [facts.requestNumber, record.requestNumber],
    ...(record.enrolmentNumber ? [[facts.enrolmentNumber, record.enrolmentNumber] as const] : []),
    [facts.status, office.registerStatuses[record.status]],
    [facts.requestedAt, formatInstant(record.requestedAt)],
    ...(firstRequestedAt ? [[facts.firstRequestedAt, formatInstant(firstRequestedAt)] as const] : []),
    ...days,
    ...(decreeNumber && decreeDate
      ? [
          [
            facts.decree,
            t('associationFacts.decreeText', { number: decreeNumber, date: formatScreenDate(decreeDate) }),
          ] as const,
        ]
      : []),
    ...(record.missingItems ? [[facts.missingItems, record.missingItems] as const] : []),
  ]
}

function fieldBlocks({ record: { values }, listItems }: AssociationSheet): Promise<PdfBlock[]> {
  const fieldWords = createFieldWords(listItems)
  return formBlocks<AssociationValues, AssociationKey>({
    form: associationForm,
    values,
    tabs,
    groups,
    // Documents have a section of their own; in the office's record the consent always counts as given.
    isElsewhere: ({ kind }) => kind === 'files' || kind === 'consent',
    blocksOf: (keys) => groupBlocks(keys, values, fieldWords),
  })
}

/** Labels beside values; long texts and lines follow, each under its label. */
async function groupBlocks(
  keys: readonly AssociationKey[],
  values: AssociationValues,
  fieldWords: FieldWords,
): Promise<PdfBlock[]> {
  const rows: Row[] = []
  const others: PdfBlock[] = []
  for (const key of keys) {
    const field: Field = associationFields[key]
    if (field.columns) others.push(...(await lineBlocks(key, field.columns, values, fieldWords)))
    else if (field.kind === 'longText')
      others.push({ kind: 'label', text: labels[key] }, { kind: 'quotation', text: String(values[key]) })
    else rows.push([labels[key], await fieldWords.ofField(field, values as FieldValues, key)])
  }
  return [...(rows.length > 0 ? [{ kind: 'rows', rows } as const] : []), ...others]
}

/** Lines that have the name of their group need no label. */
const groupTitles = new Set(Object.values(groups))
/** Columns whose values have no place to break. */
const shareOfKind: Partial<Record<Field['kind'], number>> = { taxCode: 1.6, email: 1.8 }

async function lineBlocks(
  key: AssociationKey,
  columns: Readonly<Record<string, Field>>,
  values: AssociationValues,
  fieldWords: FieldWords,
): Promise<PdfBlock[]> {
  const lines = values[key] as readonly object[]
  const headings = Object.entries(columns).map(([column, { kind }]) => ({
    heading: columnLabels[key]?.[column] ?? column,
    share: shareOfKind[kind] ?? 1,
  }))
  const rows = await Promise.all(
    lines.map((line) => fieldWords.ofLine(columns, line as FieldValues, values as FieldValues)),
  )
  const table = { kind: 'table', columns: headings, rows } as const
  return groupTitles.has(labels[key]) ? [table] : [{ kind: 'label', text: labels[key] }, table]
}

const typeNames = new Map<number, string>(documentKeys.map((key) => [documentTypes[key], labels[key]]))

const columnsOfDocuments = [
  { heading: documentColumns.type, share: 23 },
  { heading: documentColumns.name, share: 22 },
  { heading: documentColumns.size, share: 13 },
  { heading: documentColumns.digest, share: 28 },
  { heading: documentColumns.added, share: 14 },
]

/** The documents of the association. The correspondence of the office has no place here: it never leaves the office. */
function documentBlocks({ documents }: AssociationSheet): PdfBlock[] {
  const heading = { kind: 'heading', text: tabs.documents ?? '' } as const
  const rows = documents.flatMap(({ name, size, digest, madeAt, associationDocument }) => {
    const type = typeNames.get(associationDocument ?? 0)
    return type === undefined ? [] : [[type, name, sizeText(Number(size), 'it'), digest, formatInstant(madeAt)]]
  })
  if (rows.length === 0) return [heading, { kind: 'paragraph', text: words.noDocuments }]
  return [heading, { kind: 'table', columns: columnsOfDocuments, rows }]
}

const columnsOfEvents = [
  { heading: eventColumns.at, share: 18 },
  { heading: eventColumns.event, share: 36 },
  { heading: eventColumns.by, share: 22 },
  { heading: eventColumns.reason, share: 24 },
]

function historyBlocks({ events }: AssociationSheet): PdfBlock[] {
  const heading = { kind: 'heading', text: office.caseTabs.history } as const
  if (events.length === 0) return [heading, { kind: 'paragraph', text: office.caseSheet.noEvents }]
  const rows = events.map((event) => [formatInstant(event.at), eventWords(event), actorOf(event), event.reason ?? ''])
  return [heading, { kind: 'table', columns: columnsOfEvents, rows }]
}

function eventWords({ kind, from, to }: AssociationEvent): string {
  const kindText = office.associationEventKinds[kind]
  if (!to || to === from) return kindText
  const statuses = office.registerStatuses
  const passage = from ? t('caseSheet.passage', { from: statuses[from], to: statuses[to] }) : statuses[to]
  return `${kindText} · ${passage}`
}

function actorOf({ kind, by, role }: AssociationEvent): string {
  if (by === undefined) return ownEventKinds.includes(kind) ? words.association : office.caseSheet.portal
  return role === undefined ? by : `${by} (${office.roles[role]})`
}
