import {
  dayIn,
  type Field,
  formatScreenDate,
  listAtPath,
  officeZone,
  type PlainDate,
  type ReferenceItem,
  type ReferenceList,
} from '@portal/contract'

export type Labels = ReturnType<typeof createLabels>

const clockTime = new Intl.DateTimeFormat('it-IT', { timeZone: officeZone, hour: '2-digit', minute: '2-digit' })

/** An instant as people here write it: 20/11/2026 11:00. */
export const formatInstant = (instant: Date) =>
  `${formatScreenDate(dayIn(officeZone, instant))} ${clockTime.format(instant)}`

/** Values as text for people. `list` gives the entries of a reference list; each is read once. */
export function createLabels(list: (name: ReferenceList) => Promise<readonly ReferenceItem[]>) {
  const lists = new Map<ReferenceList, Promise<Map<number, string>>>()

  async function labelOf(path: string | undefined, id: number): Promise<string> {
    const name = listAtPath(path ?? '')
    if (!name) return String(id)
    const labels = lists.get(name) ?? list(name).then((items) => new Map(items.map((item) => [item.id, item.label])))
    lists.set(name, labels)
    // An entry that was retired has no label any more.
    return (await labels).get(id) ?? String(id)
  }

  return {
    /** The value of a field of a form. */
    async ofField(field: Field, value: unknown): Promise<string> {
      if (field.kind === 'choice') return labelOf(field.list, Number(value))
      if (field.kind === 'date') return formatScreenDate(value as PlainDate)
      if (typeof value === 'boolean') return value ? 'Sì' : 'No'
      return String(value)
    },
    /** A value of which nothing is known but its type. */
    ofAny: (value: unknown): string =>
      value instanceof Date ? formatInstant(value) : typeof value === 'object' ? JSON.stringify(value) : String(value),
  }
}
