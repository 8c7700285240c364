import { once } from 'node:events'
import { createServer } from 'node:net'

/** The default address of the server; a test compares it with the server's table of settings. */
export const defaultAddress = { HOST: '127.0.0.1', PORT: '3000' }

/** Listens on a port once and returns its number; port 0 takes a free one. Throws if the port cannot be used. */
async function listen(port, host) {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  const listenedPort = server.address().port
  server.close()
  await once(server, 'close')
  return listenedPort
}

/** A free port of this machine. */
export const findFreePort = () => listen(0, '127.0.0.1')

/** Why the server cannot use the port of these settings; undefined if it can, or for errors that the server reports itself. */
export async function errorOfPort({ HOST, PORT }) {
  const host = HOST?.trim() || defaultAddress.HOST
  const port = PORT?.trim() || defaultAddress.PORT
  try {
    await listen(Number(port), host)
  } catch ({ code }) {
    const inUse = `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port: `
    if (code === 'EADDRINUSE') return `${inUse}PORT=3001 npm start`
    if (code === 'EACCES') return `This user may not listen on port ${port} of ${host}; choose one above 1023.`
  }
  return undefined
}
