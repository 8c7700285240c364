import {
  type CaseKey,
  caseFields,
  caseForm,
  type Field,
  omittedParts,
  partsOfFields,
  sheetPartNames,
} from '@portal/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeText } from '#platform/pdf/text-document.ts'
import { caseSheet, type Sheet } from './write-sheet.ts'

/** The kinds of fields whose value is the text that is printed. */
const textKinds: readonly Field['kind'][] = ['text', 'longText', 'phone', 'taxCode', 'vatNumber']
const textKeys = caseForm.steps
  .flatMap(({ fields }) => fields)
  .map(({ key }) => key as CaseKey)
  .filter((key) => textKinds.includes(caseFields[key].kind))

/** The texts of a sheet beside its fields, with the parts that leave each out. */
const otherTexts = {
  operator: ['staff'],
  messageText: ['texts', 'messages'],
  phoneOfCall: ['contacts', 'reporter', 'messages'],
  hoursOfCall: ['contacts', 'reporter', 'messages'],
  messageFile: ['files', 'messages'],
  documentName: ['files'],
  documentUser: ['staff'],
  eventUser: ['staff', 'history'],
  eventOperator: ['staff', 'history'],
  eventReason: ['texts', 'history'],
} as const
type Other = keyof typeof otherTexts
const partsOfTexts: readonly (readonly [place: string, parts: readonly string[]])[] = [
  ...Object.entries(otherTexts),
  ...textKeys.map((key) => [key, partsOfFields.get(key) ?? []] as const),
]

const at = new Date('2026-11-27T10:00:00.000Z')
/** A secret of its own for each text, by a name in any script. */
const secretOf = (name: string, place: string) => `${name}.${place}.`
const inSentence = (secret: string) => `Ieri ${secret} era qui.\nقال ${secret} ذلك`

/** A sheet with the secret of each place in the middle of its text. */
function sheetOf(name: string, profile: number, chosenParts: Sheet['chosenParts']): Sheet {
  const text = (place: Other) => inSentence(secretOf(name, place))
  const values = Object.fromEntries(textKeys.map((key) => [key, inSentence(secretOf(name, key))]))
  const file = { name: text('messageFile'), size: 10, digest: 'ab'.repeat(32) }
  const event = { id: 1, at, by: text('eventUser'), role: 'manager', reason: text('eventReason'), changes: [] }
  // Only what the sheet prints.
  return {
    record: {
      code: 'P-1',
      status: 'open',
      createdAt: at,
      insertedAt: at,
      operator: text('operator'),
      values: { ...values, profile },
    },
    messages: [
      { id: 1, from: 'reporter', sentAt: at, text: text('messageText'), files: [file] },
      {
        id: 2,
        from: 'office',
        sentAt: at,
        text: '',
        files: [],
        call: { phone: text('phoneOfCall'), callHours: text('hoursOfCall'), onlyToReporter: true },
      },
    ],
    documents: [
      {
        file: { ...file, name: text('documentName') },
        type: 'Atto',
        source: 'office',
        addedAt: at,
        addedBy: text('documentUser'),
      },
    ],
    events: [{ ...event, kind: 'reassigned', operator: text('eventOperator') }],
    listItems: async () => [],
    madeAt: at,
    officeName: 'Ufficio',
    chosenParts,
  } as unknown as Sheet
}

/** The places whose secret is anywhere in the document that is drawn, or in its text. */
async function placesIn(name: string, profile: number, chosenParts: Sheet['chosenParts']): Promise<string[]> {
  const document = await caseSheet(sheetOf(name, profile, chosenParts))
  const whole = `${JSON.stringify(document)}\n${writeText(document)}`
  return partsOfTexts.map(([place]) => place).filter((place) => whole.includes(secretOf(name, place)))
}

const names = fc.oneof(
  fc.constantFrom('Zanzotteră', 'Nguyễn', 'عبدالكريم', '王小明', 'শফিকুল', 'Олександрівна', '𠮷田'),
  fc.string({ unit: 'grapheme', minLength: 3 }).filter((name) => /^[\p{L}\p{M}]+$/u.test(name)),
)

test('a document has each text exactly where none of its parts is left out, whatever is chosen', async () => {
  const profiles = [1, 2, 4]
  const shown = new Map<number, string[]>()
  for (const profile of profiles) shown.set(profile, await placesIn('Ada', profile, []))
  expect(new Set([...shown.values()].flat()).size).toBeGreaterThan(30)
  const property = fc.asyncProperty(
    names,
    fc.constantFrom(...profiles),
    fc.uniqueArray(fc.constantFrom(...sheetPartNames), { minLength: 1 }),
    async (name, profile, chosen) => {
      const omitted: ReadonlySet<string> = omittedParts(chosen, { profile })
      const isLeft = (place: string) =>
        !partsOfTexts.some(([one, parts]) => one === place && parts.some((part) => omitted.has(part)))
      const expected = (shown.get(profile) ?? []).filter(isLeft)
      expect(await placesIn(name, profile, chosen)).toEqual(expected)
    },
  )
  await fc.assert(property, { numRuns: 300 })
})
