import countries from 'i18n-iso-countries'
import { betterNames } from './nation-names.ts'

// "id, ISO 3166-1, ISTAT, Belfiore" of each nation or territory; '-' where Italy assigns no code.
const codes = `
  1 AF 301 Z200, 2 AL 201 Z100, 3 DZ 401 Z301, 4 AS - -, 5 AD 202 Z101, 6 AO 402 Z302, 7 AI 917 Z529
  8 AQ - -, 9 AG 503 Z532, 10 AR 602 Z600, 11 AM 358 Z252, 12 AW 926 Z501, 13 AU 701 Z700, 14 AT 203 Z102
  15 AZ 359 Z253, 16 BS 505 Z502, 17 BH 304 Z204, 18 BD 305 Z249, 19 BB 506 Z522, 20 BY 256 Z139, 21 BE 206 Z103
  22 BZ 507 Z512, 23 BJ 406 Z314, 24 BM 908 Z400, 25 BT 306 Z205, 26 BO 604 Z601, 27 BA 252 Z153, 28 BW 408 Z358
  29 BV - -, 30 BR 605 Z602, 31 IO - -, 32 BN 309 Z207, 33 BG 209 Z104, 34 BF 409 Z354, 35 BI 410 Z305
  36 KH 310 Z208, 37 CM 411 Z306, 38 CA 509 Z401, 39 CV 413 Z307, 40 KY 911 Z530, 41 CF 414 Z308, 42 TD 415 Z309
  43 CL 606 Z603, 44 CN 314 Z210, 45 CX - -, 46 CC - -, 47 CO 608 Z604, 48 KM 417 Z310, 49 CG 418 Z311
  50 CD 463 Z312, 51 CK 909 Z703, 52 CR 513 Z503, 53 CI 404 Z313, 54 HR 250 Z149, 55 CU 514 Z504, 56 CY 315 Z211
  57 CZ 257 Z156, 58 DK 212 Z107, 59 DJ 424 Z361, 60 DM 515 Z526, 61 DO 516 Z505, 62 EC 609 Z605, 63 EG 419 Z336
  64 SV 517 Z506, 65 GQ 427 Z321, 66 ER 466 Z368, 67 EE 247 Z144, 68 ET 420 Z315, 69 FK 958 Z609, 70 FO 924 Z108
  71 FJ 703 Z704, 72 FI 214 Z109, 73 FR 215 Z110, 74 GF - -, 75 PF 920 Z723, 76 TF 988 -, 77 GA 421 Z316
  78 GM 422 Z317, 79 GE 360 Z254, 80 DE 216 Z112, 81 GH 423 Z318, 82 GI 910 Z113, 83 GR 220 Z115, 84 GL 934 Z402
  85 GD 519 Z524, 86 GP - -, 87 GU - -, 88 GT 523 Z509, 89 GN 425 Z319, 90 GW 426 Z320, 91 GY 612 Z606
  92 HT 524 Z510, 93 HM - -, 94 VA 246 Z106, 95 HN 525 Z511, 96 HK - -, 97 HU 244 Z134, 98 IS 223 Z117
  99 IN 330 Z222, 100 ID 331 Z223, 101 IR 332 Z224, 102 IQ 333 Z225, 103 IE 221 Z116, 104 IL 334 Z226, 105 IT 100 -
  106 JM 518 Z507, 107 JP 326 Z219, 108 JO 327 Z220, 109 KZ 356 Z255, 110 KE 428 Z322, 111 KI 708 Z731, 112 KP 319 Z214
  113 KR 320 Z213, 114 KW 335 Z227, 115 KG 361 Z256, 116 LA 336 Z228, 117 LV 248 Z145, 118 LB 337 Z229, 119 LS 429 Z359
  120 LR 430 Z325, 121 LY 431 Z326, 122 LI 225 Z119, 123 LT 249 Z146, 124 LU 226 Z120, 125 MO - -, 126 MK 253 Z148
  127 MG 432 Z327, 128 MW 434 Z328, 129 MY 340 Z247, 130 MV 339 Z232, 131 ML 435 Z329, 132 MT 227 Z121, 133 MH 712 Z711
  134 MQ - -, 135 MR 437 Z331, 136 MU 438 Z332, 137 YT - -, 138 MX 527 Z514, 139 FM 713 Z735, 140 MD 254 Z140
  141 MC 229 Z123, 142 MN 341 Z233, 143 MS 964 Z531, 144 MA 436 Z330, 145 MZ 440 Z333, 146 MM 307 Z206, 147 NA 441 Z300
  148 NR 715 Z713, 149 NP 342 Z234, 150 NL 232 Z126, 152 NC 902 Z716, 153 NZ 719 Z719, 154 NI 529 Z515, 155 NE 442 Z334
  156 NG 443 Z335, 157 NU - -, 158 NF - -, 159 MP - -, 160 NO 231 Z125, 161 OM 343 Z235, 162 PK 344 Z236
  163 PW 720 Z734, 164 PS 324 Z161, 165 PA 530 Z516, 166 PG 721 Z730, 167 PY 614 Z610, 168 PE 615 Z611, 169 PH 323 Z216
  170 PN 972 Z722, 171 PL 233 Z127, 172 PT 234 Z128, 173 PR - -, 174 QA 345 Z237, 175 RE - -, 176 RO 235 Z129
  177 RU 245 Z154, 178 RW 446 Z338, 179 SH 983 Z340, 180 KN 534 Z533, 181 LC 532 Z527, 182 PM 980 Z403, 183 VC 533 Z528
  184 WS 727 Z726, 185 SM 236 Z130, 186 ST 448 Z341, 187 SA 302 Z203, 188 SN 450 Z343, 190 SC 449 Z342, 191 SL 451 Z344
  192 SG 346 Z248, 193 SK 255 Z155, 194 SI 251 Z150, 195 SB 725 Z724, 196 SO 453 Z345, 197 ZA 454 Z347, 198 GS - -
  199 ES 239 Z131, 200 LK 311 Z209, 201 SD 455 Z348, 202 SR 616 Z608, 203 SJ - -, 204 SZ 456 Z349, 205 SE 240 Z132
  206 CH 241 Z133, 207 SY 348 Z240, 208 TW 363 Z217, 209 TJ 362 Z257, 210 TZ 457 Z357, 211 TH 349 Z241, 212 TL 338 Z242
  213 TG 458 Z351, 214 TK - -, 215 TO 730 Z728, 216 TT 617 Z612, 217 TN 460 Z352, 218 TR 351 Z243, 219 TM 364 Z258
  220 TC 992 Z519, 221 TV 731 Z732, 222 UG 461 Z353, 223 UA 243 Z138, 224 AE 322 Z215, 225 GB 219 Z114, 226 US 536 Z404
  227 UM - -, 228 UY 618 Z613, 229 UZ 357 Z259, 230 VU 732 Z733, 231 VE 619 Z614, 232 VN 353 Z251, 233 VG 994 Z525
  234 VI - -, 235 WF 997 Z729, 236 EH 905 Z339, 237 YE 354 Z246, 238 ZM 464 Z355, 239 ZW 465 Z337, 240 RS 271 Z158
  241 ME 270 Z159, 242 XK 272 Z160, 243 SS 467 Z907, 244 CW 966 -, 245 SX 928 -, 246 BQ - -, 247 BL 906 -
  248 MF 904 -, 249 AX - -, 250 GG 940 -, 251 JE 925 -, 252 IM 959 Z122
`

const euMembers = new Set('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '))

const languages = ['it', 'en', 'fr', 'es', 'ar', 'ur']

/** A row of `nations`. */
export interface NationSeed {
  id: number
  iso2: string | null
  iso3: string | null
  istatCode: string | null
  belfiore: string | null
  labels: Record<string, string>
  isEu: boolean
}

const stateless: NationSeed = {
  id: 999,
  iso2: null,
  iso3: null,
  istatCode: '999',
  belfiore: null,
  labels: { it: 'Apolide', en: 'Stateless', fr: 'Apatride', es: 'Apátrida', ar: 'عديم الجنسية', ur: 'بے وطن' },
  isEu: false,
}

/** Every nation and territory a person may come from, and 'stateless'; 105 is Italy. */
export const nations: readonly NationSeed[] = [
  ...codes
    .trim()
    .split(/,\s*|\n\s*/)
    .map(toNation),
  stateless,
]

function toNation(text: string): NationSeed {
  const [id = '', iso2 = '', istatCode, belfiore] = text.split(' ').map((code) => (code === '-' ? null : code))
  const alpha2 = iso2 ?? ''
  return {
    id: Number(id),
    iso2: alpha2,
    iso3: countries.alpha2ToAlpha3(alpha2) ?? null,
    istatCode: istatCode ?? null,
    belfiore: belfiore ?? null,
    labels: Object.fromEntries(languages.map((language) => [language, nameOf(alpha2, language)])),
    isEu: euMembers.has(alpha2),
  }
}

function nameOf(iso2: string, language: string): string {
  return betterNames[language]?.[iso2] ?? countries.getName(iso2, language) ?? iso2
}
