import type { FileRef } from '@portal/contract'
import { fileHref } from '#lib/files/file-href.ts'
import { FilePreviews } from '#lib/files/file-previews.tsx'

/** Files of a case by their names: saved from there, and looked at where the page shows them. */
export const CaseFiles = ({ files }: { files: readonly FileRef[] }) => (
  <FilePreviews files={files}>
    {(buttonOf) => (
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
    )}
  </FilePreviews>
)
