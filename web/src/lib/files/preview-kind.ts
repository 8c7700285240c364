import { extensionOf, fileTypes, type PreviewKind, previewOf } from '@portal/contract'

/** What this browser shows a file of this name as; undefined for what is only saved. */
export function previewKindOf(name: string): PreviewKind | undefined {
  const extension = extensionOf(name)
  const kind = previewOf(extension)
  if (kind !== 'audio' && kind !== 'video') return kind
  return document.createElement(kind).canPlayType(fileTypes[extension]?.media ?? '') === '' ? undefined : kind
}

/** Old files of our offices are not always in UTF-8. */
export function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
