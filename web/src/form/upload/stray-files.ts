type TakeFiles = (files: readonly File[]) => void

/** A field of the page that takes files. */
interface Zone {
  /** Undefined until it is drawn. */
  readonly element: () => Element | null
  readonly take: TakeFiles
}

const zones = new Set<Zone>()
let onUnclear: () => void = () => undefined

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true

/** The zones that the user sees: one on a hidden tab takes nothing. */
const shownZones = () => [...zones].filter(({ element }) => !element()?.closest('[hidden]'))

function give(files: readonly File[]) {
  const [first, ...others] = shownZones()
  if (others.length > 0) onUnclear()
  else first?.take(files)
}

/** Without this a browser leaves the page, and the form with it, to show the file. */
function handleOver(event: DragEvent) {
  if (!event.defaultPrevented && carriesFiles(event)) event.preventDefault()
}

function handleDrop(event: DragEvent) {
  // A zone has taken its files.
  if (event.defaultPrevented || !carriesFiles(event)) return
  event.preventDefault()
  give([...(event.dataTransfer?.files ?? [])])
}

/** Text that was copied with a picture of itself, as spreadsheets do, is pasted as text. */
function handlePaste(event: ClipboardEvent) {
  const files = [...(event.clipboardData?.files ?? [])]
  if (event.defaultPrevented || files.length === 0 || event.clipboardData?.types.includes('text/plain')) return
  event.preventDefault()
  give(files)
}

let listening = new AbortController()

function listen() {
  listening = new AbortController()
  const { signal } = listening
  window.addEventListener('dragover', handleOver, { signal })
  window.addEventListener('drop', handleDrop, { signal })
  window.addEventListener('paste', handlePaste, { signal })
}

/**
 * Catches the files that are pasted, or dropped beside the zones of the page: the only zone that is shown takes them; `unclear` is
 * called where there are several. Returns the function that ends it.
 */
export function catchStrayFiles(zone: Zone, unclear: () => void): () => void {
  if (zones.size === 0) listen()
  zones.add(zone)
  onUnclear = unclear
  return () => {
    zones.delete(zone)
    if (zones.size === 0) listening.abort()
  }
}
