/**
 * Asks the npm registry for advisories about the packages of production. High and critical ones fail; a registry that
 * does not answer fails nothing, and is named in one sentence.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { runNpm } from './npm.ts'

const mostMs = 10_000
const Answer = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
  metadata: z.object({ dependencies: z.object({ prod: z.int() }) }),
})
const Failure = z.object({ message: z.string() })

/** Judges what `npm audit --json` printed. */
export function judgeAudit(printed: string): { isPassed: boolean; lines: string[] } {
  const parsed = parse(printed)
  const answer = Answer.safeParse(parsed)
  if (!answer.success) {
    const { data } = Failure.safeParse(parsed)
    const why = data ? data.message.split('\n', 1)[0]! : 'no answer within the time limit'
    return { isPassed: true, lines: [`No advisories were checked: the registry does not answer (${why}).`] }
  }
  const { vulnerabilities, metadata } = answer.data
  const named = Object.entries(vulnerabilities)
  const isGrave = (severity: string) => severity === 'high' || severity === 'critical'
  const grave = named.filter(([, { severity }]) => isGrave(severity))
  const lines = named.map(([name, { severity, range }]) => `${severity}: ${name} ${range}`)
  const found = `${grave.length} of ${metadata.dependencies.prod} packages of production have a high or critical advisory.`
  return { isPassed: grave.length === 0, lines: [...lines, found] }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const asked = ['audit', '--omit=dev', '--json', '--fetch-retries=0', `--fetch-timeout=${mostMs / 2}`]
  const { printed } = runNpm(asked, { cwd: join(import.meta.dirname, '..'), timeout: mostMs })
  const { isPassed, lines } = judgeAudit(printed)
  for (const line of lines) console.log(line)
  if (!isPassed) console.log('Update these packages: docs/operations/packages.md.')
  process.exitCode = isPassed ? 0 : 1
}
