import { existsSync } from 'node:fs'

/** The folder of the server, from the sources and from the bundle: the nearest one with a package.json. */
export const serverFolder: URL = nearestWith('package.json', new URL('./', import.meta.url))

function nearestWith(name: string, folder: URL): URL {
  return existsSync(new URL(name, folder)) ? folder : nearestWith(name, new URL('../', folder))
}
