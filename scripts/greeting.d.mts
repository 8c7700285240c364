import type { ChildProcess } from 'node:child_process'

/**
 * Resolves with the output of a server's process, or of a program that starts one, when the server has greeted. Rejects
 * with the output when the process ends before.
 */
export declare function waitForGreeting(child: ChildProcess): Promise<string>
