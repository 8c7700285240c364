import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's Chromium without windows. */
export const headlessShell = 'chromium-headless-shell'

const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
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

/** The system's Chromium or Chrome: what CHROMIUM names, else by name on the PATH or where systems put it. */
export function findBrowser({ CHROMIUM, PATH = '' } = process.env) {
  const folders = [...PATH.split(delimiter).filter(Boolean), ...places]
  const usual = [...names, 'Chromium', 'Google Chrome'].flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...(CHROMIUM ? [CHROMIUM] : []), ...usual].find(isExecutable)
}
