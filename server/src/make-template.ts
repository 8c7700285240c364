import { fileURLToPath } from 'node:url'
import { makeTemplate, templateFile } from '#platform/database/template.ts'
import { prepareDatabase } from './prepare-database.ts'

// Run by the build: writes the database of a first start into the named folder.
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder to write to.')
const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))
await makeTemplate({ migrationsFolder, prepare: prepareDatabase, file: templateFile(folder, migrationsFolder) })
