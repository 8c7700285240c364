// biome-ignore lint/performance/noBarrelFile: the one door through which other features come in
export { draftOf as associationDraftOf } from './association-draft.ts'
export { AssociationForm } from './association-form.tsx'
export { ownDenialTexts } from './own-denials.ts'
