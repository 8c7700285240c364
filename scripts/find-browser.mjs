import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's headless build of Chromium. */
export const headlessShell = 'chromium-headless-shell'

const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const standardFolders = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/Applications/Chromium.app/Contents/MacOS',
  '/Applications/Google Chrome.app/Contents/MacOS',
]

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The system's Chromium or Chrome: the program in CHROMIUM, else one on the PATH or in a standard folder; undefined if none. */
export function findBrowser({ CHROMIUM, PATH = '' } = process.env) {
  const folders = [...PATH.split(delimiter).filter(Boolean), ...standardFolders]
  const candidates = [...names, 'Chromium', 'Google Chrome'].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  )
  return [...(CHROMIUM ? [CHROMIUM] : []), ...candidates].find(isExecutable)
}
