// @ts-check
// node scripts/command.mjs NAME ARGS…: runs the build of one of src/app/commands.
import { prepare, runBuilt } from './ensure.mjs'

const [name = '', ...args] = process.argv.slice(2)
await prepare()
await runBuilt(name, args)
