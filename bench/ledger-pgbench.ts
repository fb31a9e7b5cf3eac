/** Finds pgbench, PostgreSQL's own benchmark program, which is the baseline. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export function findPgbench(): string | null {
  const versions = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
    : []
  const folders = [
    ...versions.map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path)) ?? null
}

/** 1,000,000 accounts, enough that 1,024 clients rarely wait for each other's rows. */
export function preparePgbench(program: string, url: string): void {
  execFileSync(program, ['-i', '-q', '-s', '10', url], { stdio: 'ignore' })
}

/**
 * Transactions per second of the simple update with prepared statements, its fastest mode. Limited by a count instead
 * of a time, because opening 1,024 connections takes longer than a round; that time is excluded.
 */
export async function pgbench(program: string, url: string, clients: number, transactions: number): Promise<number> {
  const { stdout } = await promisify(execFile)(program, [
    '-n',
    '-N',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '2',
    '-t',
    String(Math.ceil(transactions / clients)),
    url,
  ])
  return Number(/tps = ([\d.]+)/.exec(stdout)![1])
}
