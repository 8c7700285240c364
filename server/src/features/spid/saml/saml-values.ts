import { childElements, textOf } from '#platform/parsing/strict-xml.ts'
import { need } from './saml-error.ts'

/** URNs of SAML 2.0 (core §8) and of SPID. */
export const urn = {
  entity: 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  bearer: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  success: 'urn:oasis:names:tc:SAML:2.0:status:Success',
  responder: 'urn:oasis:names:tc:SAML:2.0:status:Responder',
  authnFailed: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed',
  levels: 'https://www.spid.gov.it/SpidL',
} as const

const utcInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

/** Parses an xs:dateTime in UTC to epoch milliseconds (SAML core §1.3.3); undefined for invalid days and hours. */
export function readInstant(text: string): number | undefined {
  if (!utcInstant.test(text)) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 19) !== text.slice(0, 19)) return undefined
  return at
}

/** The only child of that name; throws a SamlError if there is none or more than one. */
export function onlyChild(parent: Element, namespace: string, name: string, path: string): Element {
  const [child, ...others] = childElements(parent, namespace, name)
  need(child && others.length === 0, path)
  return child
}

/** The value of a required, non-empty attribute; throws a SamlError. */
export function filledAttribute(element: Element, name: string, path: string): string {
  const value = element.getAttribute(name) ?? ''
  need(value !== '', `${path}/@${name}`)
  return value
}

/** The text of an element that must contain only text; throws a SamlError. */
export function filledText(element: Element, path: string): string {
  const text = textOf(element)
  need(text, path)
  return text
}
