import {
  paths,
  type Report,
  type ReportDraft,
  type ReportStep,
  readDraft,
  reportForm,
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

/** The step at a path below the base path of the site. */
export const stepAt = (path: string | undefined) => stepOrder.find((step) => stepPaths[step] === path)

export const stepHref = (step: ReportStep) => siteHref(stepPaths[step])
export const stepBefore = (step: ReportStep) => stepOrder[stepOrder.indexOf(step) - 1]

/** A draft as a report, with every error that it has. */
export function readReport(draft: ReportDraft) {
  return readDraft(reportForm, draft, today())
}

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
