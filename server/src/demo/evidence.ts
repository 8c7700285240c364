import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Kinds of attachments: a screenshot, a letter as PDF, a witness statement as plain text. */
export type EvidenceKind = 'screenshot' | 'letter' | 'statement'

export interface EvidenceFile {
  readonly name: string
  readonly bytes: Buffer
}

const denials = [
  [
    'Gentile cliente,',
    'la sua richiesta non può essere',
    'accolta. Non siamo tenuti a',
    'indicare il motivo.',
    '',
    'Cordiali saluti',
  ],
  [
    'Buongiorno,',
    'dopo aver visto i documenti',
    'abbiamo deciso di non andare',
    'avanti con la pratica.',
    '',
    'Saluti',
  ],
]

/** Draws a chat message as a screenshot of a telephone. */
async function screenshot(lines: readonly string[]): Promise<Buffer> {
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas')
  const face = createRequire(import.meta.url).resolve('@fontsource/noto-sans/files/noto-sans-latin-500-normal.woff2')
  GlobalFonts.register(readFileSync(face), 'demo-plain')
  const canvas = createCanvas(540, 420)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#e8ecef'
  pen.fillRect(0, 0, 540, 420)
  pen.fillStyle = '#17324d'
  pen.fillRect(0, 0, 540, 64)
  pen.fillStyle = '#ffffff'
  pen.font = '26px demo-plain'
  pen.fillText('Messaggi', 24, 42)
  pen.roundRect(24, 96, 440, 52 + lines.length * 38, 18)
  pen.fill()
  pen.fillStyle = '#17324d'
  for (const [index, line] of lines.entries()) pen.fillText(line, 48, 146 + index * 38)
  return canvas.encode('png')
}

/** Writes a letter of the office to the alleged offender. */
async function letter(): Promise<Buffer> {
  const { drawDocument } = await import('#platform/pdf/draw-document.ts')
  const title = 'Richiesta di chiarimenti'
  return drawDocument({
    language: 'it',
    title,
    madeAt: new Date(0),
    footer: 'Pagina {page} di {pages}',
    blocks: [
      { kind: 'title', text: title },
      {
        kind: 'paragraph',
        text: 'Questo Ufficio ha ricevuto una segnalazione che riguarda la Vostra attività. Vi chiediamo di farci avere, entro trenta giorni, la Vostra ricostruzione dei fatti e ogni documento utile.',
      },
      { kind: 'paragraph', text: 'Restiamo a disposizione per un incontro tra le parti.' },
    ],
  })
}

const statement = Buffer.from(
  'Ero presente quel giorno. Confermo quello che è stato raccontato e sono disponibile a ripeterlo di persona.\n',
)

/** Makes the files of the demonstration; each is attached to many cases. */
export async function drawEvidence(): Promise<Readonly<Record<EvidenceKind, readonly EvidenceFile[]>>> {
  const pictures = await Promise.all(denials.map(screenshot))
  return {
    screenshot: pictures.map((bytes, index) => ({ name: `schermata ${index + 1}.png`, bytes })),
    letter: [{ name: 'richiesta di chiarimenti.pdf', bytes: await letter() }],
    statement: [{ name: 'dichiarazione del testimone.txt', bytes: statement }],
  }
}
