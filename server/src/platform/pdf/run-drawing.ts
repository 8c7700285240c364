import { clustersOf, type Run, rightToLeft } from './bidi-runs.ts'

/** Letters and digits that the library reverses by itself, whatever the direction of their run. */
const reversedByLibrary = rightToLeft

/** With a feature of its own a run is shaped as a whole, as joining letters require. */
export const optionsOf = ({ text, direction }: Run) =>
  direction === 'rtl' || reversedByLibrary.test(text) ? { features: ['rtla' as const] } : {}

/** The text of a run, reversed where needed so that the library draws it in its direction. */
export const readyToDraw = ({ text, direction }: Run) =>
  reversedByLibrary.test(text) === (direction === 'rtl')
    ? text
    : clustersOf(text)
        .map(({ segment }) => segment)
        .reverse()
        .join('')
