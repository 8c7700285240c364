import {
  type AssociationEventKind,
  type AssociationStatus,
  type AssociationValues,
  dayIn,
  type Nearness,
  officeZone,
  type PlainDate,
  type ReferenceList,
  type RegisterEnding,
  type RegisterEntry,
  type RegisterStepKind,
  type WholeRegisterEntry,
} from '@portal/contract'
import { enrolmentNumberOf, isInForce } from '../associations.rules.ts'

/** The lists whose entries the public register names. */
export const namedLists = [
  'region',
  'ground',
  'sub_ground',
  'organisation_type',
  'organisation_document',
  'field_of_life',
] as const satisfies readonly ReferenceList[]

/** The label of an entry of these lists in a language. */
export type LabelOf = (list: (typeof namedLists)[number], id: number | null | undefined) => string | undefined

/** What lists show of a record that is or was enrolled, opened. */
export interface ListedEntry {
  readonly id: number
  readonly name: string
  readonly status: AssociationStatus
  readonly enrolmentNumber: number | null
  readonly enrolledOn: PlainDate | null
  readonly expiresOn: PlainDate | null
  readonly closedOn: PlainDate | null
  readonly regionId: number | null
  readonly groundIds: readonly number[]
  /** The municipality of the seat, with the sign of its province. */
  readonly municipality: string | null
  readonly province: string | null
  readonly nearness: number | null
  readonly content: AssociationValues | undefined
}

/** The same with its decree, which only a whole entry shows. */
export interface OpenedEntry extends ListedEntry {
  readonly decreeNumber: string | undefined
  readonly decreeDate: PlainDate | null
}

/** How the register names things: the labels of lists, and the prefix of its numbers. */
export interface Naming {
  readonly label: LabelOf
  readonly tag: string
}

/** What the public sees of a record that was enrolled once: nothing of a renewal under way. */
const publicStatusOf = (row: Pick<ListedEntry, 'status' | 'closedOn'>): 'enrolled' | 'expired' | 'removed' => {
  if (row.status === 'removed') return 'removed'
  return isInForce(row) ? 'enrolled' : 'expired'
}

const factsOf = (row: ListedEntry, { label, tag }: Naming) => ({
  id: row.id,
  name: row.name,
  status: publicStatusOf(row),
  enrolmentNumber: enrolmentNumberOf(tag, row.enrolmentNumber ?? 0),
  enrolledOn: row.enrolledOn as PlainDate,
  expiresOn: row.expiresOn as PlainDate,
  endedOn: isInForce(row) ? undefined : (row.closedOn ?? undefined),
  regionId: row.regionId ?? undefined,
  region: label('region', row.regionId),
  municipality: row.municipality ?? undefined,
  groundIds: [...row.groundIds],
  grounds: row.groundIds.flatMap((id) => label('ground', id) ?? []),
  ...contactsOf(row),
})

/** Who is enrolled no more is nobody to turn to. */
const contactsOf = (row: ListedEntry) =>
  isInForce(row) ? { website: row.content?.website, phone: row.content?.phone, email: row.content?.contactEmail } : {}

/** The ranks of the statement that reads entries by nearness. */
const nearnessAt: readonly Nearness[] = ['municipality', 'province', 'region', 'elsewhere']

/** What a list shows of an entry. */
export const presentEntry = (row: ListedEntry, naming: Naming): RegisterEntry => ({
  ...factsOf(row, naming),
  nearness: row.nearness === null ? undefined : nearnessAt[row.nearness],
})

/** A tax code of 16 characters is that of a person, who stands behind the association. */
const publicNumber = (number: string | undefined) => (number && /^[0-9]{11}$/.test(number) ? number : undefined)

type Documents = WholeRegisterEntry['documents']
type DocumentFile = Pick<Documents[number], 'id' | 'type' | 'name'>

/** Everything that is public of an entry. */
export function presentWhole(
  row: OpenedEntry,
  naming: Naming,
  { documents, steps }: { readonly documents: readonly DocumentFile[]; readonly steps: readonly Step[] },
): WholeRegisterEntry {
  const { label } = naming
  const content = row.content ?? {}
  const isNow = isInForce(row)
  const { mainGroundId, mainSubGroundId, secondaryGrounds = [], projects = [] } = content
  return {
    ...factsOf(row, naming),
    ending: isNow ? undefined : endingOf(row.status, steps),
    legalForm: label('organisation_type', content.typeId),
    taxCode: publicNumber(content.number),
    decreeNumber: row.decreeNumber,
    decreeDate: row.decreeDate ?? undefined,
    province: row.province ?? undefined,
    address: content.seatAddress,
    postalCode: content.seatPostalCode,
    fields: [{ groundId: mainGroundId, subGroundId: mainSubGroundId }, ...secondaryGrounds].flatMap((one) => {
      const ground = label('ground', one.groundId)
      return ground ? [{ ground, subGround: label('sub_ground', one.subGroundId) }] : []
    }),
    projects: (isNow ? projects : []).flatMap(({ name, fieldIds = [] }) =>
      name ? [{ name, fields: fieldIds.flatMap((id) => label('field_of_life', id) ?? []) }] : [],
    ),
    documents: (isNow ? documents : []).map((file) => ({
      ...file,
      typeName: label('organisation_document', file.type) ?? '',
    })),
  }
}

interface Step {
  readonly kind: AssociationEventKind
  readonly at: Date
}

/** The entries of the history that the public sees. */
const publicSteps: Partial<Record<AssociationEventKind, RegisterStepKind>> = {
  sign: 'enrolled',
  signRenewal: 'renewed',
  acceptProposal: 'changed',
  expire: 'expired',
  // A renewal; of a first request nothing is public.
  reject: 'expired',
  endRenewal: 'expired',
  remove: 'removed',
}
export const publicStepKinds = Object.keys(publicSteps) as AssociationEventKind[]
export const publicStepOf = (kind: AssociationEventKind) => publicSteps[kind]

/** The public history of an enrolment. */
export const publicHistory = (steps: readonly Step[]) =>
  steps.flatMap(({ kind, at }) => {
    const step = publicSteps[kind]
    return step ? [{ kind: step, on: dayIn(officeZone, at) }] : []
  })

/** Why an enrolment ended: a removal was requested by the association where its last word before was that it asks for it. */
function endingOf(status: AssociationStatus, steps: readonly Pick<Step, 'kind'>[]): RegisterEnding {
  if (status === 'rejected') return 'renewalRefused'
  if (status !== 'removed') return 'lapsed'
  const words = steps.filter(({ kind }) => kind === 'askRemoval' || kind === 'withdrawRemoval')
  return words.at(-1)?.kind === 'askRemoval' ? 'requested' : 'decided'
}
