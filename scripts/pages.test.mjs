import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles } from './project-files.mjs'
import { root } from './stamp.mjs'

const read = (name) => readFileSync(root + name, 'utf8')
const { scripts } = JSON.parse(read('package.json'))
const pages = projectFiles().filter(({ name }) => name.endsWith('.md') && name !== 'CHANGELOG.md')
const allOf = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found)
const linesOf = (name) => read(name).trimEnd().split('\n').length

test.each(pages)('$name names commands, files and pages that exist', ({ name, text }) => {
  const commands = [...text.matchAll(/npm run (?:-w (\w+) )?([a-z][a-z:]*)(?: -w (?:@portal\/)?(\w+))?/g)]
  const isKnown = ([, before, command, folder = before ?? '.']) =>
    command in JSON.parse(read(`${folder}/package.json`)).scripts
  expect(commands.filter((one) => !isKnown(one)).map(([line]) => line)).toEqual([])
  const links = allOf(text, /\]\(([^)#\s]+)(?:#[^)]*)?\)/g).filter((one) => !/^(https?|mailto):/.test(one))
  expect(links.filter((one) => !existsSync(join(root, dirname(name), one)))).toEqual([])
  const paths = allOf(text, /`((?:contract|server|web|e2e|bench|faults|deploy|scripts|docs)\/[\w./-]+)`/g)
  expect(paths.filter((one) => !existsSync(root + one))).toEqual([])
})

test('each command of package.json is a program that exists', () => {
  const files = Object.values(scripts).flatMap((line) => allOf(line, /node (scripts\/\S+)/g))
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((one) => !existsSync(root + one))).toEqual([])
})

test('the two commands of README are those that CI and a journey run, and the journey opens its addresses', () => {
  const section = /## Two commands([\s\S]*?)\n## /.exec(read('README.md'))?.[1] ?? ''
  expect(allOf(section, /^\| `(npm [^`]+)` \|/gm)).toEqual(['npm start', 'npm test'])
  expect(read('.ci/run')).toMatch(/^exec npm test\b/m)
  expect(read('e2e/start.spec.ts')).toContain("spawn('npm', ['start']")
  expect(read('e2e/start.spec.ts')).toContain("'README.md'")
})

test('the pictures of README are small, and pictures.mjs draws them', () => {
  const pictures = allOf(read('README.md'), /!\[[^\]]{40,}\]\((\S+)\)/g)
  expect(pictures).toHaveLength(2)
  for (const picture of pictures) expect(statSync(root + picture).size).toBeLessThan(350_000)
  expect(pictures.filter((one) => !read('scripts/pictures.mjs').includes(one))).toEqual([])
})

test('README has at most 100 lines, CONTRIBUTING 150, a decision 40', () => {
  expect(linesOf('README.md')).toBeLessThanOrEqual(100)
  expect(linesOf('CONTRIBUTING.md')).toBeLessThanOrEqual(150)
  for (const { name } of pages.filter((page) => /decisions\/\d/.test(page.name)))
    expect([name, linesOf(name) <= 40]).toEqual([name, true])
})

test('the index of decisions has each of them, under its title', () => {
  const index = read('docs/decisions/README.md')
  const files = readdirSync(`${root}docs/decisions`).filter((name) => name !== 'README.md')
  expect(files.length).toBeGreaterThan(30)
  for (const file of files) {
    const title = /^# \d+[.]? (.*)$/m.exec(read(`docs/decisions/${file}`))?.[1]
    expect(index).toContain(`[${title}](${file})`)
  }
})
