import { fileURLToPath } from 'node:url'
import { makeTemplate, templateFile } from '#platform/database/template.ts'
import { serverFolder } from '#platform/server-folder.ts'
import { prepareDatabase } from '../wiring/prepare-database.ts'

// Run by the build: writes the database of a first start into the named folder.
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder to write to.')
const migrationsFolder = fileURLToPath(new URL('migrations', serverFolder))
await makeTemplate({ migrationsFolder, prepare: prepareDatabase, file: templateFile(folder, migrationsFolder) })
