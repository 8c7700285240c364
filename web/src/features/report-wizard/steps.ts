import {
  type FormFieldError,
  paths,
  type Report,
  type ReportDraft,
  type ReportStep,
  readDraft,
  reportForm,
  stepStates,
  type Use,
} from '@portal/contract'
import { today } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'

/** The pages of the wizard in order, with their places. */
const stepPaths: Readonly<Record<ReportStep, string>> = {
  intro: paths.reportIntro,
  profile: paths.reportProfile,
  details: paths.reportDetails,
  facts: paths.reportFacts,
  summary: paths.reportSummary,
}
export const stepOrder = Object.keys(stepPaths) as ReportStep[]

export const stepHref = (step: ReportStep) => siteHref(stepPaths[step])
export const stepAfter = (step: ReportStep) => stepOrder[stepOrder.indexOf(step) + 1]
export const stepBefore = (step: ReportStep) => stepOrder[stepOrder.indexOf(step) - 1]

/** A draft as a report, with every error that it has. */
export function readReport(draft: ReportDraft) {
  return readDraft(reportForm, draft, today())
}

/** What a draft would be as a report: what the showing of fields depends on. */
export const valuesOf = (draft: ReportDraft): Report => readReport(draft).values

/** The errors of a step's fields. */
export const errorsOfStep = (step: ReportStep, fieldErrors: readonly FormFieldError[]) =>
  stepStates(reportForm, fieldErrors).find(({ id }) => id === step)?.errors ?? []

/** The first incomplete step before `step`, which has to be done first. */
export const openStepBefore = (step: ReportStep, fieldErrors: readonly FormFieldError[]) =>
  stepStates(reportForm, fieldErrors)
    .slice(0, stepOrder.indexOf(step))
    .find(({ isComplete }) => !isComplete)?.id as ReportStep | undefined

/** Consecutive fields of one group together, under one heading. */
export function grouped(uses: readonly Use<Report>[]): { group: string | undefined; uses: Use<Report>[] }[] {
  const groups: { group: string | undefined; uses: Use<Report>[] }[] = []
  for (const use of uses) {
    const last = groups.at(-1)
    if (last && last.group === use.group) last.uses.push(use)
    else groups.push({ group: use.group, uses: [use] })
  }
  return groups
}
