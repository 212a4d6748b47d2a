/*
 * What was chosen for columns and answered about people, kept in this browser so that the next file does not ask again.
 * The page shows what it remembers, and it can be chosen otherwise.
 */

type Texts = Readonly<Record<string, string>>

/** The choices for columns travel in the address. */
const MAX_COLUMNS = 100
const MAX_PEOPLE = 500
const PEOPLE_KEY = 'import-people'
const STAFF_KEY = 'import-staff'
const MAX_STAFF = 500
const columnsKey = (page: string) => `import-columns:${page}`

/** What was chosen for the columns of files for this page. */
export const rememberedColumns = (page: string): Texts => read(columnsKey(page))

/** Whom names and rounded ids meant, by the keys of their questions. */
export const rememberedPeople = (): Texts => read(PEOPLE_KEY)

/** Keeps the choices and answers of a file that was imported. Answers about dates are of that file alone. */
export function remember(page: string, { choices, answers }: { choices: Texts; answers: Texts }): void {
  const people = Object.entries(answers).filter(([key, answer]) => key.startsWith('person:') && /^\d+$/.test(answer))
  write(columnsKey(page), { ...rememberedColumns(page), ...choices }, MAX_COLUMNS)
  write(PEOPLE_KEY, { ...rememberedPeople(), ...Object.fromEntries(people) }, MAX_PEOPLE)
}

/** Whose Discord account another program's staff names are, by these names. */
export const rememberedStaff = (): Texts => read(STAFF_KEY)

/** Keeps whose names they are, of a file that was imported. */
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
    // Then the next file asks again.
  }
}
