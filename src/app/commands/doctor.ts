import { createLogger } from '#server/log.ts'
import { diagnose, report } from '../diagnosis.ts'

/* npm run doctor: prints what is wrong and how to fix it. Exit code 1 when something is wrong. */
const found = await diagnose({ log: createLogger('silent') })
console.log(report(found))
process.exitCode = found.every(({ ok }) => ok) ? 0 : 1
