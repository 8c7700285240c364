/** The fields of the texts of the office, by the word that stands in braces: how they are filled, and which are still open. */
export function textFieldsOf<const F extends Readonly<Record<string, string>>>(fields: F) {
  const pattern = new RegExp(`\\{(${Object.values(fields).join('|')})\\}`, 'g')
  const keys = new Map(Object.entries(fields).map(([key, word]) => [word, key as keyof F]))

  return {
    /** The words of the fields that a text still has, each once: such a text is not sent. */
    openFieldsOf: (text: string): string[] => [...new Set([...text.matchAll(pattern)].map(([, word = '']) => word))],

    /** A text with the values of its fields; a field without a value stays, so that somebody sees it. */
    fill: (text: string, values: Readonly<Partial<Record<keyof F, string | undefined>>>): string =>
      text.replace(pattern, (whole, word: string) => {
        const key = keys.get(word)
        return (key !== undefined && values[key]) || whole
      }),
  }
}
