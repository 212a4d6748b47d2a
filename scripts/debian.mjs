// @ts-check
import { existsSync } from 'node:fs'
import { run } from './ensure.mjs'

/**
 * Installs Debian packages if this process is root and apt-get exists. Does nothing otherwise.
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
