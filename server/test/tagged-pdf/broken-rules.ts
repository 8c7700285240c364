import { dictionaryAt, idOf } from './pdf-objects.ts'
import { type Element, type PdfFile, readTaggedPdf } from './read-tagged-pdf.ts'

const standardRoles =
  'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody ' +
  'Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby Warichu Figure Formula Form'
const roles = new Set(standardRoles.split(' '))
/** The roles of the children of tables and lists. */
const childRoles: Readonly<Record<string, readonly string[]>> = {
  Table: ['TR'],
  TR: ['TH', 'TD'],
  L: ['LI'],
  LI: ['Lbl', 'LBody'],
}

const nameOf = ({ id, role }: Element) => `${role} ${id}`
const levelOf = ({ role }: Pick<Element, 'role'>) => Number(/^H(\d)$/.exec(role)?.[1] ?? 0)

function skippedLevels({ elements }: PdfFile): string[] {
  const headings = elements.filter((element) => levelOf(element) > 0)
  const levelBefore = (index: number) => levelOf(headings[index - 1] ?? { role: '' })
  return headings.filter((heading, index) => levelOf(heading) > levelBefore(index) + 1).map(nameOf)
}

/** Elements of `parents` with a child of another role, and such children elsewhere. */
const misplaced = ({ elements }: PdfFile, parents: readonly string[]): string[] =>
  elements.flatMap((parent) => {
    const isMisplaced = ({ role }: Element) =>
      parents.some((each) => (each === parent.role) !== (childRoles[each] ?? []).includes(role))
    return parent.elements.filter(isMisplaced).map((child) => `${nameOf(child)} in ${nameOf(parent)}`)
  })

/** Marked content of which its page, its element and the parent tree do not agree. */
const lostContent = ({ elements, pages, parentTree }: PdfFile): string[] =>
  pages.flatMap(({ id: page, key, mcids }) => {
    const owners = new Map(
      elements.flatMap(({ id, content }) =>
        content.flatMap((each) => (each.page === page ? [[each.mcid, id] as const] : [])),
      ),
    )
    const tree = parentTree.get(key) ?? []
    const isLost = (mcid: number) => !mcids.includes(mcid) || !owners.has(mcid) || owners.get(mcid) !== tree[mcid]
    const all = new Set([...owners.keys(), ...mcids, ...tree.keys()])
    return [...all].filter(isLost).map((mcid) => `${mcid} of page ${page}`)
  })

const unless = (holds: boolean, found: string) => (holds ? [] : [found])
const isUnreadable = (text: string | undefined) => !text || /[\p{Cc}\ufeff\ufffe]/u.test(text)

/** Rules of PDF/UA-1 (ISO 14289-1) and of the structure of a PDF (ISO 32000-1), by their clauses, and what breaks each. */
const rules: Readonly<Record<string, (file: PdfFile) => readonly string[]>> = {
  'ISO 14289-1, 5: it says that it is PDF/UA-1': ({ part }) => unless(part === '1', part),
  'ISO 14289-1, 7.1: it is marked as tagged': ({ isMarked }) => unless(isMarked, 'Marked'),
  'ISO 14289-1, 7.1: it has a title and shows it': ({ title, showsTitle }) => unless(title !== '' && showsTitle, title),
  'ISO 14289-1, 7.1: what is drawn is tagged or an artifact': ({ pages }) => pages.flatMap(({ unmarked }) => unmarked),
  'ISO 14289-1, 7.1: its roles are standard ones': ({ elements }) =>
    elements.filter(({ role }) => !roles.has(role)).map(nameOf),
  'ISO 14289-1, 7.2: it has a language': ({ language }) => unless(/^[a-z]{2}/.test(language), language),
  'ISO 14289-1, 7.3: a figure has an alternative text': ({ elements }) =>
    elements.filter(({ role, entries }) => role === 'Figure' && !entries['/Alt']).map(nameOf),
  'ISO 14289-1, 7.4.2: headings begin with the first level and skip none': skippedLevels,
  'ISO 14289-1, 7.5: a table has rows of cells': (file) => misplaced(file, ['Table', 'TR']),
  'ISO 14289-1, 7.5: a heading of a table has a scope': ({ elements }) =>
    elements.filter(({ role, entries }) => role === 'TH' && !dictionaryAt(entries['/A'])['/Scope']).map(nameOf),
  'ISO 14289-1, 7.6: a list has items with a label and a body': (file) => misplaced(file, ['L', 'LI']),
  'ISO 14289-1, 7.21.7 and 7.21.8: each glyph is in its font and stands for characters': ({ pages }) =>
    pages.flatMap(({ characters }) => characters.filter(isUnreadable).map((text) => JSON.stringify(text) ?? 'missing')),
  'ISO 32000-1, 14.7.2: each element names its parent': ({ elements }) =>
    elements.filter(({ parent, entries }) => idOf(entries['/P']) !== parent).map(nameOf),
  'ISO 32000-1, 14.7.4.4: content and elements name each other': lostContent,
}

/** The rules that a tagged PDF breaks, each with what breaks it. No validator of PDF/UA is in npm or Debian. */
export async function brokenRules(bytes: Buffer): Promise<string[]> {
  const file = await readTaggedPdf(bytes)
  return Object.entries(rules).flatMap(([rule, violationsOf]) => {
    const found = violationsOf(file)
    return found.length === 0 ? [] : [`${rule} (${found.slice(0, 5).join(', ')})`]
  })
}
