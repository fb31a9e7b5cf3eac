import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judgeAudit } from './check-advisories.ts'

const root = join(import.meta.dirname, '..')
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

/** The output of `npm audit --json`. */
const audit = (...severities: string[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      severities.map((severity, index) => [
        `package-${index}`,
        {
          name: `package-${index}`,
          severity,
          isDirect: true,
          via: [],
          effects: [],
          range: '<2.0.0',
          fixAvailable: true,
        },
      ]),
    ),
    metadata: { dependencies: { prod: 234, dev: 300, total: 534 } },
  })

test('high and critical advisories fail, lower ones are shown', () => {
  expect(judgeAudit(audit())).toMatchObject({ isPassed: true })
  expect(judgeAudit(audit('low', 'moderate'))).toMatchObject({
    isPassed: true,
    lines: ['low: package-0 <2.0.0', 'moderate: package-1 <2.0.0', expect.stringMatching(/^0 of 234/)],
  })
  for (const severity of ['high', 'critical']) expect(judgeAudit(audit('low', severity)).isPassed).toBe(false)
})

test('if the registry does not answer, the check passes, and one sentence says why', () => {
  const refused = { message: '405 Method Not Allowed - POST /-/npm/v1/security/advisories/bulk', statusCode: 405 }
  for (const printed of [JSON.stringify(refused), '', '{"error"'])
    expect(judgeAudit(printed)).toEqual({
      isPassed: true,
      lines: [expect.stringMatching(/^No advisories were checked: .*\)\.$/)],
    })
})

test('every package with an install script is named in package.json, and the lock file names no registry', () => {
  const { allowScripts } = readJson('package.json')
  for (const lock of ['package-lock.json', 'bench/lighthouse/package-lock.json']) {
    const packages = Object.entries<{ hasInstallScript?: boolean; resolved?: string }>(readJson(lock).packages)
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript)
    expect(
      scripted
        .map(([path]) => path.split('node_modules/').at(-1))
        .filter((name) => !Object.hasOwn(allowScripts, name!)),
    ).toEqual([])
    expect(packages.filter(([, { resolved }]) => resolved)).toEqual([])
  }
})
