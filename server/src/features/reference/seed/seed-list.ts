/** One item of a list. */
export type SeedItem = readonly [id: number, it: string, en: string]

/** The items of lists by name: plain, or grouped under the id of their parent. */
export type SeedLists = Readonly<Record<string, readonly SeedItem[] | Readonly<Record<number, readonly SeedItem[]>>>>

/** The languages of a public list besides Italian and English. */
export type Labels = Readonly<Record<'fr' | 'es' | 'ar' | 'ur', string>>
