import { type CaseKey, type CaseTab, caseForm, type FileRef, inActionOrder, registryLinks } from '@portal/contract'
import { RecordName } from '#features/registry/index.ts'
import type { FormDisplay, ValueException } from '#form/read-only/form-display.ts'
import { PreviewedFiles } from '#record/file-list.tsx'
import { caseTexts, type GroupName } from './case-field-texts.ts'

const consents = 'consents'

/** The fields that refer to a registry record show its name. */
const recordNames: Partial<Record<CaseKey, ValueException>> = Object.fromEntries(
  Object.entries(registryLinks).map(([key, kind]) => [
    key,
    { render: (id: number) => <RecordName kind={kind} id={id} /> },
  ]),
)

/** How the values of a case are read. */
export const caseDisplay: FormDisplay<CaseKey> = {
  form: caseForm,
  texts: caseTexts,
  headingOf: (t, group = consents) => t(`caseGroups.${group as GroupName}`),
  exceptions: {
    attachments: { render: (files: readonly FileRef[]) => <PreviewedFiles files={files} /> },
    performedActions: { arrange: inActionOrder },
    ...recordNames,
  },
}

/** The consents of the reporter are shown with their identity. */
export const stepsOfTab = (tab: CaseTab): readonly string[] => (tab === 'people' ? [tab, consents] : [tab])
