import {
  type CaseValues,
  dayIn,
  languageCodes,
  officeZone,
  type PlainDate,
  type Report,
  type SealedOfficeKey,
  type SealedReportField,
  sealedOfficeKeys,
  sealedReportFields,
} from '@portal/contract'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import { listedFields, listingOf, type ReportListing } from './report-listing.ts'

/** The protected values of a report: the sealed fields of both forms, what lists show of them, and the digest of its PIN. */
export type SealedReport = Pick<Report, SealedReportField> &
  Pick<CaseValues, SealedOfficeKey> & { listing?: ReportListing | undefined; pinHash?: string | undefined }

interface Dates {
  readonly birthDate?: PlainDate
  readonly eventDate?: PlainDate | null
  readonly receivedAt: Date
  readonly ageBand: string | null
}

/** What remains of a report's dates for statistics: the age band at the event, else at the report, and the month of the event. */
function remainingDatesOf(row: object) {
  const { birthDate, eventDate, receivedAt, ageBand } = row as Dates
  const day = eventDate ?? dayIn(officeZone, receivedAt)
  return {
    // An earlier erasure may have left only the age band.
    ageBand: (birthDate && ageBandOf(birthDate, day)) ?? ageBand,
    eventDate: eventDate ? `${eventDate.slice(0, 7)}-01` : null,
  }
}

/** The sealed columns of a report, how they end, and their search tokens. */
// biome-ignore format: a table
export const sealedReports = sealedTable<SealedReport>()({
  table: 'reports',
  key: 'caseId',
  sealed: [...sealedReportFields, ...sealedOfficeKeys, 'listing', 'pinHash'],
  derived: { listing: { from: listedFields, valueOf: listingOf } },
  ends: { withCase: 'caseId', keep: { from: ['birthDate', 'eventDate', 'receivedAt', 'ageBand'], columns: remainingDatesOf } },
  tokens: {
    table: 'reportTokens',
    of: {
      firstName:              'name',
      lastName:               'name',
      birthDate:              'date',
      email:                  'email',
      phone:                  'phone',
      otherPhone:             'phone',
      organisationName:       'name',
      organisationVat:        'code',
      legalRepresentative:    'name',
      contactPerson:          'name',
      organisationPhone:      'phone',
      organisationOtherPhone: 'phone',
      organisationEmail:      'email',
      city:                   'code',
      organisationCity:       'code',
      placeCity:              'code',
      message:                'words',
      reporterTaxCode:        'code',
      victimFirstName:        'name',
      victimLastName:         'name',
      victimBirthDate:        'date',
      victimTaxCode:          'code',
      offenderName:           'name',
      accountNickname:        'name',
    },
    languageOf: ({ language }: { language?: number | null }) => languageCodes[language ?? 0]?.toLowerCase(),
  },
})

/** First age of each band of the statistics; the last band is open. */
const bandStarts = [0, 14, 18, 25, 35, 45, 55, 65]

/** The age band on `day` of a person born on `birthDate`, such as `25-34`; undefined before the birth. */
export function ageBandOf(birthDate: PlainDate, day: PlainDate): string | undefined {
  const age = ageOn(birthDate, day)
  const index = bandStarts.findLastIndex((start) => age >= start)
  const start = bandStarts[index]
  const next = bandStarts[index + 1]
  if (start === undefined) return undefined
  return next === undefined ? `${start}+` : `${start}-${next - 1}`
}

/** Age in whole years; a person born on 29 February has their birthday on 1 March. */
function ageOn(birthDate: PlainDate, day: PlainDate): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}
