import { addressUses } from '../kit/address.ts'
import { type CaseKey, type CaseValues, caseFields, caseForm } from './case.form.ts'

/** The parts of a case that a copy for another authority may leave out, with their words on the wire. */
export const sheetParts = {
  reporter: 'segnalante',
  victim: 'vittima',
  offender: 'responsabile',
  contacts: 'recapiti',
  place: 'luogo',
  texts: 'testi',
  classification: 'classificazione',
  handling: 'trattazione',
  files: 'nomi_allegati',
  messages: 'messaggi',
  history: 'storico',
  staff: 'personale',
} as const
export type SheetPart = keyof typeof sheetParts
export const sheetPartNames = Object.keys(sheetParts) as SheetPart[]

/** The parts of the fields of each group of the form: leaving any of them out leaves these fields out. */
export const partsOfGroup: Readonly<Record<string, readonly SheetPart[]>> = {
  story: [],
  arrival: [],
  place: ['place'],
  reporter: ['reporter'],
  accommodation: ['reporter', 'contacts'],
  victim: ['victim'],
  offender: ['offender'],
  relevance: ['classification'],
  field: ['classification'],
  grounds: ['classification'],
  mode: ['classification'],
  hashtags: ['classification'],
  actions: ['handling'],
  protocol: ['handling'],
  outcome: ['handling'],
  external: ['handling'],
  notes: ['handling'],
  consents: ['reporter'],
}

const keysOf = (uses: readonly { readonly key: string }[]) => uses.map(({ key }) => key as CaseKey)
const contactKeys: readonly CaseKey[] = [
  ...(['email', 'phone', 'otherPhone', 'organisationPhone', 'organisationOtherPhone', 'organisationEmail'] as const),
  ...(['doNotCall', 'callHours', 'onlyToReporter'] as const),
  ...keysOf(addressUses('', 'reporter')),
  ...keysOf(addressUses('organisation', 'reporter')),
]

/** Further parts of single fields. Whose an account or a page is, nobody knows: it may be anyone's. */
const partsOfField: Partial<Record<CaseKey, readonly SheetPart[]>> = {
  language: ['reporter'],
  accountNickname: ['reporter', 'victim', 'offender', 'contacts'],
  webAddress: ['reporter', 'victim', 'offender', 'contacts'],
  placeAddress: ['contacts'],
  legalBasis: ['texts'],
  attachments: ['files'],
}

/** The parts of each field of a case; every long text is one of the texts. */
export const partsOfFields: ReadonlyMap<CaseKey, readonly SheetPart[]> = new Map(
  caseForm.steps.flatMap(({ id, fields }) =>
    fields.map(({ key, group }): [CaseKey, readonly SheetPart[]] => [
      key as CaseKey,
      [
        ...(partsOfGroup[group ?? id] ?? []),
        ...(partsOfField[key as CaseKey] ?? []),
        ...(contactKeys.some((one) => one === key) ? (['contacts'] as const) : []),
        ...(caseFields[key as CaseKey].kind === 'longText' ? (['texts'] as const) : []),
      ],
    ]),
  ),
)

/** The profile of a reporter who is the victim. */
const victimProfile = 1

/** The parts that a copy leaves out: a reporter who is the victim is left out as both. */
export function omittedParts(chosen: readonly SheetPart[], { profile }: CaseValues): ReadonlySet<SheetPart> {
  const isBoth = profile === victimProfile && (chosen.includes('reporter') || chosen.includes('victim'))
  return new Set([...chosen, ...(isBoth ? (['reporter', 'victim'] as const) : [])])
}

/** Whether a copy leaves a field out. */
export const isOmitted = (key: CaseKey, omitted: ReadonlySet<SheetPart>): boolean =>
  (partsOfFields.get(key) ?? []).some((part) => omitted.has(part))
