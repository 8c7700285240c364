/** What the first page of a report is made of, loaded by one name. */
export { IntroPage } from './intro-page.tsx'
export { WizardLayout } from './wizard-layout.tsx'
