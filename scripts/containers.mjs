// The check of deploy/container. Only a container runtime can start these files; this finds what makes one refuse them, and what would
// make an installation less closed than its document says.
import { readFileSync } from 'node:fs'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { root } from './stamp.mjs'

/** The order of keys is that of the explanation. */
const composeRules = {
  'service-keys-order': 0,
  'services-alphabetical-order': 0,
  'service-dependencies-alphabetical-order': 0,
  'top-level-properties-order': 0,
  // Every port has its quotes; the linter does not see them.
  'require-quotes-in-ports': 0,
}

/** Errors of a Dockerfile: those of its parser, and an image that would run as root or could not say how it is. */
export function errorsOfDockerfile(text) {
  const lastStage = text.slice(text.lastIndexOf('\nFROM '))
  const missing = [
    [/^USER (?!root|0\b)/m, 'the last stage has no user but root'],
    [/^HEALTHCHECK (?!NONE)/m, 'the last stage has no health check'],
  ].filter(([pattern]) => !pattern.test(lastStage))
  const parsed = validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)
  return [...parsed, ...missing.map(([, message]) => message)]
}

/** Errors of a compose file: those of its schema and of the linter, a service that is not hardened, and a name that nothing declares. */
export function errorsOfCompose(file) {
  const linter = new DCLinter({ rules: composeRules, quiet: false, debug: false, exclude: [] })
  const linted = linter.lintFiles([file], false).flatMap(({ messages }) => messages)
  const compose = parse(readFileSync(file, 'utf8'), { merge: true })
  const services = Object.entries(compose.services ?? {})
  return [
    ...linted.map(({ line, message }) => `line ${line}: ${message}`),
    ...services.flatMap(([name, service]) => errorsOfService(service, compose).map((error) => `${name} ${error}`)),
  ]
}

function errorsOfService(service, compose) {
  const { read_only, cap_drop = [], security_opt = [], environment = {} } = service
  const isClosed = read_only && cap_drop.includes('ALL') && security_opt.includes('no-new-privileges:true')
  const passwords = Object.entries(environment).filter(([, value]) => /:\/\/[^/]*:[^/]*@/.test(String(value)))
  return [
    ...(isClosed ? [] : ['lacks read_only, cap_drop or no-new-privileges']),
    ...passwords.map(([key]) => `has a password in ${key}: it belongs into a secret`),
    ...undeclared(service, compose).map((name) => `uses ${name}, which is not declared`),
  ]
}

/** The networks, secrets and volumes that a service uses and the file does not declare. */
function undeclared({ networks = [], secrets = [], volumes = [] }, compose) {
  const sources = volumes.map((volume) => volume.split(':')[0]).filter((source) => !/^[./]/.test(source))
  const used = { networks, secrets: secrets.map((secret) => secret.source ?? secret), volumes: sources }
  return Object.entries(used).flatMap(([kind, names]) => names.filter((name) => !(name in (compose[kind] ?? {}))))
}

/** The errors of the files of this project, each with its file. */
export function errorsOfContainers() {
  const folder = 'deploy/container'
  const dockerfile = readFileSync(`${root}${folder}/Dockerfile`, 'utf8')
  return [
    ...errorsOfDockerfile(dockerfile).map((error) => `${folder}/Dockerfile: ${error}`),
    ...errorsOfCompose(`${root}${folder}/compose.yaml`).map((error) => `${folder}/compose.yaml: ${error}`),
  ]
}
