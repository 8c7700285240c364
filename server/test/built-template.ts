import { fileURLToPath } from 'node:url'
import { findTemplate } from '#platform/database/template.ts'

const folderAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The migrated database made by the build, from which an embedded engine starts in one second instead of five. */
export const builtTemplate = (): string | undefined => findTemplate(folderAt('../dist'), folderAt('../migrations'))
