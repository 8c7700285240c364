declare module 'punycode/punycode.js' {
  const punycode: {
    /** The Unicode form of a domain or mail address (RFC 3492). */
    readonly toUnicode: (input: string) => string
  }
  export = punycode
}
