import type { FileRef } from '@portal/contract'
import { fileHref } from '#lib/files/file-href.ts'
import { FilePreviews } from '#lib/files/file-previews.tsx'

/** Files of a case by name, each to be saved, and previewed where the page can show it. */
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
