import { select } from 'xpath'
import { parseStrictly, textOf } from '#platform/parsing/strict-xml.ts'

/** Reads metadata by paths of local names below their root. */
export function readMetadata(xml: string) {
  const root = parseStrictly(xml).documentElement
  function found(path: string): Element[] {
    const steps = path.split('/').map((step) => step.replace(/^([\w]+)/, "*[local-name()='$1']"))
    // The types of xpath know no elements of xmldom.
    return select(`/*/${steps.join('/')}`, root.ownerDocument) as unknown as Element[]
  }
  return {
    root,
    found,
    texts: (path: string) => found(path).map(textOf),
    values: (path: string, name: string) => found(path).map((element) => element.getAttribute(name)),
  }
}
