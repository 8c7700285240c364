import { type Field, type Form, isShown, type Step } from '@portal/contract'
import type { PdfBlock } from '../pdf/pdf-document.ts'

interface Options<V, K extends string> {
  readonly form: Pick<Form<V>, 'fields' | 'steps'>
  readonly values: V
  /** Titles of the steps and of the groups of fields. */
  readonly tabs: Readonly<Record<string, string>>
  readonly groups: Readonly<Record<string, string>>
  /** Whether a field has a place of its own elsewhere in the document. */
  readonly isElsewhere: (field: Field) => boolean
  /** The fields of a group. */
  readonly blocksOf: (keys: readonly K[]) => Promise<readonly PdfBlock[]>
}

const isEmpty = (value: unknown) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The filled fields of a form as parts of a document: a heading for each step, a subheading for each group. */
export async function formBlocks<V extends object, K extends keyof V & string>(
  options: Options<V, K>,
): Promise<PdfBlock[]> {
  const { form, values, tabs } = options
  const isFilled = (key: K) => {
    const field: Field | undefined = form.fields[key]
    return field !== undefined && !isEmpty(values[key]) && !options.isElsewhere(field)
  }
  const blocks: PdfBlock[] = []
  for (const { id, fields } of form.steps) {
    const uses = fields.filter((use) => isShown(use, values) && isFilled(use.key as K))
    const title = tabs[id] ?? id
    if (uses.length > 0) blocks.push({ kind: 'heading', text: title }, ...(await groupBlocks(options, uses, title)))
  }
  return blocks
}

async function groupBlocks<V, K extends keyof V & string>(
  { groups, blocksOf }: Options<V, K>,
  uses: Step<V>['fields'],
  title: string,
): Promise<PdfBlock[]> {
  const blocks: PdfBlock[] = []
  for (const group of new Set(uses.map((use) => use.group))) {
    const subtitle = group && (groups[group] ?? group)
    if (subtitle && subtitle !== title) blocks.push({ kind: 'subheading', text: subtitle })
    blocks.push(...(await blocksOf(uses.filter((use) => use.group === group).map(({ key }) => key as K))))
  }
  return blocks
}
