// The esbuild configuration of the server: the programs by the name of their output file; packages stay external.
import { root } from './stamp.mjs'

export const serverBundle = {
  absWorkingDir: root,
  entryPoints: {
    main: 'server/src/main.ts',
    'embedded-worker': 'server/src/platform/database/embedded-worker.ts',
    'parser-process': 'server/src/wiring/parser-process.ts',
    // Plain JavaScript, which its thread loads from the sources too: it is copied as it is.
    'watch-budget': 'server/src/platform/parsing/watch-budget.mjs',
    'workbook-worker': 'server/src/platform/spreadsheets/workbook-worker.ts',
    'make-template': 'server/src/commands/make-template.ts',
    'import-istat': 'server/src/commands/import-istat.ts',
    'audit-archive': 'server/src/commands/audit-archive.ts',
    'audit-verify': 'server/src/commands/audit-verify.ts',
    outbox: 'server/src/commands/outbox.ts',
    backup: 'server/src/commands/backup.ts',
    move: 'server/src/commands/move.ts',
    retention: 'server/src/commands/retention.ts',
    transfer: 'server/src/commands/transfer.ts',
    keys: 'server/src/commands/keys.ts',
    'spid-certificate': 'server/src/commands/spid-certificate.ts',
    'first-operator': 'server/src/commands/first-operator.ts',
    'confirm-operators': 'server/src/commands/confirm-operators.ts',
    demo: 'server/src/commands/demo.ts',
  },
  outdir: 'server/dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  packages: 'external',
  alias: {
    '@portal/contract': './contract/src/index.ts',
    '@portal/contract/file-traces': './contract/src/attachments/traces/file-traces.ts',
    '@portal/contract/texts': './contract/src/texts',
  },
  loader: { '.mjs': 'copy' },
  sourcemap: 'linked',
  logLevel: 'warning',
}
