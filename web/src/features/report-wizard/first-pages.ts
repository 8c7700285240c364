import { IntroPage } from './intro-page.tsx'
import { WizardLayout } from './wizard-layout.tsx'

/** What the first page of a report is made of, in one file to load. */
export const firstPages = { IntroPage, WizardLayout }
