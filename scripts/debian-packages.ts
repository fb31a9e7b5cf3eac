/** Installs packages of Debian or Ubuntu where this process may. */
import { spawnSync } from 'node:child_process'

/** Returns false, and does nothing, without root or apt-get. Whether the programs are there is the caller's question. */
export function installPackages(names: string[]): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) return false
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return true
}
