/**
 * The regions, and their provinces of 2026 as "id abbreviation name".
 * An id is the number in the ISTAT code: region 12 is '12', province 58 is '058'.
 */
const provincesOf: Readonly<Record<number, { name: string; provinces: string }>> = {
  1: {
    name: 'Piemonte',
    provinces: `1 TO Torino, 2 VC Vercelli, 3 NO Novara, 4 CN Cuneo, 5 AT Asti, 6 AL Alessandria, 96 BI Biella, 103 VB Verbano-Cusio-Ossola`,
  },
  2: { name: "Valle d'Aosta", provinces: "7 AO Valle d'Aosta" },
  3: {
    name: 'Lombardia',
    provinces: `12 VA Varese, 13 CO Como, 14 SO Sondrio, 15 MI Milano, 16 BG Bergamo, 17 BS Brescia, 18 PV Pavia, 19 CR Cremona, 20 MN Mantova, 97 LC Lecco, 98 LO Lodi, 108 MB Monza e della Brianza`,
  },
  4: { name: 'Trentino-Alto Adige', provinces: '21 BZ Bolzano, 22 TN Trento' },
  5: {
    name: 'Veneto',
    provinces: `23 VR Verona, 24 VI Vicenza, 25 BL Belluno, 26 TV Treviso, 27 VE Venezia, 28 PD Padova, 29 RO Rovigo`,
  },
  6: { name: 'Friuli-Venezia Giulia', provinces: '30 UD Udine, 31 GO Gorizia, 32 TS Trieste, 93 PN Pordenone' },
  7: { name: 'Liguria', provinces: '8 IM Imperia, 9 SV Savona, 10 GE Genova, 11 SP La Spezia' },
  8: {
    name: 'Emilia-Romagna',
    provinces: `33 PC Piacenza, 34 PR Parma, 35 RE Reggio nell'Emilia, 36 MO Modena, 37 BO Bologna, 38 FE Ferrara, 39 RA Ravenna, 40 FC Forlì-Cesena, 99 RN Rimini`,
  },
  9: {
    name: 'Toscana',
    provinces: `45 MS Massa-Carrara, 46 LU Lucca, 47 PT Pistoia, 48 FI Firenze, 49 LI Livorno, 50 PI Pisa, 51 AR Arezzo, 52 SI Siena, 53 GR Grosseto, 100 PO Prato`,
  },
  10: { name: 'Umbria', provinces: '54 PG Perugia, 55 TR Terni' },
  11: {
    name: 'Marche',
    provinces: `41 PU Pesaro e Urbino, 42 AN Ancona, 43 MC Macerata, 44 AP Ascoli Piceno, 109 FM Fermo`,
  },
  12: { name: 'Lazio', provinces: `56 VT Viterbo, 57 RI Rieti, 58 RM Roma, 59 LT Latina, 60 FR Frosinone` },
  13: { name: 'Abruzzo', provinces: "66 AQ L'Aquila, 67 TE Teramo, 68 PE Pescara, 69 CH Chieti" },
  14: { name: 'Molise', provinces: '70 CB Campobasso, 94 IS Isernia' },
  15: { name: 'Campania', provinces: `61 CE Caserta, 62 BN Benevento, 63 NA Napoli, 64 AV Avellino, 65 SA Salerno` },
  16: {
    name: 'Puglia',
    provinces: `71 FG Foggia, 72 BA Bari, 73 TA Taranto, 74 BR Brindisi, 75 LE Lecce, 110 BT Barletta-Andria-Trani`,
  },
  17: { name: 'Basilicata', provinces: '76 PZ Potenza, 77 MT Matera' },
  18: {
    name: 'Calabria',
    provinces: `78 CS Cosenza, 79 CZ Catanzaro, 80 RC Reggio Calabria, 101 KR Crotone, 102 VV Vibo Valentia`,
  },
  19: {
    name: 'Sicilia',
    provinces: `81 TP Trapani, 82 PA Palermo, 83 ME Messina, 84 AG Agrigento, 85 CL Caltanissetta, 86 EN Enna, 87 CT Catania, 88 RG Ragusa, 89 SR Siracusa`,
  },
  20: {
    name: 'Sardegna',
    provinces: `112 SS Sassari, 113 OT Gallura Nord-Est Sardegna, 114 NU Nuoro, 115 OR Oristano, 116 OG Ogliastra, 117 VS Medio Campidano, 118 CA Cagliari, 119 CI Sulcis Iglesiente`,
  },
}

/** A row of `regions`. */
export interface RegionSeed {
  id: number
  istatCode: string
  name: string
}

/** A row of `provinces`. */
export interface ProvinceSeed extends RegionSeed {
  abbreviation: string
  regionId: number
}

/** The twenty regions. */
export const regions: readonly RegionSeed[] = Object.entries(provincesOf).map(([id, { name }]) => ({
  id: Number(id),
  istatCode: id.padStart(2, '0'),
  name,
}))

/** The 110 provinces, metropolitan cities among them. */
export const provinces: readonly ProvinceSeed[] = Object.entries(provincesOf).flatMap(([region, entry]) =>
  entry.provinces.split(', ').map((text) => {
    const [id = '', abbreviation = '', ...words] = text.split(' ')
    return {
      id: Number(id),
      istatCode: id.padStart(3, '0'),
      abbreviation,
      name: words.join(' '),
      regionId: Number(region),
    }
  }),
)
