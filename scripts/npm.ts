import { spawnSync } from 'node:child_process'

type Options = { cwd: string; timeout?: number; isShown?: boolean }

/** Runs the npm that started this process, or the one on the PATH. Returns its output and exit code. */
export function runNpm(parameters: string[], { cwd, timeout, isShown = false }: Options) {
  const npmScript = process.env.npm_execpath
  const [command, script] = npmScript?.endsWith('npm-cli.js') ? [process.execPath, [npmScript]] : ['npm', []]
  const { stdout, status } = spawnSync(command, [...script, ...parameters, '--no-update-notifier'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'ignore'],
    shell: command === 'npm' && process.platform === 'win32',
    ...(timeout !== undefined && { timeout }),
  })
  return { output: stdout ?? '', status }
}
