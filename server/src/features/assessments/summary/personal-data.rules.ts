import type { PersonalKind, PersonalPassage } from '@portal/contract'
import { type KnownName, patternsOf, spelled, wordEnd, wordStart } from './name-patterns.rules.ts'

/** What is known of a case, to find it in a text. */
export interface KnownData {
  readonly names: readonly KnownName[]
  /** Other values of the case, such as its code, addresses and phones. */
  readonly values: readonly { readonly kind: PersonalKind; readonly text: string }[]
  /** The municipalities and provinces of the case: found wherever they are named. */
  readonly places: readonly string[]
  /** The region of each municipality and province, by its name in lower case. */
  readonly regionOf: ReadonlyMap<string, string>
}

/** Words that replace what is found; of places with their region. */
export type Replace = (kind: PersonalKind, region?: string) => string

interface Finder {
  readonly kind: PersonalKind
  readonly find: RegExp
  /** Whether a match is personal; absent where all are. */
  readonly isMeant?: (match: RegExpMatchArray) => boolean
  /** What replaces a match in place of the word of the kind; undefined where the match is nothing personal. */
  readonly replace?: (match: RegExpMatchArray, around: Around) => string | undefined
}
interface Around {
  readonly before: string
  readonly after: string
}

const months = 'gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre'
const monthNames = months.split('|')

const article = "(?:(?<lead>dopo|entro|verso|oltre)\\s+)?(?<article>il\\s+|in\\s+data\\s+|l['’]\\s*)?"

/** A day of a law or of a judgment is nobody's. */
const law =
  /(?:legge|decreto|d\.?\s?lgs\.?|d\.?\s?p\.?\s?r\.?|legislativo|direttiva|regolamento|sentenza|ordinanza)\s*(?:del|dell['’]|in data)?\s*$/i
const lawNumber = /^,?\s*n(?:\.|umero)\s*\d/i

/** Years of two digits after this one are of the last century. */
const lastShortYear = 40

/** Month and year in place of a day; `il 3 maggio` becomes `nel maggio`. */
function monthOf(match: RegExpMatchArray, { before, after }: Around): string | undefined {
  const { lead, article: found, day, month, year, monthName } = match.groups ?? {}
  const name = monthName?.toLowerCase() ?? monthNames[Number(month) - 1]
  if (!name || Number(day) < 1 || Number(day) > 31 || law.test(before) || lawNumber.test(after)) return undefined
  const wholeYear = year?.length === 2 ? `${Number(year) > lastShortYear ? 19 : 20}${year}` : year
  const date = [name, ...(wholeYear ? [wholeYear] : [])].join(' ')
  if (lead) return `${lead} ${date}`
  if (!found) return date
  return `${/^\p{Lu}/u.test(found) ? 'Nel' : 'nel'} ${date}`
}

const digitsOf = (text: string) => text.replace(/\D/g, '').length
/** Also with a capital, as at the beginning of a sentence. */
const street =
  '(?:[Vv]iale|[Vv]ia|[Pp]iazzale|[Pp]iazzetta|[Pp]iazza|[Cc]orso|[Ll]argo|[Vv]icolo|[Ss]trada|[Cc]ontrada|[Ll]ocalit[àa]|[Ff]razione|[Ss]alita|[Ll]ungomare|[Bb]orgo)'
const small = "(?:dei|delle|degli|del|della|dello|dell['’]|di|da|de|d['’]|la|le|lo|in|e)"

/** What has a form of its own, in the order in which it is looked for. */
const forms: readonly Finder[] = [
  { kind: 'mail', find: /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu },
  { kind: 'web', find: /\b(?:https?:\/\/|www\.)[^\s,;)]*[^\s,;).]/gi },
  {
    kind: 'taxCode',
    find: /(?<![\p{L}\p{N}])(?:[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]|[0-9]{11})(?![\p{L}\p{N}])/giu,
  },
  { kind: 'account', find: /(?<![\p{L}\p{N}])[A-Z]{2}[0-9]{2}\s?[A-Z](?:\s?[0-9A-Z]){22}(?![\p{L}\p{N}])/gu },
  { kind: 'account', find: /(?<!\d)(?:\d[ -]?){13,18}\d(?!\d)/g },
  { kind: 'caseCode', find: /(?<![\p{L}\p{N}-])[A-Z]{2,12}-[0-9]{4}-[0-9]{3,}(?![\p{L}\p{N}-])/gu },
  {
    kind: 'protocol',
    find: /(?<!\p{L})prot(?:ocollo|\.)\s*(?:n\.?|numero|nr\.?)?\s*[\p{L}\p{N}/.-]*[0-9][\p{L}\p{N}/-]*/giu,
  },
  {
    kind: 'date',
    find: new RegExp(
      `${wordStart}${article}(?<day>[0-3]?[0-9])[°º]?\\s+(?<monthName>${months})(?:\\s+(?<year>[0-9]{4}))?${wordEnd}`,
      'giu',
    ),
    replace: monthOf,
  },
  {
    kind: 'date',
    find: new RegExp(
      `${wordStart}${article}(?<day>[0-3]?[0-9])[/.-](?<month>[01]?[0-9])[/.-](?<year>[0-9]{4}|[0-9]{2})(?![\\p{L}\\p{N}/.-]*[0-9])`,
      'giu',
    ),
    replace: monthOf,
  },
  {
    kind: 'date',
    find: new RegExp(`${wordStart}${article}(?<year>[0-9]{4})-(?<month>[01][0-9])-(?<day>[0-3][0-9])(?![0-9])`, 'giu'),
    replace: monthOf,
  },
  {
    kind: 'phone',
    find: /(?<![\p{L}\p{N}/.])(?:(?:\+|00)[0-9]{1,3}[\s.-]?)?(?:3[0-9]{2}|0[0-9]{1,3})(?:[\s./-]?[0-9]{2,4}){2,4}(?![\p{N}/])/gu,
    isMeant: ([found]) => digitsOf(found) >= 8,
  },
  {
    kind: 'address',
    find: new RegExp(
      `${wordStart}(?:${street})\\s+(?:${small}\\s*)*\\p{Lu}[\\p{L}'’.]*(?:\\s+(?:${small}\\s*)*\\p{Lu}[\\p{L}'’.]*)*(?:,?\\s*(?:n\\.?\\s*|civico\\s*)?[0-9]{1,4}(?:\\s?/?[a-zA-Z])?${wordEnd})?(?:,?\\s*[0-9]{5}${wordEnd})?`,
      'gu',
    ),
  },
]

const preposition = '(?<lead>(?:a|ad|da|di|in|per|presso|verso)\\s+)'
const placeWords = new RegExp(
  `${wordStart}${preposition}(?<name>\\p{Lu}[\\p{L}'’-]*(?:\\s+(?:${small}\\s*|sul\\s+|al\\s+|nell['’])*\\p{Lu}[\\p{L}'’-]*){0,4})(?:\\s*\\([A-Z]{2}\\))?`,
  'gu',
)
/** Treaties have the names of the cities where they were signed. */
const treaty = /(?:trattato|convenzione|carta|statuto|dichiarazione)\s+$/i

/** The longest beginning of some words that is the name of a place, with what follows it. */
function placeIn(words: string, regionOf: KnownData['regionOf']) {
  for (let end = words.length; end > 0; end = words.lastIndexOf(' ', end - 1)) {
    const region = regionOf.get(words.slice(0, end).toLowerCase().replace(/’/g, "'"))
    if (region) return { region, rest: words.slice(end) }
  }
  return undefined
}

function placeFinders({ places, regionOf }: KnownData, replace: Replace): Finder[] {
  const regionIn = (name: string) => regionOf.get(name.toLowerCase().replace(/’/g, "'"))
  const ofCase = places.flatMap((name): Finder[] => {
    const region = regionIn(name)
    const find = new RegExp(`${wordStart}${spelled(name)}${wordEnd}(?:\\s*\\([A-Z]{2}\\))?`, 'gu')
    return region ? [{ kind: 'place', find, replace: () => replace('place', region) }] : []
  })
  const anywhere: Finder = {
    kind: 'place',
    find: placeWords,
    replace: ({ groups: { lead = '', name = '' } = {} }, { before }) => {
      const found = treaty.test(before) ? undefined : placeIn(name, regionOf)
      return found && `${lead}${replace('place', found.region)}${found.rest}`
    },
  }
  return [...ofCase, anywhere]
}

const valueFinders = ({ values }: KnownData): Finder[] =>
  values
    .filter(({ text }) => text.trim().length > 2)
    .map(({ kind, text }) => ({ kind, find: new RegExp(`${wordStart}${spelled(text)}${wordEnd}`, 'giu') }))

const nameFinders = ({ names }: KnownData): Finder[] =>
  names.flatMap((name) => patternsOf(name).map((find) => ({ kind: name.kind, find })))

interface Anonymised {
  readonly text: string
  readonly replaced: readonly PersonalPassage[]
}

/** A text in which what is known of the case, and what has the form of personal data, is replaced; dates by their month, places by their region. */
export function anonymise(text: string, known: KnownData, replace: Replace): Anonymised {
  const finders = [...valueFinders(known), ...forms, ...nameFinders(known), ...placeFinders(known, replace)]
  const replaced = new Map<string, PersonalPassage>()
  const apply = (current: string, { kind, find, isMeant, replace: ownWords }: Finder) =>
    replaceEach(current, find, (match, around) => {
      if (isMeant?.(match) === false) return undefined
      const replacement = ownWords ? ownWords(match, around) : replace(kind)
      if (replacement !== undefined) replaced.set(`${kind} ${match[0]}`, { kind, text: match[0], replacement })
      return replacement
    })
  const result = finders.reduce(apply, text.normalize('NFC'))
  return { text: result, replaced: [...replaced.values()] }
}

/** Replaces the matches of a pattern, but for those in brackets, which are replacements themselves. */
function replaceEach(
  text: string,
  find: RegExp,
  replacementOf: (match: RegExpMatchArray, around: Around) => string | undefined,
): string {
  const parts: string[] = []
  let end = 0
  for (const match of text.matchAll(find)) {
    const start = match.index
    const after = start + match[0].length
    if (isInBrackets(text, start)) continue
    const around = { before: text.slice(Math.max(0, start - 60), start), after: text.slice(after, after + 20) }
    const replacement = replacementOf(match, around)
    if (replacement === undefined) continue
    parts.push(text.slice(end, start), replacement)
    end = after
  }
  return [...parts, text.slice(end)].join('')
}

const isInBrackets = (text: string, at: number) => text.lastIndexOf('[', at) > text.lastIndexOf(']', at - 1)

/** Words with capitals that are nobody's name. */
const institutions =
  /(?:Cort[ei]|Cassazione|Costituzion|Tribunal|Consiglio|Stato|Unione|Europe|Repubblica|Codice|Decret|Legge|Direttiv|Parlamento|Minister|President|Presidenza|Italia|Nazion|Carta|Convenzione|Trattato|Regolamento|Ufficio|Dipartimento|Region|Giustizia|Diritti|Gazzetta|Commissione|Autorità|Agenzia|Istituto|Azienda|Sezion[ei]|Testo Unico|Pari Opportunità)/

const namesOf: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])(?:[Ss]ig\.?(?:ra|na)?|[Ss]ignor[ae]?|[Dd]ott\.?(?:ssa)?|[Aa]vv\.|[Pp]rof\.?(?:ssa)?|[Dd]on|[Ss]uor)\s+\p{Lu}[\p{L}'’]+(?:\s+\p{Lu}[\p{L}'’]+)*/gu,
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}'’]*\p{Ll}(?:\s+(?:d[aei]l?l?a?\s+)?\p{Lu}[\p{L}'’]*\p{Ll})+(?![\p{L}])/gu,
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’&.-]*(?:\s+[\p{L}\p{N}'’&.-]+){0,4}\s+(?:[Ss]\.?[Rr]\.?[Ll]|[Ss]\.?[Pp]\.?[Aa]|[Ss]\.?[Nn]\.?[Cc]|[Ss]\.?[Aa]\.?[Ss])\b\.?/gu,
]

/** What still looks personal in a text: everything that would be replaced, and words that look like names. */
export function personalIn(text: string, known: KnownData, replace: Replace): PersonalPassage[] {
  const { text: rest, replaced } = anonymise(text, known, replace)
  const names = namesOf.flatMap((find) =>
    [...rest.matchAll(find)]
      .filter(({ 0: words, index }) => !isInBrackets(rest, index) && !institutions.test(words))
      .map(({ 0: words }) => words),
  )
  return [
    ...replaced.map(({ kind, text: found }) => ({ kind, text: found })),
    ...[...new Set(names)].map((found) => ({ kind: 'name' as const, text: found })),
  ]
}
