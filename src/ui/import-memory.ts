/*
 * Keeps the choices for columns and the answers about people in this browser, so that the next file does not ask again.
 * The page shows them, and they can be changed there.
 */

type Texts = Readonly<Record<string, string>>

/** The choices for columns are sent in the address, so their number is limited. */
const MAX_COLUMNS = 100
const MAX_PEOPLE = 500
const PEOPLE_KEY = 'import-people'
const STAFF_KEY = 'import-staff'
const MAX_STAFF = 500
const columnsKey = (page: string) => `import-columns:${page}`

/** The choices for the columns of earlier files for this page. */
export const rememberedColumns = (page: string): Texts => read(columnsKey(page))

/** The people that earlier files' names and rounded ids meant, by the keys of the questions. */
export const rememberedPeople = (): Texts => read(PEOPLE_KEY)

/**
 * Keeps the choices and answers of an imported file. Answers about dates are not kept, because they apply to one file
 * only.
 */
export function remember(page: string, { choices, answers }: { choices: Texts; answers: Texts }): void {
  const people = Object.entries(answers).filter(([key, answer]) => key.startsWith('person:') && /^\d+$/.test(answer))
  write(columnsKey(page), { ...rememberedColumns(page), ...choices }, MAX_COLUMNS)
  write(PEOPLE_KEY, { ...rememberedPeople(), ...Object.fromEntries(people) }, MAX_PEOPLE)
}

/** The Discord accounts of another program's staff names, by these names. */
export const rememberedStaff = (): Texts => read(STAFF_KEY)

/** Keeps the Discord accounts of the staff names of an imported file. */
export const rememberStaff = (staff: Texts): void => write(STAFF_KEY, { ...rememberedStaff(), ...staff }, MAX_STAFF)

function read(key: string): Texts {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === 'string'))
  } catch {
    return {} // a browser that keeps nothing, or kept something else
  }
}

function write(key: string, texts: Texts, max: number): void {
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(texts).slice(-max))))
  } catch {
    // The next file asks again.
  }
}
