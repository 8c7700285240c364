const escaped: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** The `ActualText` of each element of a tagged PDF, which screen readers use, in the order of the file. */
export const actualTexts = (bytes: Buffer): string[] =>
  [...bytes.toString('latin1').matchAll(/\/ActualText \(((?:[^\\)]|\\.)*)\)/gs)].map(([, found = '']) => {
    const text = Buffer.from(
      found.replace(/\\(.)/gs, (_pair, sign) => escaped[sign] ?? sign),
      'latin1',
    )
    return text[0] === 0xfe ? text.subarray(2).swap16().toString('utf16le') : text.toString('latin1')
  })
