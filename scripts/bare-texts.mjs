// The rule on texts of a page. It asks the types, so it needs TypeScript's program.
import { dirname, relative } from 'node:path'
import * as ts from 'typescript-7/unstable/ast'
import { API, TypeFlags } from 'typescript-7/unstable/sync'

const words = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike | TypeFlags.Any | TypeFlags.Unknown

/** Components that draw no element: a text inside them is a text of the element around them. */
const frameless = /(Context|Provider|Suspense|Fragment|StrictMode)$/

const rule = 'is a text beside others: give it an element of its own'

/**
 * A text of a page has no siblings. A browser's translation moves each text into elements that React does not know: React then
 * changes a text that nobody sees, or fails to remove it. It replaces the only text of an element as a whole, so that one is safe.
 *
 * Returns the texts beside a sibling, those directly in a fragment, and the components that draw a text without an element, in
 * the sources of the project that `isChecked` picks. `fs` reads files that are not on the disk.
 */
export function errorsOfTexts(configFile, isChecked, fs) {
  const api = new API(fs && { fs })
  try {
    const { program, checker } = api.updateSnapshot({ openProjects: [configFile] }).getProject(configFile)
    const names = program.getSourceFileNames().filter(isChecked)
    if (names.length === 0) return [`${configFile} has no source to check`]
    return names.flatMap((name) => {
      const source = program.getSourceFile(name)
      const place = relative(dirname(dirname(configFile)), name)
      return bareIn(source, checker).map(({ node, error = rule }) => {
        const start = node.getStart(source)
        const [text] = source.text.slice(start, node.end).split('\n')
        return `${place}:${source.text.slice(0, start).split('\n').length} ${text.slice(0, 60)} ${error}`
      })
    })
  } finally {
    api.close()
  }
}

function bareIn(source, checker) {
  const found = []
  const visit = (node) => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) found.push(...candidatesIn(node, source))
    if (isComponent(node)) found.push({ node, isComponent: true, error: 'draws a text without an element' })
    node.forEachChild(visit)
  }
  visit(source)
  const isBare = createTest(checker)
  const values = found.filter(({ value }) => value)
  const types = new Map(
    checker.getTypeAtLocation(values.map(({ value }) => value)).map((type, at) => [values[at], type]),
  )
  return found.filter((one) => {
    if (one.isComponent) return isBare(checker.getReturnTypeOfSignature(checker.getSignatureFromDeclaration(one.node)))
    return !one.value || isBare(types.get(one), one.isAlone)
  })
}

/** Functions with the name of a component. */
function isComponent(node) {
  if (!(ts.isFunctionDeclaration(node) || ts.isArrowFunction(node))) return false
  const name = node.name ?? node.parent.name
  return name !== undefined && ts.isIdentifier(name) && /^[A-Z]/.test(name.text)
}

/** The children of an element that are texts, or are if their type is one. */
function candidatesIn(parent, source) {
  const children = parent.children.filter((child) => (ts.isJsxExpression(child) ? child.expression : !isBlank(child)))
  const isFrameless = ts.isJsxFragment(parent) || frameless.test(parent.openingElement.tagName.getText(source))
  const isAlone = children.length === 1 && !isFrameless
  return children.flatMap((node) => {
    if (ts.isJsxText(node)) return isAlone ? [] : [{ node }]
    if (!ts.isJsxExpression(node)) return []
    return valuesOf(node.expression).map((value) => ({ node, value, isAlone }))
  })
}

/** White space is no text: no translation moves it. */
const isBlank = (node) => ts.isJsxText(node) && node.text.trim() === ''

const drawn = [ts.isJsxElement, ts.isJsxSelfClosingElement, ts.isJsxFragment]

/** What an expression may draw. */
function valuesOf(node) {
  if (ts.isParenthesizedExpression(node)) return valuesOf(node.expression)
  if (ts.isConditionalExpression(node)) return [...valuesOf(node.whenTrue), ...valuesOf(node.whenFalse)]
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return valuesOf(node.right)
  const isSpace = ts.isStringLiteral(node) && node.text.trim() === ''
  return isSpace || drawn.some((is) => is(node)) ? [] : [node]
}

/** Whether a type has texts; for the only child of an element, lists of texts: React keeps each of those as a text. */
function createTest(checker) {
  const partsOf = (type) => {
    if (type.isUnionType()) return type.getTypes().flatMap(partsOf)
    return type.isTypeParameter() ? partsOf(checker.getBaseConstraintOfType(type) ?? checker.getUnknownType()) : [type]
  }
  const isWords = (type) => type.flags & words && !(type.isStringLiteralType() && type.value === '')
  const itemsOf = (type) =>
    checker.isArrayType(type) || checker.isTupleType(type) ? checker.getTypeArguments(type).flatMap(partsOf) : []
  const isList = (type, outer = []) =>
    !outer.includes(type.id) && itemsOf(type).some((item) => isWords(item) || isList(item, [...outer, type.id]))
  return (type, isAlone) => partsOf(type).some((part) => isList(part) || (!isAlone && isWords(part)))
}
