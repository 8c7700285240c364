import { basePath } from '#lib/page/page-settings.ts'

/** Whether a path is open to everybody: neither the office's, nor the register's, nor an association's own. */
export const isPublicPath = (path: string) =>
  !/^\/(gestione|registro|associazione)\//.test(path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path)
