/** Of every captcha, unless a test lets the server choose. */
export const captchaAnswer = '246813'
/** The setting of it; production refuses one. */
export const fixedCaptcha = ({ NODE_ENV }: Readonly<Record<string, string>> = {}) =>
  NODE_ENV === 'production' ? '' : captchaAnswer

/** A report as the web form sends it, complete and valid; tests say only what matters to them. */
export const reportOnWire = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  id_lingua: 1,
  flag_informativa_dati_personali: 1,
  flag_normativa_privacy: 1,
  id_segnalante: 1,
  resoconto_fatti: "È accaduto all'ufficio anagrafe: «qui non la serviamo». Perché? 🙁",
  data_evento: '2026-11-03T00:00:00.000Z',
  personaFisica: {
    nome: 'Niccolò',
    cognome: "D'Angelo",
    data_nascita: '1990-02-28T00:00:00.000Z',
    anagrafica: {
      id_nazione: 105,
      id_regione: 12,
      id_provincia: 58,
      id_citta: 8501,
      indirizzo: 'Via dell’Umiltà 1',
      cap: '00187',
      recapito_pri: '+390612345678',
      email: 'niccolo@example.it',
    },
  },
  ...changes,
})

/** The same from an association. */
export const associationReportOnWire = (changes: Record<string, unknown> = {}) =>
  reportOnWire({
    id_segnalante: 4,
    personaGiuridica: {
      ragione_sociale: 'Associazione Ponti & Porte',
      piva: '12345678903',
      soggetto_da_contattare: 'Aïcha Ben Alì',
      personaGiuridicaLegaleRappresentante: { cognome: 'De Luca' },
      anagrafica: { id_nazione: 105, id_regione: 3, id_provincia: 15, id_citta: 6205, recapito_pri: '0212345678' },
    },
    ...changes,
  })

/** A tax code for each number. */
export const taxCodeNumber = (number: number): string => {
  const letters = [...Array(6).keys()].map((place) => String.fromCharCode(65 + (Math.floor(number / 26 ** place) % 26)))
  return `${letters.join('')}80A01H501Z`
}

let operators = 0
/** An account as the office enters it, with a tax code and a mail address that nobody else has. */
export const operatorOnWire = (changes: Record<string, unknown> = {}): Record<string, unknown> => {
  operators += 1
  return {
    cf: taxCodeNumber(operators),
    nome: 'Teresa',
    cognome: 'Malaspina',
    mail: `operatore.${operators}@example.it`,
    flag_abilitazione: 1,
    listaRuolo: ['ACLOP1'],
    ...changes,
  }
}
