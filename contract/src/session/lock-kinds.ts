/** The kinds of record that the portal locks while a user edits them (decisions §8). */
export const lockKinds = ['case', 'person', 'organisation', 'association'] as const
export type LockKind = (typeof lockKinds)[number]
