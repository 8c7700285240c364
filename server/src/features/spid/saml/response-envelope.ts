import { childElements } from '#platform/parsing/strict-xml.ts'
import { ns } from './namespaces.ts'
import { need } from './saml-error.ts'

/** The parts of an answer, each at its only allowed position. */
export interface Envelope {
  readonly response: Element
  readonly issuer: Element | undefined
  readonly signature: Element | undefined
  readonly status: Element | undefined
  readonly assertion: Element | undefined
}

/**
 * An answer with every SPID attribute has about a hundred elements. Canonicalisation repeats a namespace at each element that
 * uses it, so that without limits a short document could expand to a very long one.
 */
const limits = { elements: 500, attributes: 32, namespace: 200 } as const

/**
 * Throws a SamlError for anything that two programs could read differently (signature wrapping): a second Response or Assertion
 * at any depth, a duplicate ID, a signature outside the element that it signs, a comment inside a text.
 */
export function readEnvelope(document: Document): Envelope {
  const response = document.documentElement
  need(isOf(response, ns.samlp, 'Response'), 'Response')
  const elements = elementsOf(response)
  const elementsNamed = (name: string) => elements.filter(({ localName }) => localName === name)
  const parts = partsOf(response)
  need(elementsNamed('Response').length === 1, 'Response twice')
  need(!elements.some(({ localName }) => localName.startsWith('Encrypted')), 'encrypted content')
  need(
    elementsNamed('Assertion').every((element) => element === parts.assertion),
    'Assertion elsewhere',
  )
  const signed: readonly (Node | null | undefined)[] = [response, parts.assertion]
  need(
    elementsNamed('Signature').every(({ parentNode }) => signed.includes(parentNode)),
    'Signature elsewhere',
  )
  need(haveUniqueIds(elements), 'ID twice')
  need(!elements.some(isSplitByComment), 'comment in a text')
  return { response, ...parts }
}

/** The allowed children of a Response; throws a SamlError for others and for duplicates. */
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

/** The element and all its descendants; throws a SamlError above the limits. */
export function elementsOf(root: Element): Element[] {
  const found = [root]
  for (let next = 0; next < found.length; next += 1) {
    const element = found[next]
    if (element) {
      need(isWithinLimits(element), 'too large')
      found.push(...childElements(element))
    }
    need(found.length <= limits.elements, 'too large')
  }
  return found
}

const isWithinLimits = ({ attributes }: Element) =>
  attributes.length <= limits.attributes &&
  Array.from(attributes).every(({ name, value }) => !name.startsWith('xmlns') || value.length <= limits.namespace)

/** Compares `ID` attributes in any case and namespace, since signature libraries may accept any of them. */
function haveUniqueIds(elements: readonly Element[]): boolean {
  const ids = elements.flatMap(({ attributes }) =>
    Array.from(attributes)
      .filter(({ localName }) => localName.toLowerCase() === 'id')
      .map(({ value }) => value),
  )
  return new Set(ids).size === ids.length
}

/** Some programs read a text only up to a comment: `admin<!-- -->.example` (CVE-2017-11428 and similar). */
const isSplitByComment = (element: Element) => {
  const children = Array.from(element.childNodes)
  return (
    children.some(({ nodeType }) => nodeType === element.COMMENT_NODE) &&
    !children.some(({ nodeType }) => nodeType === element.ELEMENT_NODE)
  )
}
