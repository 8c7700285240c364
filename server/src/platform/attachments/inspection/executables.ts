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

/**
 * Whether a name disguises a program: `fattura.pdf.exe` is one, and so is `a.exe.pdf`. A part with spaces in it is no extension:
 * `Ord. MSI.png` is an order of somebody.
 */
export const hidesProgram = (name: string): boolean =>
  name
    .toLowerCase()
    .split('.')
    .slice(1, -1)
    .some((part) => unambiguousInside.has(part.trimEnd()))

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
  bytes(0xed, 0xab, 0xee, 0xdb), ascii('BC\xc0\xde'),              // Red Hat packages, LLVM
]

/** First letters of programs with which a text may begin too. */
// biome-ignore format: a table
const letters: readonly Buffer[] = [
  ascii('MZ'), ascii('ZM'),                                        // DOS and Windows
  ascii('dex\n'), ascii('dey\n'),                                  // Android
  ascii('ITSF'), ascii('MSCF'), ascii('ISc('),                     // Windows help, cabinets
  ascii('FWS'), ascii('CWS'), ascii('ZWS'),                        // Flash
  ascii('!<arch>\n'),                                              // Debian packages
  ascii('koly'), ascii('Cr24'), ascii('hsqs'),                     // disks of macOS, extensions of Chrome, snaps
]
const headerBytes = 512

/** Control characters, which the header of each of these programs has and no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const controls = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/
const hasControls = (head: Buffer) => controls.test(head.toString('latin1', 0, headerBytes))

const beginsWith = (head: Buffer, beginning: Buffer) => head.subarray(0, beginning.length).equals(beginning)

/**
 * A script with an interpreter line: the path of a program behind `#!`. Texts may begin with `#!`, and recordings in AMR do
 * (RFC 4867 §5).
 */
const namesInterpreter = (head: Buffer) =>
  /^(?:\xef\xbb\xbf)?#![ \t]*[\w.-]*\//.test(head.toString('latin1', 0, headerBytes))

/** Whether a file with these first bytes is a program. */
export const beginsAsProgram = (head: Buffer): boolean =>
  namesInterpreter(head) ||
  beginnings.some((beginning) => beginsWith(head, beginning)) ||
  (letters.some((beginning) => beginsWith(head, beginning)) && hasControls(head))

/** First lines of scripts without an interpreter line. */
const scriptStart = [
  /^@?echo[ \t]+(?:off|on)[ \t]*(?:[\r\n&|>]|$)/i,
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
  /\bstart-process\s+(?:-\w|["'$]|\S{1,200}\.(?:exe|com|bat|cmd|ps1|msi|vbs|js)\b)/i,
  /\bcertutil(?:\.exe)?\s+-(?:decode|urlcache)/i,
]

/** Whether a text is a script that some system executes. */
export function isScript(text: string): boolean {
  const start = text.replace(/^\ufeff/, '').trimStart()
  return scriptStart.some((sign) => sign.test(start)) || scriptWords.some((sign) => sign.test(text))
}
