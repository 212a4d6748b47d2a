import { createLogger } from '#server/log.ts'
import { diagnose, report } from '../diagnosis.ts'

/* npm run doctor: says what is wrong and how to fix it; exit code 1 when something is. */
const found = await diagnose({ log: createLogger('silent') })
console.log(report(found))
process.exitCode = found.every(({ ok }) => ok) ? 0 : 1
