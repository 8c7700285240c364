import { createRunList } from '#features/batch/run-list.ts'
import { createTransferFolders } from '#features/transfer/folders.service.ts'
import type { LinesToJudge } from '#features/transfer/judge-lines.ts'
import type { JudgedText } from '#features/transfer/judge-record.ts'
import { createTransfer } from '#features/transfer/transfer.service.ts'
import type { TransferNeeds } from '#features/transfer/transfer-kind-io.ts'
import type { Parsers } from './create-parsers.ts'
import type { Platform } from './create-platform.ts'

/** The folders of offices that move in share one queue of the parsers. */
const transferReaders = (parsers: Parsers): Pick<TransferNeeds, 'readTexts' | 'judgeLines'> => ({
  readTexts: (texts) => parsers.run('transferTexts', texts, 'transfer'),
  // The kind of the lines is that of the answer.
  judgeLines: async <K extends LinesToJudge['kind']>(lines: LinesToJudge<K>) =>
    (await parsers.run('transferLines', lines, 'transfer')) as JudgedText<K>[],
})

/** Moves offices in and out; what others wrote is read in the processes of the parsers. */
export function createTransferWith(
  needs: Platform & Pick<TransferNeeds, 'reference'> & { readonly importDir: string | undefined },
) {
  const own = { ...needs, ...transferReaders(needs.parsers) }
  const transfer = createTransfer(own)
  const { present } = createRunList(needs)
  return { ...transfer, folders: createTransferFolders({ ...own, transfer, presentRun: present }) }
}
