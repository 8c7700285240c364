// npm runs this after each install: it records what was installed, so that npm start need not install again.
// The hook for commit messages is optional: git config core.hooksPath scripts/hooks
import { installStamp } from './ready.mjs'
import { stamp } from './stamp.mjs'

stamp(installStamp.file, installStamp.hash())
