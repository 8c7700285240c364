import type { SpooledFile } from '../../spool.ts'
import { isScript } from '../executables.ts'

const headBytes = 64 * 1024

// Cell by cell, because a search over the whole text would take quadratic time.
const cellEnds = /[,;\t\r\n]/
const formula = /^[" ]*[=+\-@] *(?:cmd|dde|msexcel|rundll32|hyperlink|webservice|importxml)\b/i

export interface TextFindings {
  /** The first part, decoded. */
  readonly head: string
  readonly isScript: boolean
  readonly isMarkup: boolean
  readonly isMail: boolean
  /** Begins as a part of a mail, which is what a mail program signs. */
  readonly isMimePart: boolean
  /** A cell that a spreadsheet would execute. */
  readonly hasFormula: boolean
}

/** Reads a file as text; undefined where its bytes are not UTF-8, UTF-16 or a single-byte encoding. */
export function readText(file: SpooledFile): TextFindings | undefined {
  const beginning = file.read(0, headBytes)
  const encoding = wideEncoding(beginning)
  if (!encoding && !isPlain(file)) return undefined
  const head = new TextDecoder(encoding ?? 'utf-8').decode(beginning).replace(/^\ufeff/, '')
  if (encoding && hasControls(head)) return undefined
  const start = head.trimStart()
  return {
    head,
    isScript: isScript(head),
    isMarkup: /^(?:<!--[\s\S]*?-->\s*)?<(?:!doctype|html|head|body|script|svg|iframe|meta|\?xml)\b/i.test(start),
    isMail: isMailHead(start),
    isMimePart: /^(?:content-type|mime-version)\s*:/i.test(start),
    hasFormula: head.split(cellEnds).some((cell) => formula.test(cell)),
  }
}

function wideEncoding(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const controls = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/
const hasControls = (text: string) => controls.test(text)

function isPlain(file: SpooledFile): boolean {
  for (const chunk of file.windows()) if (hasControls(chunk.toString('latin1'))) return false
  return true
}

const mailHeaders =
  /^(?:from|to|date|subject|received|return-path|mime-version|message-id|delivered-to|content-type)\s*:/gim

/** The head of a message (RFC 5322): starts with a header, and has at least two common ones. */
function isMailHead(start: string): boolean {
  const [head = ''] = start.split(/\r?\n\r?\n/)
  return /^[!-9;-~]+\s*:/.test(head) && (head.match(mailHeaders)?.length ?? 0) >= 2
}
