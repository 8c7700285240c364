import fc from 'fast-check'
import { expect, test } from 'vitest'
import { childElements, escapeXml, parseStrictly, textOf, XmlError } from './strict-xml.ts'

// biome-ignore format: a table
const refused: readonly [what: string, xml: string][] = [
  ['nothing', ''],
  ['text alone', 'text'],
  ['a document type', '<!DOCTYPE a><a/>'],
  ['a document type in small letters', '<!doctype a><a/>'],
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>'],
  ['an unknown entity', '<a>&foo;</a>'],
  ['an unknown entity in an attribute', '<a b="&foo;"/>'],
  ['a bare ampersand', '<a>&</a>'],
  ['a bare ampersand in an attribute', '<a b="x & y"/>'],
  ['a processing instruction in front', '<?xml-stylesheet href="x"?><a/>'],
  ['a processing instruction within', '<a><?php ?></a>'],
  ['a declaration that is not first', ' <?xml version="1.0"?><a/>'],
  ['a second declaration', '<?xml version="1.0"?><?xml version="1.0"?><a/>'],
  ['another encoding', '<?xml version="1.0" encoding="UTF-16"?><a/>'],
  ['XML 1.1', '<?xml version="1.1"?><a/>'],
  ['a doubled attribute', '<a b="1" b="2"/>'],
  ['an attribute doubled by prefixes', '<a xmlns:x="u" xmlns:y="u" x:b="1" y:b="2"/>'],
  ['two roots', '<a/><b/>'],
  ['text in front', 'text<a/>'],
  ['text behind', '<a/>text'],
  ['an unknown prefix', '<p:a/>'],
  ['an unknown prefix of an attribute', '<a p:b="1"/>'],
  ['a zero character by reference', '<a>&#0;</a>'],
  ['a control character', '<a>\u0001</a>'],
  ['a control character in an attribute', '<a b="&#x1;"/>'],
  ['a half of a character', '<a>&#xD800;</a>'],
  ['a reference beyond Unicode', '<a>&#x110000;</a>'],
  ['an open tag', '<a'],
  ['an open element', '<a><b></a>'],
  ['an open closing tag', '<a></a'],
  ['an element closed in other letters', '<A></a>'],
  ['an attribute without quotes', '<a b=1/>'],
  ['an attribute without value', '<a b/>'],
  ['attributes without space', '<a b="1"c="2"/>'],
  ['less-than in an attribute', '<a b="<"/>'],
  ['an end of CDATA in text', '<a>]]></a>'],
  ['open CDATA', '<a><![CDATA[x</a>'],
  ['an open comment', '<a><!-- </a>'],
  ['two hyphens in a comment', '<a><!-- -- --></a>'],
  ['a name that starts with a digit', '<1a/>'],
  ['too deep nesting', '<a>'.repeat(65) + '</a>'.repeat(65)],
  ['too long a document', `<a>${'x'.repeat(256 * 1024)}</a>`],
]

test.each(refused)('refuses %s', (_, xml) => {
  expect(() => parseStrictly(xml)).toThrow(XmlError)
})

// biome-ignore format: a table
const accepted: readonly [what: string, xml: string, text: string | undefined][] = [
  ['an empty element', '<a/>', ''],
  ['a declaration', '<?xml version="1.0" encoding="UTF-8"?>\n<a>x</a>\n', 'x'],
  ['a declaration in small letters', "<?xml version='1.0' encoding='utf-8' standalone='no' ?><a>x</a>", 'x'],
  ['the five entities', '<a>&lt;&gt;&amp;&quot;&apos;</a>', `<>&"'`],
  ['references to characters', '<a>&#232;&#xE8;</a>', 'èè'],
  ['greater-than in an attribute', '<a b="x > y"/>', ''],
  ['a comment outside', '<!-- x --><a>x</a><!-- y -->', 'x'],
  ['a comment within, which leaves no plain text', '<a>x<!-- y -->z</a>', undefined],
  ['CDATA, which is no plain text either', '<a><![CDATA[x]]></a>', undefined],
  ['an element within, neither', '<a>x<b/></a>', undefined],
  ['space around the text', '<a>\n  x\n</a>', 'x'],
]

test.each(accepted)('reads %s', (_, xml, text) => {
  expect(textOf(parseStrictly(xml).documentElement)).toBe(text)
})

test('applies the limits of its caller', () => {
  const limits = { characters: 40, elements: 3 }
  expect(() => parseStrictly(`<a>${'x'.repeat(40)}</a>`, limits)).toThrow(/too long/)
  expect(() => parseStrictly('<a><b/><b/><b/></a>', limits)).toThrow(/too many elements/)
  expect(parseStrictly('<a><b/><b></b></a>', limits).documentElement.localName).toBe('a')
})

// biome-ignore format: a table
const slow: readonly [what: string, xml: string][] = [
  ['deep nesting', '<a>'.repeat(80_000)],
  ['many attributes', `<a ${Array.from({ length: 20_000 }, (_, index) => `b${index}="" `).join('')}/>`],
  ['many attributes that end in nothing', `<a ${'b="" '.repeat(40_000)}`],
  ['many ampersands', `<a>${'&'.repeat(200_000)}</a>`],
  ['much space in a tag', `<a${' '.repeat(200_000)}x`],
  ['many open comments', `<a>${'<!--'.repeat(60_000)}`],
  ['many open CDATA', `<a>${'<![CDATA['.repeat(25_000)}`],
]

// A check with quadratic time would exceed the timeout of the test.
test.each(slow)('refuses input that is slow to parse: %s', { timeout: 20_000 }, (_, xml) => {
  expect(() => parseStrictly(xml)).toThrow(XmlError)
})

test.each([
  ['many elements', `<a>${'<b/>'.repeat(4999)}</a>`],
  ['many elements with text', `<a>${'<b>x</b>'.repeat(4999)}</a>`],
  ['many references', `<a>${'&amp;'.repeat(50_000)}</a>`],
  ['many attributes', `<a ${Array.from({ length: 1000 }, (_, index) => `b${index}="" `).join('')}/>`],
  ['many namespaces', `<a>${'<b xmlns="u" xmlns:c="v" c:d=""/>'.repeat(4999)}</a>`],
])('reads input at the limit: %s', { timeout: 20_000 }, (_, xml) => {
  expect(parseStrictly(xml).documentElement.localName).toBe('a')
})

test('escaped text is read back, as content and as an attribute', () => {
  // Any Unicode except surrogates and characters that XML does not allow.
  const text = fc
    .string({ unit: 'grapheme' })
    .map((value) => value.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''))
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('', '<', '"', "'", '&amp;', ']]>', '\r\n\t', '\u0085\u2028', '<!--'),
      (value, tricky) => {
        const whole = value + tricky + value
        const root = parseStrictly(`<a b="${escapeXml(whole)}">${escapeXml(whole)}</a>`).documentElement
        expect(root.getAttribute('b')).toBe(whole)
        expect(root.textContent).toBe(whole)
      },
    ),
  )
})

test('refuses to escape characters that XML does not allow', () => {
  expect(() => escapeXml('\u0000')).toThrow(XmlError)
})

test('lists children by namespace and name', () => {
  const root = parseStrictly('<a xmlns="u"> <b/><x:b xmlns:x="v"/><c/> </a>').documentElement
  expect(childElements(root)).toHaveLength(3)
  expect(childElements(root, 'u').map(({ localName }) => localName)).toEqual(['b', 'c'])
  expect(childElements(root, 'v', 'b')).toHaveLength(1)
})
