import {
  type CaseDetail,
  type CaseKey,
  type CaseValues,
  caseForm,
  dayIn,
  formatScreenDate,
  isShown,
  type Language,
  languageCodes,
  languages,
  officeZone,
  registryLinks,
  usesOf,
} from '@portal/contract'
import it from '@portal/contract/texts/it.json' with { type: 'json' }
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import {
  type Cell,
  omittedText,
  type PdfBlock,
  type PdfDocument,
  pageSigns,
  type Row,
} from '#platform/pdf/pdf-document.ts'
import type { ListItems } from '#platform/record-words/field-words.ts'
import { textsIn } from '#platform/texts.ts'
import { type WordPart, wordForm } from '#platform/word/word-form.ts'
import { createCaseWords } from './case-words.ts'

interface Source {
  readonly record: Pick<CaseDetail, 'code' | 'createdAt' | 'values'>
  readonly listItems: ListItems
  readonly madeAt: Date
  readonly officeName: string
}

type TextName = 'intro' | 'statement' | 'reporter' | 'facts' | 'confirmation' | 'placeAndDay' | 'signature' | 'officer'

/** What the person said about themselves and what they need; links to the registry are the office's. */
const reporterKeys = usesOf(caseForm)
  .filter(({ group = '' }) => group === 'reporter' || group === 'accommodation')
  .filter(({ key }) => !Object.hasOwn(registryLinks, key))
  .map(({ key }) => key as CaseKey)
  .concat('language')

const factKeys: readonly CaseKey[] = [
  'eventDate',
  'eventDateUnknown',
  'placeRegion',
  'placeProvince',
  'placeCity',
  'placeAddress',
  'victimFirstName',
  'victimLastName',
  'offenderName',
]

const labels: Readonly<Record<string, string>> = { ...it.fields, ...office.caseFields }

/** Room for handwriting: an empty line, and the one to write on. */
const room = `\u00a0\n${'_'.repeat(50)}`

/** The language of the reporter beside Italian; undefined where the site does not have it. */
function otherLanguageOf({ language }: CaseValues): Language | undefined {
  const code = language === undefined ? undefined : languageCodes[language]?.toLowerCase()
  return languages.find((one) => one !== 'it' && one === code)
}

/** The texts and the labels of fields in Italian, with those of the other language after them. */
function wordsBeside(other: Language | undefined) {
  const own = textsIn('it')
  const theirs = other && textsIn(other)
  const beside = (text: string, translated: string | undefined) => (translated ? `${text} / ${translated}` : text)
  return {
    own,
    of: (name: TextName) => beside(own(`inPersonRecord.${name}`), theirs?.(`inPersonRecord.${name}`)),
    /** The office's own fields have Italian labels only. */
    label: (key: CaseKey) =>
      beside(labels[key] ?? key, key in it.fields ? theirs?.(`fields.${key as keyof typeof it.fields}`) : undefined),
    /** A sentence of Italian, and below it the other language, in its own direction. */
    sentences: (name: 'title' | 'intro' | 'statement', values: Readonly<Record<string, string>> = {}): PdfBlock[] => [
      { kind: name === 'title' ? 'title' : 'paragraph', text: own(`inPersonRecord.${name}`, values) },
      ...(theirs ? [{ kind: 'quotation', text: theirs(`inPersonRecord.${name}`, values) } as const] : []),
    ],
  }
}

/** The record of a report made in person: who, what, and room for the day and two signatures. */
export async function inPersonRecord({ record, listItems, madeAt, officeName }: Source): Promise<PdfDocument> {
  const { code, createdAt, values } = record
  const words = wordsBeside(otherLanguageOf(values))
  const caseWords = createCaseWords(listItems)
  const rowsOf = async (keys: readonly CaseKey[]): Promise<Row[]> => {
    const shown = usesOf(caseForm).filter((use) => isShown(use, values))
    const filled = keys.filter((key) => values[key] !== undefined && shown.some((use) => use.key === key))
    return Promise.all(filled.map(async (key) => [words.label(key), await caseWords.of(key, values)] as const))
  }
  const title = words.own('inPersonRecord.title', { code })
  const facts = await rowsOf(factKeys)
  const blocks: PdfBlock[] = [
    { kind: 'small', text: officeName },
    ...words.sentences('title', { code }),
    ...words.sentences('intro', { day: formatScreenDate(dayIn(officeZone, createdAt)) }),
    { kind: 'heading', text: words.of('reporter') },
    { kind: 'rows', rows: await rowsOf(reporterKeys) },
    { kind: 'heading', text: words.of('facts') },
    { kind: 'quotation', text: values.message ?? '' },
    ...(facts.length > 0 ? [{ kind: 'rows', rows: facts } as const] : []),
    { kind: 'heading', text: words.of('confirmation') },
    ...words.sentences('statement'),
    ...(['placeAndDay', 'signature', 'officer'] as const).flatMap((name): PdfBlock[] => [
      { kind: 'label', text: words.of(name) },
      { kind: 'quotation', text: room },
    ]),
  ]
  const footer = words.own('inPersonRecord.page', { ...pageSigns, code })
  return { language: 'it', title, madeAt, footer, blocks }
}

/** The parts of a document to complete: labels stand before their values. */
function wordPartsOf(block: PdfBlock): readonly WordPart[] {
  const textOf = (cell: Cell) => (typeof cell === 'string' ? cell : omittedText)
  const lines = (cell: Cell) =>
    textOf(cell)
      .split('\n')
      .map((text) => ({ kind: 'text', text }) as const)
  switch (block.kind) {
    case 'title':
      return [{ kind: 'title', text: block.text }]
    case 'heading':
      return [{ kind: 'heading', text: block.text }]
    case 'rows':
      return block.rows.map(([label, value]) => ({ kind: 'text', text: `${label}: ${textOf(value)}` }))
    case 'paragraph':
    case 'small':
    case 'label':
    case 'quotation':
      return lines(block.text)
    default:
      // The record has no tables, lists and codes.
      return []
  }
}

/** The record as a Word document, to complete before it is signed. */
export const inPersonWord = ({ title, blocks }: PdfDocument): Promise<Buffer> =>
  wordForm('it', title, blocks.flatMap(wordPartsOf))
