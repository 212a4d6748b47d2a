/** A place where the repository breaks one of its rules, and how to fix it. */
export interface Violation {
  file: string
  line: number
  rule: keyof typeof RULES
  fix: string
}

export const RULES = {
  layers:
    'imports go one way: app → features → (server | web | ui) → lib. Nothing imports app. dev imports server and lib',
  'feature imports': 'a feature imports no other feature, except auth and audit',
  'server and browser': 'code that runs in a browser imports nothing from a server folder',
  pure: 'contract.ts and rules.ts import only lib, zod and each other',
  database: 'only store.ts and tables.ts import Drizzle',
  environment: 'only server/config reads the environment',
  'import cycles': 'no file imports itself through other files, not even for a type',
  paths: 'imports within a folder of src or a feature are relative, other imports begin with #, all have the extension',
  exports: 'no file only exports what other files define, and no file has a default export',
  'feature files': 'the files of a feature have names of a closed list; a new name needs a decision record',
  names: 'file names are in kebab-case and say what the file is',
  tests: 'a test file is named after the file beside it that it tests, or is in test/app or test/repository',
  documents: 'documents name only files that exist, and the map names every feature',
  vocabulary: 'names and comments use the usual words of software engineering',
  'forbidden text': 'no text names a machine or a package registry, silences the compiler or postpones work',
  'function length':
    'a function with over 60 lines of its own says why in its comment; functions inside it count by themselves',
  reading: 'every code file can be parsed, and there is at least one',
} as const

export interface Source {
  path: string
  text: string
}
