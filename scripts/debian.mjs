// @ts-check
import { existsSync } from 'node:fs'
import { run } from './ensure.mjs'

/**
 * Installs Debian's packages where that can be done: as root, with apt-get.
 * @param {string[]} names
 */
export async function installFromDebian(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${names.join(', ')} …`)
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const aptGet = (/** @type {string[]} */ ...args) =>
    run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], options)
  await aptGet('update')
  await aptGet('install', '-y', '--no-install-recommends', ...names)
}
