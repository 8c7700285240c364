/** The languages that have an easy form. */
export type EasyLanguage = 'it' | 'en'

/** Rules of easy language, in words in docs/easy-language.md. */
export const longestSentence = 15
const mostCommas = 3

interface Words {
  /** Words that many readers do not know, and what to write instead. */
  readonly hard: Readonly<Record<string, string>>
  /** Says what a word means: a text that has it explains its hard words. */
  readonly explains: RegExp
  readonly numbers: RegExp
  readonly passive: RegExp
  /** Verbs of wish and doubt, and words that hang one clause on another. */
  readonly subjunctive: RegExp
  readonly subordinate: RegExp
  readonly abbreviations: RegExp
}

// biome-ignore format: a table
const italian: Words = {
  hard: {
    accedere: 'entrare', accomodamento: 'aiuto', affinché: 'perché', allegato: 'file', allegati: 'file', allegare: 'aggiungere', annotare: 'scrivere',
    anomalia: 'errore', autorizzazione: 'permesso', avvalersi: 'usare', bozza: 'quello che hai scritto', caratteri: 'lettere', cronologia: 'elenco dei siti',
    coordinate: 'luogo', censito: 'scritto', dispositivo: 'telefono o computer', effettuare: 'fare', esaminare: 'leggere', esito: 'risultato',
    facoltativo: 'puoi lasciare vuoto', facoltativa: 'puoi lasciare vuoto', fornire: 'dare', idoneo: 'giusto', indicare: 'scrivere', indicato: 'scritto',
    informativa: 'testo sui tuoi dati', inserire: 'scrivere', inserita: 'scritta', istanza: 'richiesta', malformata: 'sbagliata', mediante: 'con', modalità: 'modo',
    nonché: 'e', obbligatorio: 'devi scrivere', obbligatori: 'devi scrivere', orientarti: 'capire', ottenere: 'avere', parere: 'consiglio', pervenire: 'arrivare',
    presso: 'da', prudenza: 'attenzione', qualora: 'se', recapito: 'e-mail o telefono', recapiti: 'e-mail o telefono', redigere: 'scrivere', requisito: 'regola',
    residenza: 'dove vivi', riproduzione: 'ascolto', segreteria: 'messaggio al telefono', successivo: 'dopo', trasmettere: 'mandare', trasmessa: 'mandata',
    tramite: 'con', valutare: 'leggere e decidere', vicenda: 'storia', riepilogo: 'rileggi tutto', denominazione: 'nome', segnalante: 'persona che segnala',
    esclusa: 'lasciata fuori', disprezzo: 'poco rispetto', cittadinanza: 'paese', garanzie: 'documenti', spalti: 'pubblico', conformità: 'regole',
  },
  explains: /vuol dire|significa/,
  numbers: /\b(due|tre|quattro|cinque|sei anni|sette|otto|nove|dieci|undici|dodici|quindici|venti|trenta|quaranta|cento|mille)\b/i,
  passive: /\b(viene|vengono|verrà|verranno)\s+\p{L}+(at|ut|it|st|tt|ss|rs|rt|lt|nt)[oaie]\b|\b(è|sono|sarà|saranno|essere)\s+stat[oaie]\s+\p{L}+(at|ut|it|st|tt|ss|rs)[oaie]\b/iu,
  subjunctive: /\b(abbia|abbiano|sia|siano|possa|possano|debba|debbano|venga|vengano|vada|legga|sappia|stia|faccia|voglia|fosse|fossero|avesse|avessero)\b/giu,
  subordinate: /\b(che|perché|quando|mentre|affinché|sebbene|oppure|anche se|nonostante)\b/giu,
  abbreviations: /\b(ecc|es|n|art|tel|lun|mar|mer|gio|ven|sab|dom|pag)\.|lun–ven|\/a\b/iu,
}

// biome-ignore format: a table
const english: Words = {
  hard: {
    accommodation: 'help', additional: 'more', aforementioned: 'this', anomaly: 'error', anonymous: 'without your name', articles: 'rules', assess: 'read and decide',
    attach: 'add', attached: 'added', attachment: 'file', attachments: 'files', authorisation: 'permission', commence: 'start', compulsory: 'must', consent: 'yes',
    coordinates: 'place', declaration: 'text', denomination: 'name', device: 'phone or computer', draft: 'what you wrote', eligible: 'can', facilitate: 'help',
    furthermore: 'also', hence: 'so', history: 'list of sites', hindrance: 'problem', incident: 'what happened', indicate: 'write', moreover: 'also', notify: 'tell',
    notwithstanding: 'but', obstacle: 'problem', obtain: 'get', optional: 'you can leave it empty', postcode: 'number of your area', prior: 'before', provide: 'give',
    purchase: 'buy', regarding: 'about', reside: 'live', submit: 'send', sufficient: 'enough', terminate: 'end', transmit: 'send', utilise: 'use', verification: 'check',
    voicemail: 'message on the phone', witness: 'person who saw it', mandatory: 'must', summary: 'read it again', contempt: 'no respect', guarantees: 'papers', legal: 'of the law',
  },
  explains: /this means|means that|that means/i,
  numbers: /\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|hundred|thousand)\b/i,
  passive: /\b(is|are|was|were|be|been|being)\s+(not\s+|never\s+)?\p{L}+(?<!need|feed|speed)ed\b|\b(is|are|was|were|be|been)\s+(not\s+)?(sent|kept|shown|read|made|written|lost|found|given|taken|seen|known)\b/iu,
  subjunctive: /\b(would|might|should|could)\b/giu,
  subordinate: /\b(that|which|because|when|while|although|unless|whether)\b/giu,
  abbreviations: /\b(etc|e\.g|i\.e|no|art|tel)\.|mon–fri/i,
}
const wordsOf = { it: italian, en: english } as const

/** Capitals that readers see on the page itself, or know. */
const knownCapitals = new Set(['PIN', 'PDF', 'MB', 'CSV', 'JSON', 'SPID', 'CIE', 'PEC', 'IVA', 'VAT', 'CAP', 'OK'])

const sentencesOf = (text: string) => text.split(/(?<=[.!?:])\s+|\n+/)
const countOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length

/** What a text breaks of the rules of easy language; nothing for a text that is easy to read. */
export function easyErrors(text: string, language: EasyLanguage): string[] {
  const rules = wordsOf[language]
  // A value is one word, whatever it is.
  const plain = text.replaceAll(/\{\{[^}]*\}\}/g, 'X')
  const tokens = plain.match(/\p{L}[\p{L}'’-]*/gu) ?? []
  const hard = rules.explains.test(plain) ? [] : tokens.filter((word) => Object.hasOwn(rules.hard, word.toLowerCase()))
  const capitals = tokens.filter((word) => /^\p{Lu}{2,}$/u.test(word) && !knownCapitals.has(word))
  return [
    ...(/[;()]|\s–\s/.test(plain) ? ['a semicolon, a bracket or a dash'] : []),
    ...hard.map((word) => `'${word}': ${rules.hard[word.toLowerCase()]}`),
    ...capitals.map((word) => `the abbreviation ${word}`),
    ...(rules.abbreviations.test(plain) ? ['an abbreviation'] : []),
    ...(rules.numbers.test(plain) ? ['a number in letters'] : []),
    ...(rules.passive.test(plain) ? ['a passive'] : []),
    ...sentencesOf(plain).flatMap((sentence) => sentenceErrors(sentence, rules)),
  ]
}

function sentenceErrors(sentence: string, { subjunctive, subordinate }: Words): string[] {
  const words = sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word))
  return [
    ...(words.length > longestSentence ? [`${words.length} words in a sentence`] : []),
    ...(countOf(sentence, /,/g) > mostCommas ? ['many commas'] : []),
    ...(countOf(sentence, subjunctive) > 1 ? ['two verbs of wish or doubt'] : []),
    ...(countOf(sentence, subordinate) > 2 ? ['clauses that hang on each other'] : []),
  ]
}
