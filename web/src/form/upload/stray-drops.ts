/** Takes the files that somebody drops anywhere on the page. */
export type TakeDrop = (files: readonly File[]) => void

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true

/** The fields of the page that take files. */
const fields = new Set<TakeDrop>()
let onUnclear: () => void = () => undefined

/** Without this a browser leaves the page, and the form with it, to show the file. */
function handleOver(event: DragEvent) {
  if (!event.defaultPrevented && carriesFiles(event)) event.preventDefault()
}

function handleDrop(event: DragEvent) {
  // A zone has taken its files.
  if (event.defaultPrevented || !carriesFiles(event)) return
  event.preventDefault()
  const [only, ...others] = fields
  if (only && others.length === 0) only([...(event.dataTransfer?.files ?? [])])
  else onUnclear()
}

/**
 * Catches the files that are dropped beside the zones of the page: the only zone takes them; `unclear` is called where there are
 * several. Returns the function that ends it.
 */
export function catchStrayDrops(take: TakeDrop, unclear: () => void): () => void {
  if (fields.size === 0) {
    window.addEventListener('dragover', handleOver)
    window.addEventListener('drop', handleDrop)
  }
  fields.add(take)
  onUnclear = unclear
  return () => {
    fields.delete(take)
    if (fields.size > 0) return
    window.removeEventListener('dragover', handleOver)
    window.removeEventListener('drop', handleDrop)
  }
}
