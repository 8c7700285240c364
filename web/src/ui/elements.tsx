import type { ReactElement } from 'react'

/**
 * What a component draws beside elements of its own. No bare text: a browser's translation moves each text of a page into
 * elements that React does not know, so a text has no siblings (scripts/bare-texts.mjs).
 */
export type Elements = ReactElement | '' | false | null | undefined | readonly Elements[]

/** Content beside elements: a text becomes an element of its own. */
export const asElements = (content: string | Elements): Elements =>
  typeof content === 'string' ? <span>{content}</span> : content
