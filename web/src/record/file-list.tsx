import type { FileRef } from '@portal/contract'
import { fileHref } from '#lib/files/file-href.ts'
import { FilePreviews } from '#lib/files/file-previews.tsx'
import type { Elements } from '#ui/elements.tsx'

interface Props {
  readonly files: readonly FileRef[]
  /** The button that shows a file in the page. */
  readonly buttonOf: (file: FileRef) => Elements
}

/** Files by name, each to be saved or shown in the page. */
export const FileList = ({ files, buttonOf }: Props) => (
  <ul className="file-names">
    {files.map((file) => (
      <li key={file.id}>
        <a href={fileHref(file.id)} download={file.name}>
          <bdi>{file.name}</bdi>
        </a>{' '}
        {buttonOf(file)}
      </li>
    ))}
  </ul>
)

/** The same with a dialog that shows the files. */
export const PreviewedFiles = ({ files }: Pick<Props, 'files'>) => (
  <FilePreviews files={files}>{(buttonOf) => <FileList files={files} buttonOf={buttonOf} />}</FilePreviews>
)
