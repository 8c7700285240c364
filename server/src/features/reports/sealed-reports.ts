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
import { ageBandOf } from './age-band.ts'

/** The protected values of a report: the sealed fields of both forms, and the digest of its PIN. */
export type SealedReport = Pick<Report, SealedReportField> &
  Pick<CaseValues, SealedOfficeKey> & { pinHash?: string | undefined }

interface Dates {
  readonly birthDate?: PlainDate
  readonly eventDate?: PlainDate | null
  readonly receivedAt: Date
  readonly ageBand: string | null
}

/** What remains of a report's dates for statistics: the age band at the event, else at the report, and the month of the event. */
function statisticsOf(row: object) {
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
  sealed: [...sealedReportFields, ...sealedOfficeKeys, 'pinHash'],
  ends: { withCase: 'caseId', keep: { from: ['birthDate', 'eventDate', 'receivedAt', 'ageBand'], columns: statisticsOf } },
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
      notes:                  'words',
    },
    languageOf: ({ language }: { language?: number | null }) => languageCodes[language ?? 0]?.toLowerCase(),
  },
})
