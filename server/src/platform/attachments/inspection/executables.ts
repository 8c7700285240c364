/** Extensions that some system executes, or opens with an interpreter. */
const runnable = new Set(
  [
    'exe dll scr com pif cpl ocx sys drv msi msp mst msix appx appxbundle msixbundle application gadget',
    'bat cmd vb vbs vbe js jse mjs ws wsf wsh wsc sct hta ps1 psm1 psd1 ps1xml lnk url scf reg inf chm hlp',
    'jar jnlp class apk xapk aab ipa dex app dmg pkg command workflow action',
    'sh bash zsh csh ksh fish run bin elf out so dylib deb rpm appimage snap flatpak desktop',
    'py pyc pyw rb pl php php3 php4 php5 phtml phar asp aspx jsp cgi lua tcl swf xll xlam ppam dotm xltm wasm',
    'iso img vhd vhdx cab crx xpi ade adp mde accde',
  ].flatMap((line) => line.split(' ')),
)

/** Those of them that never occur inside a name by chance, unlike `com` in `amazon.com.pdf`. */
const unambiguousInside = new Set(
  'exe dll scr pif cpl msi bat cmd vbs vbe jse wsf hta ps1 lnk jar apk chm phtml phar'.split(' '),
)

export const isRunnable = (extension: string) => runnable.has(extension)

/** Whether a name disguises a program: `fattura.pdf.exe` is one, and so is `a.exe.pdf`. */
export const hidesProgram = (name: string): boolean =>
  name
    .toLowerCase()
    .split('.')
    .slice(1, -1)
    .some((part) => unambiguousInside.has(part.trim()))

const bytes = (...values: number[]) => Buffer.from(values)
const ascii = (text: string) => Buffer.from(text, 'latin1')

/** First bytes of programs, whatever their name. */
// biome-ignore format: a table
const beginnings: readonly Buffer[] = [
  bytes(0x7f, 0x45, 0x4c, 0x46),                                   // ELF
  bytes(0xfe, 0xed, 0xfa, 0xce), bytes(0xce, 0xfa, 0xed, 0xfe),    // Mach-O, 32 bits
  bytes(0xfe, 0xed, 0xfa, 0xcf), bytes(0xcf, 0xfa, 0xed, 0xfe),    // Mach-O, 64 bits
  bytes(0xca, 0xfe, 0xba, 0xbe), bytes(0xbe, 0xba, 0xfe, 0xca),    // Mach-O for several processors; Java
  bytes(0xca, 0xfe, 0xba, 0xbf), bytes(0xca, 0xfe, 0xd0, 0x0d),    // the same with 64 bits; packed Java
  bytes(0x4c, 0, 0, 0, 1, 0x14, 2, 0),                             // Windows shortcut
  bytes(0, 0x61, 0x73, 0x6d),                                      // WebAssembly
  ascii('dex\n'), ascii('dey\n'),                                  // Android
  ascii('ITSF'), ascii('MSCF'), ascii('ISc('),                     // Windows help, cabinets
  ascii('FWS'), ascii('CWS'), ascii('ZWS'),                        // Flash
  ascii('!<arch>\n'), bytes(0xed, 0xab, 0xee, 0xdb),               // Debian and Red Hat packages
  ascii('koly'), ascii('Cr24'), ascii('hsqs'), ascii('BC\xc0\xde'),
]

/** Programs of DOS and Windows. A text may start with the same two letters, but contains no null byte. */
const isWindowsProgram = (head: Buffer) =>
  (head.subarray(0, 2).equals(ascii('MZ')) || head.subarray(0, 2).equals(ascii('ZM'))) &&
  head.subarray(0, 512).includes(0)

/** A script with an interpreter line; AMR recordings (RFC 4867 §5) start with the same two characters. */
const namesInterpreter = (head: Buffer) => /^(?:\xef\xbb\xbf)?#!(?!AMR)/.test(head.toString('latin1', 0, 8))

/** Whether a file with these first bytes is a program. */
export const beginsAsProgram = (head: Buffer): boolean =>
  isWindowsProgram(head) ||
  namesInterpreter(head) ||
  beginnings.some((beginning) => head.subarray(0, beginning.length).equals(beginning))

/** First lines of scripts without an interpreter line. */
const scriptStart = [
  /^@?echo\s+(?:off|on)\b/i,
  /^(?:rem|::)\s[^\n]*\n(?:[^\n]*\n)*?@?echo\s+off/i,
  /^<\?php\b/i,
  /^<\?=/,
  /^<%[@=!\s]/,
  /^(?:option\s+explicit|on\s+error\s+resume\s+next)\b/i,
  /^["']use strict["']/,
  /^[;!(]?\s*(?:\(\s*)?(?:async\s+)?function\s*[\w$]*\s*\(/,
  /^(?:var|let|const)\s+[\w$]+\s*=\s*\S/,
  /^(?:import\s+[\w{*][^\n]*\sfrom\s+["']|import\s+(?:os|sys|subprocess|socket)\b)/,
  /^\[InternetShortcut\]/i,
  /^Windows Registry Editor Version/i,
  /^param\s*\(\s*\[/i,
]

/** Text that occurs only in scripts, at any position. */
const scriptWords = [
  /\bcreateobject\s*\(\s*["'](?:wscript|shell|scripting|adodb|msxml2|winhttp)\b/i,
  /\bnew\s+activexobject\s*\(/i,
  /\bpowershell(?:\.exe)?\s+(?:-\w+\s+)*-(?:e|ec|enc|encodedcommand|nop|noprofile|w|windowstyle|command|c)\b/i,
  /\b(?:invoke-expression|iex)\s*[("'$]/i,
  /\bstart-process\s+\S/i,
  /\bcertutil(?:\.exe)?\s+-(?:decode|urlcache)/i,
]

/** Whether a text is a script that some system executes. */
export function isScript(text: string): boolean {
  const start = text.replace(/^\ufeff/, '').trimStart()
  return scriptStart.some((sign) => sign.test(start)) || scriptWords.some((sign) => sign.test(text))
}
