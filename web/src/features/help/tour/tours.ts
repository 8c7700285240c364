import type { Role } from '@portal/contract'

/** What a step points at, as a CSS selector, and which texts it has. */
export interface TourStep {
  readonly target: string
  readonly text: StepText
}

const menu = '.desk-side, .desk-menu-button'
const queue = '#content [role=tablist]'
const search = '.palette-button'
export const helpButton = '.desk-help button'

const ofCases = (work: StepText): readonly TourStep[] => [
  { target: queue, text: work },
  { target: menu, text: 'menu' },
  { target: search, text: 'search' },
  { target: helpButton, text: 'help' },
]

/** The four steps of each role, on its home. */
export const tours: Readonly<Record<Role, readonly TourStep[]>> = {
  manager: ofCases('manager'),
  operatorOne: ofCases('operatorOne'),
  operatorTwo: ofCases('operatorTwo'),
  registerAdmin: ofCases('register'),
  registerOperator: ofCases('register'),
  associationMember: [
    { target: '#content h1', text: 'area' },
    { target: '#content .own-buttons', text: 'areaActions' },
    { target: helpButton, text: 'areaHelp' },
    { target: '.desk-user', text: 'areaLeave' },
  ],
}

type StepText =
  | 'manager'
  | 'operatorOne'
  | 'operatorTwo'
  | 'register'
  | 'menu'
  | 'search'
  | 'help'
  | 'area'
  | 'areaActions'
  | 'areaHelp'
  | 'areaLeave'
