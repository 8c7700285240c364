// The program of a thread that writes one workbook (`workbook-thread.ts`).
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { AboutSheet, Cell, SheetHead } from './sheet.ts'
import { writeWorkbook } from './workbook.ts'

/** From the thread: it needs a page, or the bytes that it wrote. */
export type FromThread = { readonly needs: 'page' } | { readonly bytes: Uint8Array } | { readonly isDone: true }
/** To the thread: a page as JSON, which is faster than a clone, at the end of the rows the second sheet, or that its bytes are taken. */
export type ToThread = { readonly page: string } | { readonly about: AboutSheet } | { readonly isTaken: true }

/** Pages asked for in advance, and pieces of the file that may be under way. */
const [pagesAhead, piecesAhead] = [2, 8]

/** The pages of a sheet, from JSON: instants are texts there, and empty cells null. */
function pageReader({ columns }: SheetHead) {
  const instants = columns.flatMap(({ type }, index) => (type === 'instant' ? [index] : []))
  return (page: string): Cell[][] => {
    const rows: Cell[][] = JSON.parse(page)
    for (const row of rows)
      for (const index of instants) if (typeof row[index] === 'string') row[index] = new Date(row[index])
    return rows
  }
}

async function write(port: MessagePort, sheet: SheetHead) {
  const send = (message: FromThread) => port.postMessage(message)
  const arrived: Exclude<ToThread, { isTaken: true }>[] = []
  const readPage = pageReader(sheet)
  let underWay = 0
  port.on('message', (message: ToThread) => {
    if ('isTaken' in message) underWay -= 1
    else arrived.push(message)
  })
  let about: AboutSheet = { name: '', lines: [] }

  async function* pages() {
    for (let asked = 0; asked < pagesAhead; asked++) send({ needs: 'page' })
    for (;;) {
      while (arrived.length === 0) await once(port, 'message')
      const message = arrived.shift()
      if (!message || 'about' in message) {
        about = message?.about ?? about
        return
      }
      send({ needs: 'page' })
      yield readPage(message.page)
    }
  }

  for await (const bytes of writeWorkbook({ ...sheet, about: () => about }, pages())) {
    send({ bytes })
    underWay += 1
    while (underWay >= piecesAhead) await once(port, 'message')
  }
  send({ isDone: true })
}

// Other calls come first.
setPriority(5)
if (parentPort) await write(parentPort, workerData as SheetHead)
