/** Joins the class names that hold; write whole words, or the purge cannot see them. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
