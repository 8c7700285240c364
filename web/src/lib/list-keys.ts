/** The keys of a case list, and what each of them does. */
export const listKeys = { j: 'next', k: 'previous', Enter: 'open', x: 'select', '/': 'search', '?': 'help' } as const
export type KeyAction = (typeof listKeys)[keyof typeof listKeys]
