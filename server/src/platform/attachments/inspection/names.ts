import { extensionOf, fileTypeOf, type ScanCode } from '@portal/contract'
import { hidesProgram, isRunnable } from './executables.ts'

/** Why a file of this name is refused: the name of a program, or of a file that is not accepted there. */
export function rejectionOfName(name: string, isAccepted: (name: string) => boolean): ScanCode | undefined {
  const extension = extensionOf(name)
  if (isRunnable(extension) && !fileTypeOf(extension)) return 'FILE_ESEGUIBILE'
  if (!isAccepted(name)) return 'ESTENSIONE_ERROR'
  return hidesProgram(name) ? 'FILE_ESEGUIBILE' : undefined
}

/** The name with another extension. */
export const withExtension = (name: string, extension: string): string => name.replace(/(?:\.[^.]*)?$/, `.${extension}`)
