import { GlobalWorkerOptions, getDocument, TextLayer, VerbosityLevel, version } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

// `markedContent` and `hiddenCanvasElement` are classes that pdf.js gives: the style sheet keeps rules of names that stand in a source.

/** What the build puts beside the program (`build/pdf-resources.ts`). */
const beside = (folder: string) => new URL(/* @vite-ignore */ `./pdf-${version}/${folder}/`, import.meta.url).href

/** Pages are drawn and nothing in them acts: no scripts, no forms, no links. The site's policy runs no code made of text, nor WebAssembly. */
const options = {
  isEvalSupported: false,
  enableXfa: false,
  useWasm: false,
  verbosity: VerbosityLevel.ERRORS,
  cMapUrl: beside('cmaps'),
  cMapPacked: true,
  standardFontDataUrl: beside('standard_fonts'),
  wasmUrl: beside('wasm'),
}

/** Pixels of a drawn page: more than this no screen shows, and telephones have no room for. */
const mostPixels = 16_000_000

/** A PDF that is open. */
export interface OpenPdf {
  readonly pages: number
  /** A page in the requested width: its image, with a text layer for screen readers, search and copying. */
  draw(page: number, width: number, signal: AbortSignal): Promise<DrawnPage>
  close(): void
}
export interface DrawnPage {
  readonly nodes: readonly HTMLElement[]
  readonly hasText: boolean
}

type Document = Awaited<ReturnType<typeof getDocument>['promise']>

/** Opens a PDF; fails where it is broken, or asks for a password. */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), ...options })
  const close = () => void task.destroy()
  try {
    const document = await task.promise
    return {
      pages: document.numPages,
      draw: (page, width, signal) => drawPage(document, page, width, signal),
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

async function drawPage(pdf: Document, number: number, width: number, signal: AbortSignal): Promise<DrawnPage> {
  const page = await pdf.getPage(number)
  const scale = width / page.getViewport({ scale: 1 }).width
  const viewport = page.getViewport({ scale })
  const density = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (viewport.width * viewport.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  canvas.style.width = `${viewport.width}px`
  canvas.ariaHidden = 'true'
  const drawing = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] })
  signal.addEventListener('abort', () => drawing.cancel())
  await drawing.promise
  const words = document.createElement('div')
  words.className = 'pdf-words'
  words.style.setProperty('--total-scale-factor', String(scale))
  await new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport }).render()
  return { nodes: [canvas, words], hasText: words.textContent.trim() !== '' }
}
