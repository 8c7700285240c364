import type { ChildProcess } from 'node:child_process'

/**
 * Resolves with the output of a server's process, or of a program that starts one, once the server has printed its greeting.
 * Rejects with the output if the process ends before.
 */
export declare function waitForGreeting(child: ChildProcess): Promise<string>
