/** Messages about invalid settings. They do not contain values, because some are secret. */
import type { z } from 'zod'

/** Undefined leaves the message of the schema. */
export function settingMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing'
  if (issue.code === 'invalid_type' && issue.expected === 'number') return 'must be a number'
  if (issue.code === 'invalid_type' && issue.expected === 'int') return 'must be a whole number'
  if (issue.code === 'too_small') return limitMessage(issue.origin, 'at least', issue.minimum)
  if (issue.code === 'too_big') return limitMessage(issue.origin, 'at most', issue.maximum)
  if (issue.code === 'invalid_value')
    return issue.values.includes('disabled') ? 'must be true or false' : `must be one of ${issue.values.join(', ')}`
  if (issue.code !== 'invalid_format') return undefined
  if (issue.format === 'url')
    return issue.pattern ? `must be a URL whose scheme matches ${issue.pattern}` : 'must be a complete address (URL)'
  if (issue.format === 'email') return 'must be an e-mail address'
  return issue.format === 'regex' ? `must match ${issue.pattern}` : undefined
}

function limitMessage(origin: string, bound: string, limit: number | bigint): string | undefined {
  if (origin === 'string') return `must have ${bound} ${limit} characters`
  return origin === 'number' || origin === 'int' ? `must be ${bound} ${limit}` : undefined
}
