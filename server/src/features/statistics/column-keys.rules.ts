/** The keys in a column with the ids of lines, a JSON list. */
export const idsIn = (json: unknown): string[] => (JSON.parse(String(json)) as number[]).map(String)

/** The key of a month, such as `2026-03`, from its first day. */
export const monthIn = (day: unknown): string[] => [String(day).slice(0, 7)]
