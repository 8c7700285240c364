/**
 * Resolves with the output of a server's process, or of a program that starts one, once the server has printed its greeting
 * and serves. Rejects with the output if the process ends before.
 */
export function waitForGreeting(child) {
  let output = ''
  let isServing = false
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        // Afterwards the server writes its log here: to search all of it again for each line would take ever longer.
        if (isServing) return
        output += text
        // The last line of server/src/wiring/greeting.ts.
        isServing = output.includes('Stop with Ctrl+C.')
        if (isServing) resolve(output)
      })
    child.once('close', (code, signal) =>
      reject(new Error(`The server ended with ${code ?? signal} before it served:\n${output}`)),
    )
  })
}
