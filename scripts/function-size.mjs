// The rule on the size of functions. It needs the parser of TypeScript, so it is not in rules.mjs.
import ts from 'typescript'
import { isTest } from './rules.mjs'

const maxStatements = 40
const maxNesting = 4

/** A function has at most 40 statements of its own, nested at most four deep; tests may be longer. Lines are not counted. */
export function errorsOfFunctions(files) {
  const sources = files.filter(({ name }) => /\.(ts|tsx|mjs|cjs|js)$/.test(name) && !isTest(name))
  return sources.flatMap(errorsIn)
}

const isBranch = (node) =>
  ts.isIfStatement(node) ||
  ts.isIterationStatement(node, false) ||
  ts.isTryStatement(node) ||
  ts.isSwitchStatement(node)
/** `else if` goes on with the same choice. */
const isFurtherChoice = (node, parent) =>
  ts.isIfStatement(node) && ts.isIfStatement(parent) && parent.elseStatement === node

/** The statements of a function and how deep they nest, without those of the functions inside it. */
function sizeOf(fn) {
  let statements = 0
  let nesting = 0
  const visit = (node, parent, depth) => {
    if (ts.isFunctionLike(node)) return
    if (ts.isStatement(node) && !ts.isBlock(node)) statements += 1
    const inner = isBranch(node) && !isFurtherChoice(node, parent) ? depth + 1 : depth
    nesting = Math.max(nesting, inner)
    ts.forEachChild(node, (child) => visit(child, node, inner))
  }
  visit(fn.body, fn, 0)
  return { statements, nesting }
}

function errorsIn({ name, text }) {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest)
  const errors = []
  const visit = (node, parent) => {
    if (ts.isFunctionLike(node) && node.body) {
      const { statements, nesting } = sizeOf(node)
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
      const place = `${name}:${line} ${(node.name ?? parent.name)?.getText(source) ?? 'a function'}`
      if (statements > maxStatements)
        errors.push(`${place} has ${statements} statements; ${maxStatements} are the most`)
      if (nesting > maxNesting) errors.push(`${place} nests ${nesting} deep; ${maxNesting} is the most`)
    }
    ts.forEachChild(node, (child) => visit(child, node))
  }
  visit(source)
  return errors
}
