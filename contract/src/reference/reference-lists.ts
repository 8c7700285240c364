interface ListRow {
  /** Path under /v1/tipologiche. */
  readonly path: string
  /** Stem of the wire names: `id_<stem>` and `<stem>`. */
  readonly stem: string
  /** The parent list whose choice narrows this one, and the query parameter with that choice. */
  readonly parent?: { readonly list: string; readonly query: string }
  /** True where visitors without a session may read the list. */
  readonly isPublic: boolean
  /** False for lists too long for the bundle, and for lists of a single form. */
  readonly inBundle: boolean
  /** True for a list too long to return without its parent. */
  readonly needsParent?: true
  /**
   * Has an order of its own, which the head of the office changes; only for lists that the specification does not name (decisions
   * §12). Entries that nobody has moved are sorted by this.
   */
  readonly order?: 'id' | 'label'
}

/**
 * The reference lists (tipologiche): their names in code and on the wire (specification 1 §3 and §7). A new one has its entries under
 * `server/src/features/reference/seed/`, in six languages where the public reads them (`public-labels.ts`, `register-labels.ts`), its
 * section in docs/reference-data.md, and a row in `access.test.ts`. Ids never change and nothing is deleted: an entry is retired. The
 * seed adds what is missing; a changed label reaches existing databases by a migration.
 */
// biome-ignore format: a table
export const referenceLists = {
  language:                 { path: 'lingua',                              stem: 'lingua',                              isPublic: true,  inBundle: true },
  reporter_type:            { path: 'segnalante',                          stem: 'segnalante',                          isPublic: true,  inBundle: true },
  ground:                   { path: 'ground',                              stem: 'ground',                              isPublic: true,  inBundle: true },
  sub_ground:               { path: 'sotto-ground',                        stem: 'sotto_ground',                        isPublic: true,  inBundle: true, parent: { list: 'ground', query: 'id_ground' } },
  directive_ground:         { path: 'motivo-direttive',                    stem: 'motivo_direttive',                    isPublic: false, inBundle: false, parent: { list: 'ground', query: 'id_ground' } },
  discrimination_mode:      { path: 'modalita-discriminazione',            stem: 'modalita_discriminazione',            isPublic: true,  inBundle: true },
  channel:                  { path: 'canale',                              stem: 'canale',                              isPublic: true,  inBundle: true },
  field_of_life:            { path: 'ambito',                              stem: 'ambito',                              isPublic: true,  inBundle: true },
  directive_field:          { path: 'settore-direttive',                   stem: 'settore_direttive',                   isPublic: false, inBundle: false, parent: { list: 'field_of_life', query: 'id_ambito' } },
  context:                  { path: 'contesto',                            stem: 'contesto',                            isPublic: true,  inBundle: true, parent: { list: 'field_of_life', query: 'id_ambito' } },
  relevance:                { path: 'pertinenza',                          stem: 'pertinenza',                          isPublic: true,  inBundle: true },
  request_type:             { path: 'tipologia-richiesta',                 stem: 'tipologia_richiesta',                 isPublic: true,  inBundle: true },
  information_source:       { path: 'fonte-informativa',                   stem: 'fonte_informativa',                   isPublic: true,  inBundle: true },
  virtual_place:            { path: 'luogo-virtuale',                      stem: 'luogo_virtuale',                      isPublic: true,  inBundle: true },
  citizenship:              { path: 'cittadinanza',                        stem: 'cittadinanza',                        isPublic: true,  inBundle: true },
  sex:                      { path: 'sesso',                               stem: 'sesso',                               isPublic: true,  inBundle: true },
  judicial_authority:       { path: 'autorita-giudiziaria',                stem: 'autorita_giudiziaria',                isPublic: true,  inBundle: true },
  hashtag:                  { path: 'hashtag',                             stem: 'hashtag',                             isPublic: false, inBundle: true },
  attachment_type:          { path: 'tipo-allegato',                       stem: 'tipo_allegato',                       isPublic: true,  inBundle: true },
  organisation_document:    { path: 'tipo-allegato-persona-giuridica',     stem: 'tipo_allegato_persona_giuridica',     isPublic: true,  inBundle: true },
  project_funder:           { path: 'finanziatore-progetto',               stem: 'finanziatore_progetto',               isPublic: true,  inBundle: true },
  performed_action:         { path: 'azione',                              stem: 'azioni_svolte',                       isPublic: true,  inBundle: true },
  offender_type:            { path: 'tipo-responsabile',                   stem: 'tipo_responsabile',                   isPublic: true,  inBundle: true },
  final_outcome:            { path: 'esito-finale',                        stem: 'esito_finale',                        isPublic: true,  inBundle: true },
  residence_permit:         { path: 'permesso-soggiorno',                  stem: 'permesso_soggiorno',                  isPublic: true,  inBundle: true },
  religion:                 { path: 'religione',                           stem: 'religione',                           isPublic: true,  inBundle: true },
  civil_status:             { path: 'stato-civile',                        stem: 'stato_civile',                        isPublic: true,  inBundle: true },
  organisation_type:        { path: 'tipo-anagrafica-pg',                  stem: 'tipo_anagrafica_pg',                  isPublic: true,  inBundle: true },
  work_type:                { path: 'tipo-lavoro',                         stem: 'tipo_lavoro',                         isPublic: true,  inBundle: true },
  education:                { path: 'titolo-studio',                       stem: 'titolo_studio',                       isPublic: true,  inBundle: true },
  victim_type:              { path: 'tipo-vittima',                        stem: 'tipo_vittima',                        isPublic: false, inBundle: true, order: 'label' },
  age_band:                 { path: 'fascia-eta',                          stem: 'fascia_eta',                          isPublic: false, inBundle: true, order: 'id' },
  family_background:        { path: 'provenienza-familiare',               stem: 'provenienza_familiare',               isPublic: false, inBundle: true, order: 'label' },
  external_body:            { path: 'ente-esterno',                        stem: 'ente_esterno',                        isPublic: false, inBundle: true, order: 'label' },
  cancellation_reason:      { path: 'motivo-annullamento',                 stem: 'motivo_annullamento',                 isPublic: false, inBundle: true, order: 'label' },
  reopening_reason:         { path: 'motivo-riapertura',                   stem: 'motivo_riapertura',                   isPublic: false, inBundle: true, order: 'label' },
  assistance_subject:       { path: 'oggetto-assistenza',                  stem: 'oggetto_assistenza',                  isPublic: true,  inBundle: false, order: 'label' },
  nation:                   { path: 'nazione',                             stem: 'nazione',                             isPublic: true,  inBundle: true },
  region:                   { path: 'regione',                             stem: 'regione',                             isPublic: true,  inBundle: true },
  province:                 { path: 'provincia',                           stem: 'provincia',                           isPublic: true,  inBundle: false, parent: { list: 'region', query: 'id_regione' } },
  city:                     { path: 'citta',                               stem: 'citta',                               isPublic: true,  inBundle: false, parent: { list: 'province', query: 'id_provincia' }, needsParent: true },
} as const satisfies Record<string, ListRow>

export type ReferenceList = keyof typeof referenceLists

/** One entry of a list; `code` is the language code of a language, the abbreviation of a province. */
export interface ReferenceItem {
  readonly id: number
  readonly label: string
  readonly parentId?: number | undefined
  readonly code?: string | undefined
  /** Shown for records that use it, and not offered for new ones. Visitors do not receive retired entries. */
  readonly isRetired?: boolean | undefined
}

/** Name of a list in the bundle: `lista` and the stem in camel case. */
export const bundleName = (list: ReferenceList) =>
  `lista_${referenceLists[list].stem}`.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())

export const bundledLists = (Object.keys(referenceLists) as ReferenceList[]).filter(
  (list) => referenceLists[list].inBundle,
)

/** Codes of the languages that the web form does not offer (specification 1 §3). */
export const languagesNotOnTheWeb = ['ZH', 'FIL'] as const

/** `isOther` marks the item 'Altro', which lists show last. */
interface Sortable {
  readonly id: number
  readonly label: string
  readonly isOther: boolean
  /** Its place in a list with an order of its own; null until somebody moves an entry of the list, and for entries added since. */
  readonly position?: number | null
}

/**
 * Returns the items in list order: alphabetical in the language with 'Altro' last (specification 1 §3), or the order that
 * the list declares.
 */
export const inListOrder = <T extends Sortable>(list: ReferenceList, items: readonly T[], language: string): T[] => {
  const { order }: ListRow = referenceLists[list]
  const { compare } = new Intl.Collator(language)
  const placeOf = ({ position }: T) => (order && position) || Number.MAX_SAFE_INTEGER
  return [...items].sort(
    (a, b) =>
      Number(a.isOther) - Number(b.isOther) ||
      placeOf(a) - placeOf(b) ||
      (order === 'id' ? a.id - b.id : compare(a.label, b.label)),
  )
}

/** The entries that a new choice offers: those in force, and the current choice even if it is retired. */
export const offeredItems = (items: readonly ReferenceItem[], chosen: readonly unknown[]): readonly ReferenceItem[] =>
  items.filter(({ id, isRetired }) => !isRetired || chosen.includes(id))

/** Whether RUP may change the order of a list. */
export const hasOwnOrder = (list: ReferenceList) => 'order' in referenceLists[list]

/** The list whose entries are the parents of the entries of `list`. */
export function parentListOf(list: ReferenceList): ReferenceList | undefined {
  const row: ListRow = referenceLists[list]
  return row.parent?.list as ReferenceList | undefined
}

export const listNames = Object.keys(referenceLists) as ReferenceList[]

/** The lists whose entries have this one as their parent list. */
export const childListsOf = (list: ReferenceList) => listNames.filter((one) => parentListOf(one) === list)
