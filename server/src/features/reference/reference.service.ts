import {
  bundledLists,
  type FieldError,
  type Fields,
  type Form,
  inListOrder,
  type Language,
  languagesNotOnTheWeb,
  maxPlaces,
  type PlaceKind,
  type ReferenceBundle,
  type ReferenceItem,
  type ReferenceList,
  referenceLists,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import { errorsOfCheck, type FieldCheck } from '#platform/database/field-check.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { groupReads } from '#platform/group-writes.ts'
import { createItemInsert } from './insert-item.ts'
import { indexPlaces, matchPlaces } from './place-index.ts'
import {
  type Choice,
  chosenOf,
  type FoundEntry,
  findPlaceOfCode,
  type ListFilter,
  listItems,
  listItemsOf,
  readListVersion,
  readPlaces,
  type StoredItem,
  selectChosen,
} from './reference.store.ts'

export type Reference = ReturnType<typeof createReference>

/** The label in a language, else in English, else in Italian. */
const labelIn = ({ labels }: StoredItem, language: Language) => labels[language] ?? labels.en ?? labels.it ?? ''

function present(list: ReferenceList, items: readonly StoredItem[], language: Language): ReferenceItem[] {
  const visible = items.filter(({ code }) => list !== 'language' || !isHiddenLanguage(code))
  const labelled = visible.map((item) => ({ ...item, label: labelIn(item, language) }))
  return inListOrder(list, labelled, language).map(({ id, label, parentId, code, isRetired }) => ({
    id,
    label,
    parentId: parentId ?? undefined,
    code: code ?? undefined,
    isRetired: isRetired || undefined,
  }))
}

const isHiddenLanguage = (code: string | null) => languagesNotOnTheWeb.some((hidden) => hidden === code)

/** Reads of a list that need no presentation. */
const entryReaders = (db: Db) => ({
  /** The label of each entry of a list, retired ones too: for many records, in no order. */
  async labels(list: ReferenceList): Promise<ReadonlyMap<number, string>> {
    const items = await listItems(db, list, { withRetired: true, place: 'birth' })
    return new Map(items.map((item) => [item.id, labelIn(item, 'it')]))
  },

  /** The label of an entry of these lists, retired ones too, which are read by one statement. */
  async labelsOf(lists: readonly ReferenceList[], from: Db) {
    const items = await listItemsOf(from, lists, { withRetired: true })
    const labels = new Map(items.map((item) => [`${item.list} ${item.id}`, labelIn(item, 'it')]))
    return (list: ReferenceList, id: unknown) => labels.get(`${list} ${id}`)
  },

  /** Ids of a list in its order; those of retired entries too, because records still have them. */
  idsInOrder: async (list: ReferenceList) =>
    present(list, await listItems(db, list, { withRetired: true }), 'it').map(({ id }) => id),

  /** Ids of the entries in force. */
  idsInForce: async (list: ReferenceList, from: Db = db) => (await listItems(from, list)).map(({ id }) => id),
})

/** Keeps what is made of the lists until one of them changes: a use costs one small statement. */
function keptUntilChange<T>(readVersion: () => Promise<number>, make: () => Promise<T>): () => Promise<T> {
  let known: { readonly version: number; readonly made: Promise<T> } | undefined
  return async () => {
    const version = await readVersion()
    if (known?.version !== version) known = { version, made: make() }
    return known.made.catch((error: unknown) => {
      known = undefined
      throw error
    })
  }
}

/** Searches the places, which stay in memory. */
function createPlaceSearch(db: Db, readVersion: () => Promise<number>) {
  const readIndex = keptUntilChange(readVersion, async () => indexPlaces(await readPlaces(db)))
  return async ({ text, place }: { readonly text: string; readonly place?: PlaceKind | undefined }) => {
    const index = await readIndex()
    return matchPlaces(index, { text, withRetired: place === 'birth', max: maxPlaces }).map(
      ({ name, abbreviation, region, regionId, provinceId, cityId }) => ({
        name,
        abbreviation: abbreviation ?? undefined,
        regionName: region,
        region: regionId,
        province: provinceId ?? undefined,
        city: cityId ?? undefined,
      }),
    )
  }
}

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
}

/** Reference lists, sorted and translated, and the validation of choices against them. */
export function createReference({ db, inTransaction }: Options) {
  const readVersion = groupReads(() => readListVersion(db))
  async function listsOf(lists: readonly ReferenceList[], language: Language, filter: { withRetired: boolean }) {
    const items = await listItemsOf(db, lists, filter)
    const itemsOf = (list: ReferenceList) => items.filter((item) => item.list === list)
    return Object.fromEntries(lists.map((list) => [list, present(list, itemsOf(list), language)])) as ReferenceBundle
  }

  return {
    /** What answers are made of changes with this number only. */
    version: readVersion,

    /** Adds an item; a known label returns the existing one. */
    insert: createItemInsert({ inTransaction }),

    /** A list for choices, or with `withRetired` for the labels of stored records. */
    list: async (list: ReferenceList, language: Language, filter: ListFilter = {}) =>
      present(list, await listItems(db, list, filter), language),

    /** Several lists at once: for signed-in users all of them, with their retired entries. */
    bundle: (language: Language, isSignedIn: boolean): Promise<ReferenceBundle> =>
      listsOf(
        bundledLists.filter((list) => isSignedIn || referenceLists[list].isPublic),
        language,
        { withRetired: isSignedIn },
      ),

    /** These lists with their retired entries, for filters of stored records. */
    listsFor: (lists: readonly ReferenceList[], language: Language) => listsOf(lists, language, { withRetired: true }),

    /** The place of birth that a tax code names; throws 404 for an unknown code. */
    async placeOfCode(code: string) {
      const place = await findPlaceOfCode(db, code)
      if (!place) throw new AppError('not_found')
      const { name, nation, region, province, city } = place
      return {
        name,
        nation,
        region: region ?? undefined,
        province: province ?? undefined,
        city: city ?? undefined,
      }
    },

    findPlaces: createPlaceSearch(db, readVersion),

    /** Keeps what is made of the lists until one of them changes. */
    kept: <T>(make: () => Promise<T>) => keptUntilChange(readVersion, make),

    checkOf,

    /** The errors of a form's choices (`checkOf`). */
    async fieldErrorsOf<V extends object>(
      form: Pick<Form<V>, 'fields'>,
      values: V,
      from: Db = db,
      stored: V | 'any' | undefined = undefined,
    ): Promise<FieldError[]> {
      return errorsOfCheck(checkOf(form, values, from, stored), from)
    },

    errorsOfMany,

    ...entryReaders(db),
  }
}

/**
 * Checks a form's choices: ids that are not in their list, and ids that belong to another parent, are errors. A retired entry may
 * stay where `stored` has it, and everywhere where `stored` is 'any'.
 */
function checkOf<V extends object>(form: Pick<Form<V>, 'fields'>, values: V, from: Db, stored?: V | 'any'): FieldCheck {
  const choices = choicesOf(form.fields, values as Values, '')
  return {
    statement: selectChosen(from, choices),
    // The rows are those of the statement.
    errorsOf: (rows) => errorsOfChoices(choices, rows as readonly FoundEntry[], keptIn(form, stored)),
  }
}

/** Whether a record may have a retired entry. */
type MayKeep = (choice: FormChoice) => boolean

function keptIn<V extends object>(form: Pick<Form<V>, 'fields'>, stored: V | 'any' | undefined): MayKeep {
  if (stored === 'any') return () => true
  const kept = new Set(stored ? choicesOf(form.fields, stored as Values, '').map(placeOf) : [])
  return (choice) => kept.has(placeOf(choice))
}

function errorsOfChoices(choices: readonly FormChoice[], rows: readonly FoundEntry[], mayKeep: MayKeep): FieldError[] {
  const chosen = chosenOf(choices, rows)
  return choices.flatMap((choice): FieldError[] => {
    const { key, path, parentChoice } = choice
    const item = chosen.get(key)
    if (!item || (item.isRetired && !mayKeep(choice))) return [{ path, message: 'scelta_non_valida' }]
    const hasOtherParent = parentChoice !== undefined && item.parentId !== parentChoice.id
    return hasOtherParent ? [{ path, message: 'scelta_estranea' }] : []
  })
}

/** The errors of the choices of many records, in which retired entries may be: one statement for all. */
async function errorsOfMany<V extends object>(
  form: Pick<Form<V>, 'fields'>,
  records: readonly V[],
  from: Db,
): Promise<FieldError[][]> {
  const choices = records.map((values) => choicesOf(form.fields, values as Values, ''))
  const distinct = new Map(choices.flat().map((choice) => [`${choice.list} ${choice.id}`, choice]))
  const statement = selectChosen(from, [...distinct.values()])
  const { rows } = statement ? await from.executeQuery(statement) : { rows: [] }
  return choices.map((own) => errorsOfChoices(own, rows, () => true))
}

type Values = Readonly<Record<string, unknown>>

interface FormChoice extends Choice {
  readonly path: string
  /** The parent choice, if the list depends on one; for a field of a line it may be a field of the form. */
  readonly parentChoice: { readonly id: unknown } | undefined
}

/** The choices of a form and of its lines; `prefix` is the wire path of `values`. */
function choicesOf(fields: Fields, values: Values, prefix: string, outer: Values = {}): FormChoice[] {
  return Object.entries(values).flatMap(([key, value]): FormChoice[] => {
    const field = fields[key]
    if (!field) return []
    const path = `${prefix}${field.wire}`
    if (field.columns && Array.isArray(value))
      return value.flatMap((line: Values, index) => choicesOf(field.columns ?? {}, line, `${path}.${index}.`, values))
    const { list, place } = field
    if (!list) return []
    const parentChoice = field.parent === undefined ? undefined : { id: values[field.parent] ?? outer[field.parent] }
    return idsOf(value).map((id) => ({ key: `${path} ${id}`, list, id, place, path, parentChoice }))
  })
}

/** The field of a choice and its id; a choice of a line may move to another line. */
const placeOf = ({ path, id }: FormChoice) => `${path.replace(/\.\d+\./g, '.')} ${id}`

/** The ids that a field chooses: one, or those of a field of several choices. */
const idsOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is number => typeof id === 'number')
