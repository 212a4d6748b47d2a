// @ts-check
// node scripts/command.mjs NAME ARGS…: runs one of src/app/commands as it was built.
import { become, prepare } from './ensure.mjs'

const [name = '', ...args] = process.argv.slice(2)
await prepare()
await become(name, args)
