import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { errorsOfTexts } from './bare-texts.mjs'

const web = fileURLToPath(new URL('../web', import.meta.url))

/** The start of a source with the types of the site. */
const preface = `
import { Fragment, Suspense, type ReactNode } from 'react'
import type { Elements } from '#ui/elements.tsx'
declare const word: string, count: number, isOpen: boolean, slot: Elements, children: ReactNode, list: string[]
declare const t: (key: string) => string, render: (() => ReactNode) | undefined, unknown: any
const Icon = () => <i />
`
const config = JSON.stringify({
  extends: `${web}/tsconfig.json`,
  files: ['./planted.tsx'],
  include: [],
  references: [],
})

const configFile = `${web}/planted/tsconfig.json`
const sourceFile = `${web}/planted/planted.tsx`

/** The disk, with files that are not on it. */
function fileSystem(sources) {
  const files = { [configFile]: config, ...sources }
  return {
    readFile: (name) => files[name],
    fileExists: (name) => (name in files ? true : undefined),
    directoryExists: (name) => (name === `${web}/planted` ? true : undefined),
  }
}

const errorsOf = (...lines) => {
  const planted = fileSystem({ [sourceFile]: preface + lines.join('\n') })
  return errorsOfTexts(configFile, (name) => name === sourceFile, planted)
}

const bare = [
  '<p>{word}{isOpen && <Icon />}</p>',
  '<p>{isOpen && <Icon />}{word}</p>',
  '<button><Icon />{isOpen ? word : <b />}</button>',
  '<p>{count} {word}</p>',
  '<p>{count} files</p>',
  '<p><Icon /> always the same</p>',
  "<p>{t('a')}: <b>{word}</b></p>",
  '<p>{isOpen && word}<Icon /></p>',
  '<p>{count + word}<Icon /></p>',
  '<p>{children}<Icon /></p>',
  '<p>{render?.()}<Icon /></p>',
  '<p>{unknown}<Icon /></p>',
  '<p>{list}</p>',
  '<p>{list.map((one) => one)}</p>',
  '<>{word}</>',
  '<><Icon />text</>',
  '<Fragment key="a">{word}</Fragment>',
  '<Suspense>{word}</Suspense>',
  '<Icon>{word}<Icon /></Icon>',
]

const safe = [
  '<p>{word}</p>',
  '<p>text</p>',
  '<p>{count + word}</p>',
  '<p>{isOpen ? word : <Icon />}</p>',
  '<p>{isOpen && word}</p>',
  '<p><span>{word}</span>{isOpen && <Icon />}</p>',
  '<p><Icon /> <b>{word}</b></p>',
  "<p><Icon />{' '}<b>{word}</b></p>",
  '<p>{slot}<Icon /></p>',
  '<p>{children}</p>',
  '<>{slot}</>',
  '<ul>{list.map((one) => <li key={one}>{one}</li>)}</ul>',
  '<p>{word && <Icon />}<Icon /></p>',
]

test('a text beside a sibling, in a fragment, or in a list is found, whatever its type is called', () => {
  const errors = errorsOf(...[...bare, ...safe].map((jsx, index) => `export const line${index} = ${jsx}`))
  const first = preface.split('\n').length
  const lines = errors.map((error) => Number(/planted\.tsx:(\d+) /.exec(error)?.[1]) - first)
  expect([...new Set(lines)].map((line) => bare[line] ?? safe[line])).toEqual(bare)
})

test('a component that draws a text without an element is found', () => {
  const components = [
    'function One() { return word }',
    "const Two = () => (isOpen ? <Icon /> : '–')",
    'function Three({ children }: { children: ReactNode }) { return children }',
    'const Four = () => list',
    'function Five() { return isOpen ? <Icon /> : null }',
    'const Six = () => slot',
    'const seven = () => word',
  ]
  const found = errorsOf(...components).map((error) => /function (\w+)|\((.)/.exec(error)?.[1] ?? error)
  expect(found).toEqual(['One', expect.stringContaining("'–'"), 'Three', expect.stringContaining('list')])
})

test('a project without sources is an error, since nothing would be checked', () => {
  expect(errorsOfTexts(configFile, () => false, fileSystem({}))).toEqual([`${configFile} has no source to check`])
})
