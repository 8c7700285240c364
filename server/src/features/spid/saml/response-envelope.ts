import { need } from './refusal.ts'
import { childElements, ns } from './xml.ts'

/** The parts of an answer, each in its only place. */
export interface Envelope {
  readonly response: Element
  readonly issuer: Element | undefined
  readonly signature: Element | undefined
  readonly status: Element | undefined
  readonly assertion: Element | undefined
}

/**
 * An answer with every attribute of SPID has about a hundred elements. Canonicalisation repeats the address of a namespace
 * at each element that uses it, so that without limits a short document could become a very long one.
 */
const limits = { elements: 500, attributes: 32, namespace: 200 } as const

/**
 * Refuses whatever could make two programs see two different answers: a second Response or Assertion at any depth, an ID
 * given twice, a signature that is not the child of what it signs, a comment that splits a text.
 */
export function readEnvelope(document: Document): Envelope {
  const response = document.documentElement
  need(isOf(response, ns.samlp, 'Response'), 'Response')
  const elements = elementsOf(response)
  const counted = (name: string) => elements.filter(({ localName }) => localName === name)
  const parts = partsOf(response)
  need(counted('Response').length === 1, 'Response twice')
  need(!elements.some(({ localName }) => localName.startsWith('Encrypted')), 'encrypted content')
  need(
    counted('Assertion').every((element) => element === parts.assertion),
    'Assertion elsewhere',
  )
  const signed: readonly (Node | null | undefined)[] = [response, parts.assertion]
  need(
    counted('Signature').every(({ parentNode }) => signed.includes(parentNode)),
    'Signature elsewhere',
  )
  need(haveUniqueIds(elements), 'ID twice')
  need(!elements.some(isSplitByComment), 'comment in a text')
  return { response, ...parts }
}

/** The children that a Response of SPID may have; no other, and none of them twice. */
function partsOf(response: Element): Omit<Envelope, 'response'> {
  const children = childElements(response)
  const take = (namespace: string, name: string) => {
    const found = children.filter((child) => isOf(child, namespace, name))
    need(found.length <= 1, `Response/${name} twice`)
    return found[0]
  }
  const parts = {
    issuer: take(ns.saml, 'Issuer'),
    signature: take(ns.ds, 'Signature'),
    status: take(ns.samlp, 'Status'),
    assertion: take(ns.saml, 'Assertion'),
  }
  const known: readonly (Element | undefined)[] = Object.values(parts)
  need(
    children.every((child) => known.includes(child)),
    'Response with another child',
  )
  return parts
}

const isOf = (element: Element, namespace: string, name: string) =>
  element.namespaceURI === namespace && element.localName === name

/** The element and all below it; refused when there are too many. */
export function elementsOf(root: Element): Element[] {
  const found = [root]
  for (let next = 0; next < found.length; next += 1) {
    const element = found[next]
    if (element) {
      need(hasMeasure(element), 'too large')
      found.push(...childElements(element))
    }
    need(found.length <= limits.elements, 'too large')
  }
  return found
}

const hasMeasure = ({ attributes }: Element) =>
  attributes.length <= limits.attributes &&
  Array.from(attributes).every(({ name, value }) => !name.startsWith('xmlns') || value.length <= limits.namespace)

/** In whichever case and namespace an attribute is called ID, libraries of signatures may take it for one. */
function haveUniqueIds(elements: readonly Element[]): boolean {
  const ids = elements.flatMap(({ attributes }) =>
    Array.from(attributes)
      .filter(({ localName }) => localName.toLowerCase() === 'id')
      .map(({ value }) => value),
  )
  return new Set(ids).size === ids.length
}

/** Some programs read a text only up to the comment: `admin<!-- -->.example` (CVE-2017-11428 and its kin). */
const isSplitByComment = (element: Element) => {
  const children = Array.from(element.childNodes)
  return (
    children.some(({ nodeType }) => nodeType === element.COMMENT_NODE) &&
    !children.some(({ nodeType }) => nodeType === element.ELEMENT_NODE)
  )
}
