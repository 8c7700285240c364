import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
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

/** The system's Chromium or Chrome: what CHROMIUM names, else on the PATH, else where systems put it. */
export function findBrowser({ CHROMIUM, PATH = '' } = process.env) {
  const folders = [...PATH.split(delimiter).filter(Boolean), ...places]
  const usual = folders.flatMap((folder) => [...names, 'Chromium', 'Google Chrome'].map((name) => join(folder, name)))
  return [...(CHROMIUM ? [CHROMIUM] : []), ...usual].find(isExecutable)
}
