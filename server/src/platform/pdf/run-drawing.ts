import { clustersOf, type Run } from './bidi-runs.ts'

/** Letters and digits of a script that the library turns round by itself, whatever the direction of their run. */
const turned = /\p{Script=Arabic}/u

/** With a feature of its own a run is shaped as a whole, as letters that join must be. */
export const optionsOf = ({ text, direction }: Run) =>
  direction === 'rtl' || turned.test(text) ? { features: ['rtla' as const] } : {}

/** The text of a run so that it comes out of the library in its direction. */
export const readyToDraw = ({ text, direction }: Run) =>
  turned.test(text) === (direction === 'rtl')
    ? text
    : clustersOf(text)
        .map(({ segment }) => segment)
        .reverse()
        .join('')
