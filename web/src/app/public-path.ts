import { paths } from '@portal/contract'
import { basePath } from '#lib/page/page-settings.ts'

const withoutBase = (path: string) => (path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path)

/** Whether a path is open to everybody: neither the office's, nor the register's, nor an association's own. */
export const isPublicPath = (path: string) => !/^\/(gestione|registro|associazione)\//.test(withoutBase(path))

const applicantPages = [paths.enrolment, paths.enrolmentComplete, paths.enrolmentConfirm, paths.enrolmentReplace]

/**
 * Whether a page has 'Esci subito'. Nobody hides that an association applies for enrolment: there, three Shifts would only
 * delete seven documents.
 */
export const hasQuickExit = (path: string) =>
  isPublicPath(path) && !applicantPages.some((page) => `${withoutBase(path)}/`.startsWith(`${page}/`))
