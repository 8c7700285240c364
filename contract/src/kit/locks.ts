/** The kinds of record that are locked while somebody writes them (decisions §8). */
export const lockKinds = ['case', 'person', 'organisation', 'association'] as const
export type LockKind = (typeof lockKinds)[number]
