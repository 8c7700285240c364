// npm runs this after each install: it notes what was installed, so that npm start need not do it again.
// The hook for commit messages is everybody's own choice: git config core.hooksPath scripts/hooks
import { installStamp } from './ready.mjs'
import { stamp } from './stamp.mjs'

stamp(installStamp.file, installStamp.hash())
