// @ts-check
// npm start: from a fresh clone to a running site.
import { become, prepare } from './ensure.mjs'

await prepare()
await become('main', [])
