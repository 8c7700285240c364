// npm run new -- list|field|export|action <name> --option …: writes the files that the task touches, and prints what remains by hand.
import './node-version.mjs'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { recipes } from './new-recipes.mjs'
import { runTool } from './run.mjs'
import { root } from './stamp.mjs'

/** Throws an error that says what the command line lacks. */
function valuesOf({ options, example }, task, name, given) {
  const missing = Object.entries(options).flatMap(([option, about]) =>
    given[option] === undefined && !about.startsWith('(') ? [`--${option}: ${about}`] : [],
  )
  const isName = /^[a-z][a-zA-Z0-9]*$/.test(name ?? '')
  if (!isName) missing.unshift('a name in camelCase')
  if (missing.length > 0)
    throw new Error(
      `npm run new -- ${task} lacks\n  ${missing.join('\n  ')}\nExample: npm run new -- ${task} ${example}`,
    )
  return { ...given, name }
}

/** The text with what a step adds: after or before its anchor, which must occur. A step with neither is a whole file. */
function withStep(text, { file, after, before, add }) {
  const anchor = after ?? before
  const found = anchor.exec(text)
  if (!found) throw new Error(`${file} has no ${anchor}: the recipe in scripts/new-recipes.mjs must follow it.`)
  const at = found.index + (after ? found[0].length : 0)
  return text.slice(0, at) + add + text.slice(at)
}

/** The text with names imported from a module; those that it imports already are left out. Biome sorts and joins them. */
function withImports(text, imports = {}) {
  const head = Object.entries(imports).flatMap(([from, names]) => {
    const lacking = names.filter((name) => !new RegExp(`import [^;']*\\b${name}\\b[^;']*? from '`).test(text))
    return lacking.length > 0 ? [`import { ${lacking.join(', ')} } from '${from}'\n`] : []
  })
  return head.join('') + text
}

/** The texts of the files that the steps of a recipe write, by name; `read` returns undefined for a file that is not there. */
function textsAfter(steps, read) {
  const texts = new Map()
  for (const step of steps) {
    const before = texts.get(step.file) ?? read(step.file)
    if (step.text !== undefined && before !== undefined) throw new Error(`${step.file} exists.`)
    texts.set(step.file, step.text ?? withImports(withStep(before ?? '', step), step.imports))
  }
  return texts
}

/** The text of a file of the project. */
export const readFile = (name) => (existsSync(root + name) ? readFileSync(root + name, 'utf8') : undefined)

/** What a task writes, by the name of the file, and what remains by hand. Nothing is written yet. */
export function planTask([task, name, ...rest], read = readFile) {
  const recipe = recipes[task]
  if (!recipe) throw new Error(`npm run new -- ${Object.keys(recipes).join('|')}`)
  const options = Object.fromEntries(Object.keys(recipe.options).map((option) => [option, { type: 'string' }]))
  const given = valuesOf(recipe, task, name, parseArgs({ args: rest, options }).values)
  return { texts: textsAfter(recipe.steps(given, read), read), remains: recipe.remains(given) }
}

/** Writes the files of a plan below a folder. */
export function writeTexts(texts, folder = root) {
  for (const [name, text] of texts) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { texts, remains } = planTask(process.argv.slice(2))
    writeTexts(texts)
    const files = [...texts.keys()]
    await runTool('biome', ['check', '--write', ...files.filter((name) => !name.endsWith('.sql'))], { isQuiet: true })
    console.log(
      `Written:\n  ${files.join('\n  ')}\nBy hand:\n  ${remains.join('\n  ')}\nThen: npm run docs, npm run check`,
    )
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
