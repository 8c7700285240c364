/** Why a call is refused: the stable word of `errorCode` and the HTTP status (decisions §1). */
// biome-ignore format: a table
export const problems = {
  invalid_input:      { status: 400, word: 'dati_non_validi' },
  form_has_errors:    { status: 400, word: 'modulo_con_errori' },
  malformed_input:    { status: 400, word: 'richiesta_malformata' },
  not_signed_in:      { status: 401, word: 'non_autenticato' },
  not_allowed:        { status: 403, word: 'non_autorizzato' },
  same_person:        { status: 403, word: 'stessa_persona' },
  captcha:            { status: 403, word: 'captcha' },
  wrong_pin:          { status: 403, word: 'codice_o_pin_errati' },
  other_origin:       { status: 403, word: 'origine_non_ammessa' },
  not_found:          { status: 404, word: 'non_trovato' },
  method_not_allowed: { status: 405, word: 'metodo_non_ammesso' },
  already_registered: { status: 406, word: 'gia_censito' },
  conflict:           { status: 409, word: 'conflitto' },
  cases_open:         { status: 409, word: 'casi_in_lavorazione' },
  operator_known:     { status: 409, word: 'operatore_presente' },
  operator_deleted:   { status: 409, word: 'operatore_eliminato' },
  operator_has_cases: { status: 409, word: 'operatore_con_casi' },
  upload_under_way:   { status: 409, word: 'caricamento_in_corso' },
  last_manager:       { status: 409, word: 'ultimo_rup' },
  key_in_use:         { status: 409, word: 'chiave_in_uso' },
  key_reused:         { status: 409, word: 'chiave_riutilizzata' },
  too_large:          { status: 413, word: 'troppo_grande' },
  wrong_type:         { status: 415, word: 'tipo_non_ammesso' },
  too_many:           { status: 429, word: 'troppe_richieste' },
  damaged_record:     { status: 500, word: 'dato_danneggiato' },
  unexpected:         { status: 500, word: 'errore_interno' },
  unavailable:        { status: 503, word: 'servizio_non_disponibile' },
} as const satisfies Record<string, { status: number; word: string }>

export type ProblemCode = keyof typeof problems
export type ProblemWord = (typeof problems)[ProblemCode]['word']
