// @ts-check
import { existsSync } from 'node:fs'
import { run } from './ensure.mjs'

/** Installs a package of Debian's where that can be done (as root, with apt-get), and answers whether it was. */
export async function installFromDebian(/** @type {string} */ name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${name} …`)
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const aptGet = (/** @type {string[]} */ ...args) =>
    run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], options)
  return (await aptGet('update')) === 0 && (await aptGet('install', '-y', '--no-install-recommends', name)) === 0
}
