/** A place where the repository breaks one of its rules, and how to fix it. */
export interface Violation {
  file: string
  line: number
  law: keyof typeof LAWS
  fix: string
}

export const LAWS = {
  layers:
    'app → features → (server | web | ui) → lib; nobody imports app, toolkits import no feature; dev → server, lib',
  strangers: 'features are strangers, except that all may import auth and audit',
  'two sides': 'nothing that runs in a browser imports from a server folder',
  pure: 'contract.ts and rules.ts import only lib, zod and each other',
  database: 'only store.ts and tables.ts import Drizzle',
  environment: 'only server/config reads the environment',
  circles: 'no file imports itself, by whatever way round, also not for a type',
  paths: 'relative inside a room, #… between rooms, always with the extension',
  exports: 'no barrels, no default exports',
  'feature files': 'a feature has the files of the closed list; a new name is a decision record',
  names: 'files are kebab-case nouns of the product',
  tests: 'a test file is named after the file beside it that it tests, or is in test/app or test/repository',
  documents: 'documents name files that exist, and the map names every feature',
  'old words': 'machinery is named in the words that engineers search for',
  words: 'nothing in the repository names a machine, silences the compiler or postpones work',
  reading: 'every file of code can be read, and there are some',
} as const

export interface Source {
  path: string
  text: string
}
