import {
  type CaseFilterKey,
  type CaseFilters,
  type CaseKey,
  type ChoiceFilterKey,
  choiceFilterKeys,
  choiceFilters,
  languageCodes,
  type OperatorFilter,
  type OperatorRow,
  type PlainDate,
  pendingStatuses,
} from '@portal/contract'
import type { ManyCase } from './many-cases.ts'

const any = (ids: readonly number[] | undefined, ...has: (number | undefined)[]) =>
  !ids?.length || has.some((id) => id !== undefined && ids.includes(id))
const flag = (wanted: boolean | undefined, has: boolean | undefined) => wanted === undefined || wanted === has
const romeDays = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' })
export const dayOf = (instant: Date) => romeDays.format(instant)
const within = (from: PlainDate | undefined, to: PlainDate | undefined, ...days: (string | undefined)[]) =>
  (!from && !to) || days.some((day) => day !== undefined && (!from || day >= from) && (!to || day <= to))
const isText = (wanted: string | undefined, ...has: (string | undefined)[]) =>
  !wanted || has.some((text) => text?.toLowerCase().split(' ').includes(wanted.toLowerCase()))
const spelt = (text: string) => text.replace(/\s/g, '').toUpperCase()

/** Who filters, when, and the accounts of the office. */
export interface FilterWorld {
  readonly now: Date
  readonly userId: number
  readonly staff: readonly OperatorRow[]
}

function isLate({ status, workedFrom, statusSince }: ManyCase, { now }: FilterWorld): boolean {
  const daysAgo = (days: number) => dayOf(new Date(now.getTime() - days * 86_400_000))
  if (!pendingStatuses.some((one) => one === status)) return false
  const waits = ['open', 'toAssign', 'reopened'].includes(status)
  return dayOf(workedFrom) < daysAgo(90) || (waits && dayOf(statusSince) < daysAgo(7))
}

/** Somebody lives in all of the places asked for, or the association has its seat there. */
const livesIn = ({ values }: ManyCase, { nations, regions, provinces }: CaseFilters) =>
  (any(nations, values.nation) && any(regions, values.region) && any(provinces, values.province)) ||
  (any(nations, values.organisationNation) &&
    any(regions, values.organisationRegion) &&
    any(provinces, values.organisationProvince))

const begins = (text: string, wanted: string | undefined) =>
  !wanted || text.toLowerCase().startsWith(wanted.toLowerCase())
const isSame = (text: string | undefined, wanted: string | undefined) =>
  !wanted || text?.toLowerCase() === wanted.toLowerCase()
export const digits = (text: string) => text.replace(/\D/g, '')

/** Whether an account matches all conditions. */
const isLike = (account: OperatorRow, conditions: OperatorFilter) =>
  any(conditions.ids, account.id) &&
  (!conditions.roles?.length || conditions.roles.some((role) => account.roles.includes(role))) &&
  isSame(account.taxCode, conditions.taxCode) &&
  isSame(account.mail, conditions.mail) &&
  (!conditions.phone || digits(account.phone ?? '') === digits(conditions.phone)) &&
  begins(account.firstName, conditions.firstName) &&
  begins(account.lastName, conditions.lastName)

/** Whether the operator of a case matches all conditions; true where there are none. */
const isWorkedOnBy = ({ assignedTo }: ManyCase, conditions: OperatorFilter = {}, staff: FilterWorld['staff'] = []) =>
  Object.values(conditions).every((value) => !value?.length) ||
  staff.some((account) => account.id === assignedTo && isLike(account, conditions))

/** Whether the reporter of a case matches all conditions. */
const isReportedBy = ({ values }: ManyCase, { isOn, typeIds, languageCode }: NonNullable<CaseFilters['reporter']>) =>
  isOn === false ||
  (any(typeIds, values.profile) &&
    (!languageCode || languageCodes[values.language ?? 0]?.toLowerCase() === languageCode.toLowerCase()))

type Meets = (one: ManyCase, wanted: CaseFilters, world: FilterWorld) => boolean

/** The ids that a case has in the fields of a filter by a choice. */
export const chosenIn = ({ values }: ManyCase, key: ChoiceFilterKey): number[] =>
  choiceFilters[key].fields.flatMap((path) => {
    const [field, column = ''] = path.split('.') as [CaseKey, string?]
    const has = [values[field] ?? []].flat() as (number | Readonly<Record<string, number | undefined>>)[]
    return has.flatMap((one) => (typeof one === 'number' ? one : (one[column] ?? [])))
  })
const byChoice = Object.fromEntries(
  choiceFilterKeys.map((key): [string, Meets] => [key, (one, wanted) => any(wanted[key], ...chosenIn(one, key))]),
) as Record<ChoiceFilterKey, Meets>

/** What a filter means, said once more in the plainest way: each has its row, unless it finds the choice of a field. */
// biome-ignore format: a table
const meanings: Readonly<Record<CaseFilterKey, Meets>> = {
  ...byChoice,
  statuses:            (one, { statuses }) => !statuses?.length || statuses.includes(one.status),
  reporter:            (one, { reporter }) => !reporter || isReportedBy(one, reporter),
  user:                (one, { user }, { staff }) => isWorkedOnBy(one, user, staff),
  nations:             livesIn,
  regions:             livesIn,
  provinces:           livesIn,
  isVirtual:           ({ values }, { isVirtual }) => flag(isVirtual, values.isVirtual),
  isPrivate:           ({ values }, { isPrivate }) => flag(isPrivate, values.isPrivate),
  isOnePerson:         ({ values }, { isOnePerson }) => flag(isOnePerson, values.isOnePerson),
  isPhysicalAggression:({ values }, { isPhysicalAggression }) => flag(isPhysicalAggression, values.isPhysicalAggression),
  isHateCrime:         ({ values }, { isHateCrime }) => flag(isHateCrime, values.isHateCrime),
  involvesMinors:      ({ values }, { involvesMinors }) => flag(involvesMinors, values.involvesMinors),
  needsAccommodation:  ({ values }, { needsAccommodation }) => flag(needsAccommodation, values.needsAccommodation),
  minorsCount:         ({ values }, { minorsCount }) => minorsCount === undefined || values.minorsCount === minorsCount,
  protocolNumbers:     ({ values }, { protocolNumbers }) => !protocolNumbers?.length || (values.protocolNumbers ?? []).some(({ number = '' }) => protocolNumbers.some((one) => spelt(one) === spelt(number))),
  eventFrom:           ({ values }, { eventFrom, eventTo }) => within(eventFrom, eventTo, values.eventDate),
  eventTo:             ({ values }, { eventFrom, eventTo }) => within(eventFrom, eventTo, values.eventDate),
  createdFrom:         ({ createdAt }, { createdFrom, createdTo }) => within(createdFrom, createdTo, dayOf(createdAt)),
  createdTo:           ({ createdAt }, { createdFrom, createdTo }) => within(createdFrom, createdTo, dayOf(createdAt)),
  insertedFrom:        ({ insertedAt }, { insertedFrom, insertedTo }) => within(insertedFrom, insertedTo, dayOf(insertedAt)),
  insertedTo:          ({ insertedAt }, { insertedFrom, insertedTo }) => within(insertedFrom, insertedTo, dayOf(insertedAt)),
  enrolledFrom:        ({ values }, { enrolledFrom, enrolledTo }) => within(enrolledFrom, enrolledTo, ...(values.protocolNumbers ?? []).map((line) => line.date)),
  enrolledTo:          ({ values }, { enrolledFrom, enrolledTo }) => within(enrolledFrom, enrolledTo, ...(values.protocolNumbers ?? []).map((line) => line.date)),
  birthDate:           ({ values }, { birthDate }) => within(birthDate, birthDate, values.birthDate, values.victimBirthDate),
  bornFrom:            ({ values }, { bornFrom, bornTo }) => within(bornFrom, bornTo, values.birthDate, values.victimBirthDate),
  bornTo:              ({ values }, { bornFrom, bornTo }) => within(bornFrom, bornTo, values.birthDate, values.victimBirthDate),
  isLate:              (one, { isLate: wanted }, world) => !wanted || isLate(one, world),
  hasUnread:           ({ unread }, { hasUnread }) => !hasUnread || unread > 0,
  isUnassigned:        ({ assignedTo }, { isUnassigned }) => !isUnassigned || assignedTo === null,
  isOwn:               ({ assignedTo }, { isOwn }, { userId }) => !isOwn || assignedTo === userId,
  isClosingProposed:   ({ closingProposedAt }, { isClosingProposed }) => !isClosingProposed || closingProposedAt !== null,
  isToInform:          ({ status, awaitsLetter }, { isToInform }) => !isToInform || (awaitsLetter && status !== 'cancelled'),
  person:              ({ values }, { person }) => isText(person, values.lastName, values.victimLastName, values.organisationName),
  taxCode:             ({ values }, { taxCode }) => !taxCode || values.reporterTaxCode === taxCode,
  contact:             ({ values }, { contact }) => !contact || values.email === contact,
  vatNumber:           ({ values }, { vatNumber }) => !vatNumber || values.organisationVat === vatNumber,
  organisationName:    ({ values }, { organisationName }) => isText(organisationName, values.organisationName),
  accountNickname:     ({ values }, { accountNickname }) => !accountNickname || values.accountNickname === accountNickname,
  narrative:           ({ values }, { narrative }) => isText(narrative, values.message),
}

/** Whether a case meets all filters, by a plain reading of its values. */
export const meetsFilters = (one: ManyCase, filters: CaseFilters, world: FilterWorld): boolean =>
  (Object.keys(filters) as CaseFilterKey[]).every((key) => meanings[key](one, filters, world))
