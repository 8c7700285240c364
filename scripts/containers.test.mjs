import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { errorsOfCompose, errorsOfContainers, errorsOfDockerfile } from './containers.mjs'
import { root } from './stamp.mjs'

const folder = mkdtempSync(join(tmpdir(), 'portale-compose-'))
afterAll(() => rmSync(folder, { recursive: true }))
const source = (name) => readFileSync(`${root}deploy/container/${name}`, 'utf8')

/** A text of which a part is replaced; fails if it has no such part. */
function changed(text, before, after) {
  expect(text).toContain(before)
  return text.replace(before, after)
}

test('the files of the project have no errors', () => {
  expect(errorsOfContainers()).toEqual([])
})

test.each([
  ['USER portale', 'USER root', 'the last stage has no user but root'],
  ['USER portale', '', 'the last stage has no user but root'],
  ['HEALTHCHECK --interval=10s', 'HEALTHCHECK --interval=often', 'often'],
  ['HEALTHCHECK', 'CMD true #', 'the last stage has no health check'],
  ['EXPOSE 3000', 'EXPOSE', 'Instruction has no arguments'],
])('in the Dockerfile "%s" must not become "%s"', (before, after, error) => {
  expect(errorsOfDockerfile(changed(source('Dockerfile'), before, after)).join()).toContain(error)
})

test.each([
  ['read_only: true', 'read_only: false', 'portal lacks read_only'],
  ['cap_drop: [ALL]', 'cap_drop: [CHOWN]', 'database lacks read_only, cap_drop'],
  ['no-new-privileges:true', 'no-new-privileges:false', 'antivirus lacks'],
  ['TRUST_PROXY: "on"', 'SMTP_URL: smtps://user:secret@mail.example', 'portal has a password in SMTP_URL'],
  ['  portale.env:\n', '  other.env:\n', 'portal uses portale.env, which is not declared'],
  ['  signatures:\n', '  others:\n', 'antivirus uses signatures'],
  ['"127.0.0.1:3000:3000"', '"3000:3000"', 'line'],
  ['user: postgres', 'usr: postgres', 'must NOT have additional properties'],
  ['image: portale:local', 'image: portale', 'concrete version'],
])('in the compose file "%s" must not become "%s"', (before, after, error) => {
  const file = join(folder, 'compose.yaml')
  writeFileSync(file, changed(source('compose.yaml'), before, after))
  expect(errorsOfCompose(file).join()).toContain(error)
})
