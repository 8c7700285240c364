import { defineConfig } from 'vitest/config'

/** The suite of faults has a configuration of its own: it needs the machine for itself, and no other run starts it by the way. */
export default defineConfig({
  test: { name: 'faults', root: import.meta.dirname, include: ['*.test.ts'], retry: 0, fileParallelism: false },
})
