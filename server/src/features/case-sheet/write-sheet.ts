import {
  type CaseDetail,
  type CaseDocument,
  type CaseEvent,
  type CaseKey,
  type CaseMessage,
  type CaseStatus,
  type CaseValues,
  caseFields,
  caseForm,
  dayIn,
  type Field,
  formatScreenDate,
  freeingKinds,
  isReceivedByDay,
  isShown,
  officeZone,
} from '@portal/contract'
import it from '@portal/contract/texts/it.json' with { type: 'json' }
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import { formatInstant } from '#platform/format-instant.ts'
import { type Row, TextDocument } from '#platform/pdf/document.ts'
import { textsIn } from '#platform/texts.ts'
import { createFieldWords, type ListItems } from './field-words.ts'

interface Sheet {
  readonly record: CaseDetail
  readonly messages: readonly CaseMessage[]
  readonly documents: readonly (CaseDocument & { readonly type: string | undefined })[]
  /** Newest first. */
  readonly events: readonly CaseEvent[]
  readonly listItems: ListItems
  readonly madeAt: Date
  readonly officeName: string
}

const t = textsIn('it')
const words = office.caseSheet
const labels: Readonly<Record<string, string>> = { ...it.fields, ...office.caseFields }
const groups: Readonly<Record<string, string>> = office.caseGroups
const tabs: Readonly<Record<string, string>> = { ...office.caseTabs, consents: office.caseGroups.consents }

const dayOf = (instant: Date) => formatScreenDate(dayIn(officeZone, instant))
const sizes = new Intl.NumberFormat('it', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 })

/** Writes the case as PDF: fields by tab, then messages, documents and history. */
export async function writeSheet(sheet: Sheet): Promise<Buffer> {
  const { record, madeAt, officeName } = sheet
  const title = t('caseSheet.title', { code: record.code })
  const pdf = new TextDocument({ language: 'it', title, madeAt })
  await pdf.paragraph(officeName, 'small')
  await pdf.title(title)
  await pdf.paragraph(words.confidential)
  await pdf.table(headOf(record))
  await writeFields(pdf, sheet)
  await writeMessages(pdf, sheet)
  await writeDocuments(pdf, sheet)
  await writeHistory(pdf, sheet)
  await pdf.paragraph(t('caseSheet.madeAt', { at: formatInstant(madeAt) }), 'small')
  return pdf.end((page, of) => t('caseSheet.page', { page, of, code: record.code }))
}

function headOf({ code, status, createdAt, insertedAt, closedAt, operator, dueOn }: CaseDetail): Row[] {
  return [
    [words.code, code],
    [words.status, office.caseStatuses[status]],
    [words.receivedAt, isReceivedByDay({ createdAt, insertedAt }) ? dayOf(createdAt) : formatInstant(createdAt)],
    [words.insertedAt, formatInstant(insertedAt)],
    ...(closedAt ? [[words.closedAt, formatInstant(closedAt)] as const] : []),
    [words.operator, operator ?? words.nobody],
    ...(dueOn ? [[words.dueOn, formatScreenDate(dueOn)] as const] : []),
  ]
}

/** Whether a field has a value to print. Files have a section of their own. */
function hasContent(key: CaseKey, values: CaseValues): boolean {
  const field: Field = caseFields[key]
  const value: unknown = values[key]
  return field.kind !== 'files' && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
}

async function writeFields(pdf: TextDocument, { record: { values }, listItems }: Sheet): Promise<void> {
  const fieldWords = createFieldWords(listItems)
  for (const { id, fields } of caseForm.steps) {
    const uses = fields.filter((use) => isShown(use, values) && hasContent(use.key as CaseKey, values))
    if (uses.length > 0) await pdf.heading(tabs[id] ?? id)
    for (const group of new Set(uses.map((use) => use.group))) {
      if (group) await pdf.subheading(groups[group] ?? group)
      const keys = uses.filter((use) => use.group === group).map(({ key }) => key as CaseKey)
      await writeGroup(pdf, keys, values, fieldWords)
    }
  }
}

type FieldWords = ReturnType<typeof createFieldWords>

/** Prints labels beside values as a table; long texts follow as quotations. */
async function writeGroup(pdf: TextDocument, keys: readonly CaseKey[], values: CaseValues, fieldWords: FieldWords) {
  const isLong = (key: CaseKey) => caseFields[key].kind === 'longText'
  const rows: Row[] = []
  for (const key of keys.filter((one) => !isLong(one)))
    rows.push([labels[key] ?? key, await fieldWords.of(key, values)])
  if (rows.length > 0) await pdf.table(rows)
  for (const key of keys.filter(isLong)) {
    await pdf.paragraph(labels[key] ?? key, 'label')
    await pdf.quotation(String(values[key]))
  }
}

async function writeMessages(pdf: TextDocument, { messages }: Sheet): Promise<void> {
  await pdf.heading(office.caseTabs.messages)
  if (messages.length === 0) await pdf.paragraph(words.noMessages)
  for (const { from, sentAt, text, files } of messages) {
    await pdf.subheading(`${formatInstant(sentAt)} · ${words.sides[from]}`)
    await pdf.quotation(text)
    if (files.length > 0) await pdf.paragraph(`${words.files}: ${files.map(({ name }) => name).join(', ')}`)
  }
}

async function writeDocuments(pdf: TextDocument, { documents }: Sheet): Promise<void> {
  await pdf.heading(office.caseTabs.documents)
  if (documents.length === 0) await pdf.paragraph(words.noDocuments)
  else
    await pdf.table(
      documents.map(({ file, type, source, addedAt, addedBy }): Row => {
        const size = sizes.format(Math.max(0.1, file.size / 1024))
        return [
          file.name,
          [type ?? words.sources[source], size, formatInstant(addedAt), addedBy].filter(Boolean).join(' · '),
        ]
      }),
    )
}

/** Events that the printed history omits: edit locks did not change the case. */
const omittedEvents: readonly CaseEvent['kind'][] = ['lockTaken']

async function writeHistory(pdf: TextDocument, { events }: Sheet): Promise<void> {
  await pdf.heading(office.caseTabs.history)
  const shown = events.filter(({ kind }) => !omittedEvents.includes(kind))
  if (shown.length === 0) await pdf.paragraph(words.noEvents)
  else await pdf.table(shown.map((event): Row => [formatInstant(event.at), eventWords(event)]))
}

// A sentence instead of an arrow, which the PDF's fonts lack.
const transitionOf = (from: CaseStatus, to: CaseStatus) => ({
  from: office.caseStatuses[from],
  to: office.caseStatuses[to],
})

function eventWords({ kind, by, role, from, to, operator, reason }: CaseEvent): string {
  const transition =
    to && to !== from && (from ? t('caseSheet.passage', transitionOf(from, to)) : office.caseStatuses[to])
  const who = by ?? (kind === 'received' ? words.sides.reporter : words.portal)
  return [
    office.caseEventKinds[kind],
    transition,
    role ? `${who} (${office.roles[role]})` : who,
    operator && `${freeingKinds.includes(kind) ? words.formerly : words.assignedTo} ${operator}`,
    reason && `${words.reason}: ${reason}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
