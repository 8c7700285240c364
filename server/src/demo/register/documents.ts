import type { EvidenceFile } from '../evidence.ts'

/** The documents of an application by type: file name, title, and what a short sample of each says. */
// biome-ignore format: a table
const documents: Readonly<Record<number, readonly [name: string, title: string, text: string]>> = {
  1: ['atto costitutivo',            'Atto costitutivo',                          'I soci fondatori costituiscono l’associazione e ne approvano lo statuto.'],
  2: ['statuto',                     'Statuto',                                   'L’associazione promuove la parità di trattamento e contrasta ogni discriminazione. Gli organi sono eletti dall’assemblea.'],
  3: ['elenco degli associati',      'Elenco degli associati con le quote',       'Ogni associato ha versato la quota annuale di 20 euro.'],
  4: ['bilancio',                    'Bilancio annuale',                          'Entrate 24.300 euro, uscite 23.750 euro, avanzo 550 euro.'],
  5: ['relazione di attività',       'Relazione sull’attività svolta',            'Nell’anno abbiamo ascoltato 112 persone, tenuto 14 incontri nelle scuole e aperto uno sportello.'],
  6: ['dichiarazione',               'Dichiarazione del legale rappresentante',   'Dichiaro di non avere condanne né procedimenti in corso.'],
  7: ['documento di identità',       'Documento d’identità',                      'Copia del documento del legale rappresentante.'],
}

async function draw(title: string, text: string): Promise<Buffer> {
  const { drawDocument } = await import('#platform/pdf/draw-document.ts')
  return drawDocument({
    language: 'it',
    title,
    madeAt: new Date(0),
    footer: 'Pagina {page} di {pages}',
    blocks: [
      { kind: 'small', text: 'Documento inventato per la dimostrazione.' },
      { kind: 'title', text: title },
      { kind: 'paragraph', text },
    ],
  })
}

/** Makes a sample document of each type; returns a copy of it, whose bytes nobody else has. */
export async function drawDocuments(): Promise<(type: number) => EvidenceFile> {
  const drawn = new Map<number, EvidenceFile>()
  for (const [type, [name, title, text]] of Object.entries(documents))
    drawn.set(Number(type), { name: `${name}.pdf`, bytes: await draw(title, text) })
  let copies = 0
  return (type) => {
    const file = drawn.get(type)
    if (!file) throw new Error(`There is no document of type ${type}.`)
    copies += 1
    return { name: file.name, bytes: Buffer.concat([file.bytes, Buffer.from(`% ${copies}\n`)]) }
  }
}
