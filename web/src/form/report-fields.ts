import { isShown, type Report, type ReportStep, reportForm, type Use } from '@portal/contract'
import type { TFunction } from 'i18next'

export type ReportKey = keyof Report & string

export const labelOf = (t: TFunction, key: ReportKey) => t(`fields.${key}`)

/** The fields of a step that these values show. */
export const shownFields = (step: ReportStep, values: Report): Use<Report>[] =>
  reportForm.steps.find(({ id }) => id === step)?.fields.filter((use) => isShown(use, values)) ?? []
