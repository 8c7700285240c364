// npm run spid:certificate [-- --force]: creates the key and the certificate of the SPID service provider from the settings.
import './node-version.mjs'

const { makeReady } = await import('./ready.mjs')
await makeReady()
const { runSpidCertificate } = await import('../server/dist/spid-certificate.js')
process.exitCode = await runSpidCertificate(process.argv.slice(2))
