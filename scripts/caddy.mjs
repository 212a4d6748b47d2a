// @ts-check
// Finds the Caddy with which the tests try the recipes of Caddyfile and docs/running-it.md.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.mjs'

/** The path of the machine's Caddy, or undefined. */
export function findCaddy() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'caddy'))
    .find((program) => {
      try {
        accessSync(program, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** Tries to install Caddy if there is none. Prints which tests are skipped without it. */
export async function ensureCaddy() {
  if (findCaddy() === undefined) await installFromDebian('caddy')
  if (findCaddy() === undefined) {
    console.log('The tests behind Caddy are skipped: there is no Caddy here, and none could be installed.')
  }
}
