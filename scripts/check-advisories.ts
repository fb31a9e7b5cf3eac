/**
 * Queries the npm registry for advisories about the packages of production. High and critical ones fail the check; if
 * the registry does not answer, the check passes and says so in one sentence.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { runNpm } from './npm.ts'

const timeoutMs = 10_000
const Answer = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
  metadata: z.object({ dependencies: z.object({ prod: z.int() }) }),
})
const Failure = z.object({ message: z.string() })

/** Evaluates the output of `npm audit --json`. */
export function judgeAudit(printed: string): { isPassed: boolean; lines: string[] } {
  const parsed = parse(printed)
  const answer = Answer.safeParse(parsed)
  if (!answer.success) {
    const { data } = Failure.safeParse(parsed)
    const reason = data ? data.message.split('\n', 1)[0]! : 'no answer within the time limit'
    return { isPassed: true, lines: [`No advisories were checked: the registry does not answer (${reason}).`] }
  }
  const { vulnerabilities, metadata } = answer.data
  const entries = Object.entries(vulnerabilities)
  const isSevere = (severity: string) => severity === 'high' || severity === 'critical'
  const severe = entries.filter(([, { severity }]) => isSevere(severity))
  const lines = entries.map(([name, { severity, range }]) => `${severity}: ${name} ${range}`)
  const found = `${severe.length} of ${metadata.dependencies.prod} packages of production have a high or critical advisory.`
  return { isPassed: severe.length === 0, lines: [...lines, found] }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const parameters = ['audit', '--omit=dev', '--json', '--fetch-retries=0', `--fetch-timeout=${timeoutMs / 2}`]
  const { output: printed } = runNpm(parameters, { cwd: join(import.meta.dirname, '..'), timeout: timeoutMs })
  const { isPassed, lines } = judgeAudit(printed)
  for (const line of lines) console.log(line)
  if (!isPassed) console.log('Update these packages: docs/operations/packages.md.')
  process.exitCode = isPassed ? 0 : 1
}
