import {
  choiceFilters,
  type ExportedRecord,
  exportRecords,
  formatScreenDate,
  isChoiceFilter,
  type PlainDate,
  type ReferenceList,
} from '@portal/contract'
import it from '@portal/contract/texts/it.json' with { type: 'json' }
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import { formatInstant } from '#platform/format-instant.ts'
import type { ReadLabels } from './cells.ts'
import type { ExportList } from './export-lists.ts'

type Texts = Readonly<Record<string, string>>

const { filters: texts, places } = office.exports
const fieldTexts: Texts = { ...it.fields, ...office.caseFields }

/** The names of the filters of lists, by what they list. */
const names: Readonly<Record<ExportedRecord, Texts>> = {
  case: texts.cases,
  person: texts.registry,
  organisation: texts.registry,
  user: texts.operators,
  association: texts.register,
}

/** The lists of the filters by a choice that are not those of a field of a case. */
const lists: Readonly<Record<string, ReferenceList>> = {
  nation: 'nation',
  region: 'region',
  province: 'province',
  city: 'city',
  regions: 'region',
  grounds: 'ground',
  'reporter.typeIds': 'reporter_type',
}
/** The words of closed lists. */
const words: Texts = { ...office.caseStatuses, ...office.registerStatuses, ...office.roles, ...places }
const { yes, no } = office.caseSheet

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** The filters that are set, one by one; those of a group under the name of the group. */
const flatten = (filters: object, group = ''): [string, unknown][] =>
  Object.entries(filters).flatMap(([key, value]): [string, unknown][] => {
    if (isObject(value)) return flatten(value, `${group}${key}.`)
    return value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[`${group}${key}`, value]]
  })

const isDay = (value: unknown): value is PlainDate => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

function wordOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? yes : no
  if (value instanceof Date) return formatInstant(value)
  return isDay(value) ? formatScreenDate(value) : (words[String(value)] ?? String(value))
}

/** The filters of an export in words, for the sheet about it. `operators` are the names of operators by id. */
export async function filterWords(
  list: ExportList,
  filters: object,
  readLabels: ReadLabels,
  operators: ReadonlyMap<number, string>,
): Promise<[string, string][]> {
  const described = flatten(filters).map(async ([key, value]): Promise<[string, string]> => {
    const choice = list === 'cases' && isChoiceFilter(key) ? choiceFilters[key] : undefined
    const name = names[exportRecords[list]][key] ?? fieldTexts[choice?.fields[0].split('.')[0] ?? ''] ?? key
    const reference = choice?.field.list ?? (key === 'user.ids' ? undefined : lists[key])
    const labels = key === 'user.ids' ? operators : reference && (await readLabels(reference))
    const one = (item: unknown) =>
      labels && typeof item === 'number' ? (labels.get(item) ?? `n. ${item}`) : wordOf(item)
    return [name, [value].flat().map(one).join('; ')]
  })
  return Promise.all(described)
}
