/** Texts of the office and of associations in the sample register, in Italian. */
export const registerTexts = {
  missing: [
    'Il bilancio allegato è di due anni fa: serve quello dell’ultimo anno.',
    'Nell’elenco degli associati mancano le quote versate.',
    'La dichiarazione del legale rappresentante non è firmata.',
    'La relazione non descrive le attività dell’ultimo anno.\nIl documento d’identità è scaduto.',
    'Lo statuto è illeggibile da pagina 4: serve una copia più chiara.',
  ],
  rejections: [
    'Lo statuto non indica la lotta alle discriminazioni come scopo esclusivo o preminente.',
    'Dalla relazione non risulta un’attività continuativa nell’ultimo anno.',
    'Lo statuto non prevede organi eletti dagli associati.',
  ],
  removals: [
    'L’associazione ha comunicato il proprio scioglimento.',
    'Non risultano attività da oltre un anno, e l’associazione non ha risposto alle nostre richieste.',
  ],
  removalRequests: [
    'L’assemblea ha deciso di sciogliere l’associazione.',
    'Le nostre attività passano a un altro ente: non ci serve più l’iscrizione.',
  ],
  late: 'Il termine è passato senza risposta: decidiamo con i documenti presenti.',
  sentBack: 'La data del decreto di costituzione non coincide con quella dell’atto: verificare.',
} as const
