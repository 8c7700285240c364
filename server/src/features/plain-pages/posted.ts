/** The values of a posted form by control name. */
export type Posted = Readonly<Record<string, string | undefined>>

export const textIn = (posted: Posted, name: string) => posted[name] ?? ''
