/** Printed once the site is running. */
import { demoOperators } from './operators/index.ts'
import { demoPlayer } from './profile/index.ts'
import type { Settings } from './settings.ts'
import type { Warning } from './warnings.ts'

export function printBanner(
  { settings, warnings }: { settings: Settings; warnings: Warning[] },
  mode: 'start' | 'dev',
  tookMs: number,
): void {
  const lines = [
    ['Site', settings.publicUrl],
    ...(settings.sandbox.isEnabled ? [['Sandbox inbox', `${settings.sandbox.url}/inbox`]] : []),
    ...(settings.seed ? [['Demo player', `${demoPlayer.email}  /  ${demoPlayer.password}`]] : []),
    ...deskLines(settings),
    ['API', `${settings.publicUrl}/api/docs`],
    ['Database', settings.databaseUrl ? 'external (DATABASE_URL)' : `embedded PostgreSQL in ${settings.dataDir}`],
    ...warnings.map(({ message }) => ['Warning', message]),
  ]
  const width = Math.max(...lines.map(([name]) => name!.length))
  const body = lines.map(([name, value]) => `  ${name!.padEnd(width)}   ${value}`).join('\n')
  console.log(
    `\n  Fairhouse is open${mode === 'dev' ? ' for development' : ''} (${(tookMs / 1000).toFixed(1)} s)\n\n${body}\n`,
  )
}

function deskLines({ desk, seed, isProduction, sandbox }: Settings): Array<[string, string]> {
  if (desk.port === null) return []
  const code = sandbox.isEnabled ? `, code at ${sandbox.url}/authenticator` : ''
  return [
    ['Desk', desk.url],
    ...(seed && !isProduction
      ? [['Demo operators', `manager, support, payments, …  /  ${demoOperators.password}${code}`] as [string, string]]
      : []),
  ]
}
