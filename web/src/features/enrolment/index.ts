// biome-ignore lint/performance/noBarrelFile: the one door through which other features come in
export { draftOf as associationDraftOf } from './association-draft.ts'
export { AssociationForm, type AssociationFormProps } from './association-form.tsx'
export { AssociationSummary } from './association-summary.tsx'
