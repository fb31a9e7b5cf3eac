import { spawnSync } from 'node:child_process'

type Options = { cwd: string; timeout?: number; isShown?: boolean }

/** Runs npm: the one that started this process, or the one on the PATH. Returns what it printed, and its exit code. */
export function runNpm(parameters: string[], { cwd, timeout, isShown = false }: Options) {
  const started = process.env.npm_execpath
  const [command, script] = started?.endsWith('npm-cli.js') ? [process.execPath, [started]] : ['npm', []]
  const { stdout, status } = spawnSync(command, [...script, ...parameters, '--no-update-notifier'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'ignore'],
    shell: command === 'npm' && process.platform === 'win32',
    ...(timeout !== undefined && { timeout }),
  })
  return { printed: stdout ?? '', status }
}
