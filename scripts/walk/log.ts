/** The log of a walk: its steps with their faults and screenshots. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Step = { name: string; picture: string | null; ms: number; faults: string[] }
export type Log = { folder: string | null; steps: Step[] }

/** Without a folder, the log is not written to disk. */
export async function openLog(folder: string | null): Promise<Log> {
  if (folder) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
  }
  return { folder, steps: [] }
}

export const faultsIn = ({ steps }: Log): string[] =>
  steps.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))

export async function writeLog({ folder, steps }: Log, title: string): Promise<void> {
  if (!folder) return
  const lines = steps.flatMap(({ name, picture, ms, faults }) => [
    `- ${faults.length > 0 ? '✗' : '✓'} ${picture ? `[${name}](${picture})` : name} (${(ms / 1000).toFixed(1)} s)`,
    ...faults.map((fault) => `  - ${fault}`),
  ])
  await writeFile(join(folder, 'walk.json'), JSON.stringify(steps, null, 2))
  await writeFile(join(folder, 'walk.md'), `# ${title}\n\n${lines.join('\n')}\n`)
}
