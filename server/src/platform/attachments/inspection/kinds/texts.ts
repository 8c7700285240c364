import { lookFor } from '../look-for.ts'
import { accept, activeContent, type Inspector, program, wrongType } from '../result.ts'
import { readText } from './text.ts'

/** What makes a page of HTML run a script. */
export const pageScripts = ['<script', 'javascript:', ' onload=', ' onerror=']

export const inspectText: Inspector = ({ file }) => {
  const text = readText(file)
  if (!text) return wrongType
  if (text.isScript) return program
  return text.isMarkup ? wrongType : accept(text.hasFormula && activeContent)
}

export const inspectHtml: Inspector = ({ file }) => {
  if (!readText(file)?.isMarkup) return wrongType
  return accept(lookFor(file, pageScripts).size > 0 && activeContent)
}

/**
 * The root elements of the parts of certified mail: its data (rules of certified mail, DM 2.11.2005, annex), and the
 * registry's data of a message between administrations (AgID, circolare 60/2013).
 */
const certifiedRoots =
  /^(?:postacert|Segnatura|ConfermaRicezione|AggiornamentoConferma|NotificaEccezione|AnnullamentoProtocollazione)$/

/** An instruction of style makes a browser show XML as a page, an entity may grow without limit. */
const activeXml = /<\?xml-stylesheet|<!ENTITY/i

export const inspectCertifiedMail: Inspector = ({ file }) => {
  const text = readText(file)
  if (!text || activeXml.test(text.head)) return wrongType
  return certifiedRoots.test(rootOf(text.head)) ? accept() : wrongType
}

const prolog = /^\s*(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^<>[]*>)/i

/** The local name of the first element of XML, behind its declaration, comments and document type; else empty. */
function rootOf(xml: string): string {
  let rest = xml
  for (let part = prolog.exec(rest); part; part = prolog.exec(rest)) rest = rest.slice(part[0].length)
  return /^\s*<(?:[\w.-]+:)?([\w.-]+)/.exec(rest)?.[1] ?? ''
}
