/** The correspondence of a case, empty and open to a reply, as the server answers it. */
export const emptyCorrespondence = {
  messaggi: [],
  documenti: [],
  azioni_svolte: [],
  commenti: [],
  richiami: [],
  flag_puo_commentare: 1,
  flag_precedenti: 0,
  flag_puo_scrivere: 1,
  flag_puo_segnare_chiamata: 1,
  flag_con_lettore: 1,
  flag_avviso_mail: 0,
  lingua: 'it',
  allegati_possibili: 50,
}
