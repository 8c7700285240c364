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

/** Applies the steps of a recipe below a folder; returns the names of the files that it wrote. Nothing is written if a step fails. */
export function applySteps(folder, steps) {
  const texts = new Map()
  for (const step of steps) {
    const path = join(folder, step.file)
    if (step.text !== undefined) {
      if (existsSync(path)) throw new Error(`${step.file} exists.`)
      texts.set(step.file, step.text)
    } else {
      const text = texts.get(step.file) ?? readFileSync(path, 'utf8')
      texts.set(step.file, withImports(withStep(text, step), step.imports))
    }
  }
  for (const [name, text] of texts) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return [...texts.keys()]
}

/** Carries out a task below a folder; returns the files that it wrote and what remains by hand. */
export async function startTask(folder, [task, name, ...rest]) {
  const recipe = recipes[task]
  if (!recipe) throw new Error(`npm run new -- ${Object.keys(recipes).join('|')}`)
  const options = Object.fromEntries(Object.keys(recipe.options).map((option) => [option, { type: 'string' }]))
  const given = valuesOf(recipe, task, name, parseArgs({ args: rest, options }).values)
  const files = new Set()
  const apply = (steps) => {
    for (const file of applySteps(folder, steps)) files.add(file)
  }
  apply(recipe.steps(given))
  if (recipe.migrate) apply(await recipe.migrate(given, folder, apply))
  return { files: [...files], remains: recipe.remains(given) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { files, remains } = await startTask(root, process.argv.slice(2))
    await runTool('biome', ['check', '--write', ...files.filter((name) => !name.endsWith('.sql'))], { isQuiet: true })
    console.log(
      `Written:\n  ${files.join('\n  ')}\nBy hand:\n  ${remains.join('\n  ')}\nThen: npm run docs, npm run check`,
    )
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
