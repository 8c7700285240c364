/** A case in work, as the detail has it on the wire but for what the user may do. */
export const caseInWork = {
  id_segnalazione: 5,
  codice: 'CASO-2026-000005',
  id_stato: 4,
  data_creazione: '2026-11-20T10:00:00.000Z',
  data_inserimento: '2026-11-20T10:00:00.000Z',
  flag_inserita_da_me: 0,
  flag_racconto_ricevuto: 1,
  numero_protocollo: 'CASO-2026-000005',
  versione: 3,
  messaggi_non_letti: 0,
  flag_modificabile: 1,
  isConflict: 0,
}

/** A case as a row of a list. */
export const caseRowOnWire = (id: number, more: object = {}) => ({
  id_segnalazione: id,
  codice: `CASO-2026-00000${id}`,
  id_stato: 1,
  data_creazione: '2026-01-31T09:00:00.000Z',
  id_lingua: 1,
  id_segnalante: 3,
  id_canale: 1,
  numero_protocollo: `CASO-2026-00000${id}`,
  versione: 4,
  messaggi_non_letti: 0,
  ...more,
})

/** The reference lists of the filters and columns of cases, shortened. */
export const caseListsOnWire = {
  listaAmbito: [
    { id_ambito: 1, ambito: 'Casa' },
    { id_ambito: 2, ambito: 'Lavoro' },
  ],
  listaContesto: [
    { id_contesto: 11, contesto: 'Affitto', id_ambito: 1 },
    { id_contesto: 21, contesto: 'Colloquio', id_ambito: 2 },
  ],
  listaLingua: [{ id_lingua: 1, lingua: 'Italiano' }],
}

const item = (id: number, label: string) => ({ id, label })

/** The reference lists of a page of a case. */
export const listsOfCases = {
  channel: [item(1, 'Numero verde'), item(2, 'Portale web')],
  reporter_type: [item(1, 'Vittima'), item(3, 'Testimone')],
  language: [item(1, 'Italiano'), item(4, 'Spagnolo')],
  relevance: [item(1, 'Pertinente'), item(2, 'Non pertinente')],
  final_outcome: [item(3, 'Parere')],
  performed_action: [item(1, 'Contatto con il segnalante')],
  cancellation_reason: [item(2, 'Duplicato')],
}
