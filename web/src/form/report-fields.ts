import { type Report, type ReportStep, reportForm, type Use } from '@portal/contract'
import type { TFunction } from 'i18next'
import { shownUses } from './read-only/form-display.ts'

export type ReportKey = keyof Report & string

export const reportLabel = (t: TFunction, key: ReportKey) => t(`fields.${key}`)

/** The fields of a step that these values show. */
export const shownFields = (step: ReportStep, values: Report): Use<Report>[] => shownUses(reportForm, values, [step])
