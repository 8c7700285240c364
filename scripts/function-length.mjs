// The rule on the length of functions. It needs the parser of TypeScript, so it is not in rules.mjs.
import ts from 'typescript'
import { isTest } from './rules.mjs'

const maxLines = 100

/** A function has at most 100 lines, from its first to its last, those of the functions inside it included; tests may be longer. */
export function faultsOfFunctions(files) {
  const sources = files.filter(({ name }) => /\.(ts|tsx|mjs|cjs|js)$/.test(name) && !isTest(name))
  return sources.filter(({ text }) => text.split('\n').length > maxLines).flatMap(errorsIn)
}

function errorsIn({ name, text }) {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest)
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line + 1
  const errors = []
  const visit = (node, parent) => {
    if (ts.isFunctionLike(node) && node.body) {
      const start = lineAt(node.getStart(source))
      const lines = lineAt(node.end) - start + 1
      const identifier = (node.name ?? parent.name)?.getText(source) ?? 'a function'
      if (lines > maxLines) errors.push(`${name}:${start} ${identifier} has ${lines} lines; ${maxLines} are the most`)
    }
    ts.forEachChild(node, (child) => visit(child, node))
  }
  visit(source)
  return errors
}
