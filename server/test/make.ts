import { controlLetterOf } from '@portal/contract'

/** The answer of every captcha, unless a test uses random ones. */
export const captchaAnswer = '246813'
/** The setting of the fixed answer, which production refuses. */
export const fixedCaptcha = ({ NODE_ENV }: Readonly<Record<string, string>> = {}) =>
  NODE_ENV === 'production' ? '' : captchaAnswer

/** A complete, valid report as the web form sends it; tests pass only the changes that matter to them. */
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

/** A complete, valid report of an association. */
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

/** A valid tax code, unique by number. */
export const taxCodeNumber = (number: number): string => {
  const letters = [...Array(6).keys()].map((place) => String.fromCharCode(65 + (Math.floor(number / 26 ** place) % 26)))
  const stem = `${letters.join('')}80A01H501`
  return `${stem}${controlLetterOf(stem)}`
}

let operators = 0
/** An account as the office enters it, with a unique tax code and mail address. */
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

/** A case as an operator enters it, with values in nearly every field. */
export const caseOnWire = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  id_lingua: 1,
  id_segnalante: 2,
  id_canale: 1,
  id_fonte_informativa: 1,
  id_tipologia_richiesta: 4,
  resoconto_fatti: 'Ha telefonato la vicina: «non affittano a stranieri».',
  data_evento: '2026-11-09T00:00:00.000Z',
  personaFisica: { nome: 'Lucía', cognome: 'Fernández', anagrafica: { recapito_pri: '3331234567' } },
  virtuale_fisico: 0,
  luogo: { id_nazione: 105, id_regione: 12, id_provincia: 58, id_citta: 8501, indirizzo: 'Via Appia 3' },
  vittima: {
    nome: 'Abdel',
    cognome: 'Karim',
    id_sesso: 2,
    id_fascia_eta: 3,
    id_religione: 5,
    id_permesso_soggiorno: 2,
    listaCittadinanza: [{ id_cittadinanza: 105 }],
  },
  responsabileDiscriminazione: {
    id_tipo_responsabile: 10,
    flag_nominativo_non_presente: 0,
    nominativo: 'Immobiliare Bella Casa',
    flagCoinvolgimentoMinori: 1,
  },
  num_persone_minorenni: 2,
  privato_pubblico: 1,
  individuo_gruppo: 0,
  hate_crime: 0,
  aggressione_fisica: 0,
  id_pertinenza: 1,
  id_ambito: 1,
  id_modalita_discriminazione: 1,
  listaSegnalazioneCas: [{ id_contesto: 101 }],
  listaSegnalazioneGround: [{ id_ground: 1, id_sotto_ground: 102, priorita: 0 }],
  listaHashtag: [{ id_hashtag: 1 }],
  listaNumeroProtocollo: [{ numero_protocollo: 'DPO 0012/A', data_iscrizione: '2026-11-10T00:00:00.000Z' }],
  listaAzioniSvolte: [{ id_azioni_svolte: 1, data: '2026-11-10T00:00:00.000Z' }],
  note: 'Richiamare dopo le 17.',
  ...changes,
})

/** A reminder of a case, far after the day of every test. */
export const reminderOnWire = { data_richiamo: '2099-12-01', testo: 'Richiamare la scuola' }
