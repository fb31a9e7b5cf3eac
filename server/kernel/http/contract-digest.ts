/** What a program was built for: with it, the command line finds out that the desk is another version. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

/** Of every answer to a call with a token. */
export const contractHeader = 'x-desk-contract'

/** Of the addresses and inputs of all endpoints that are commands too. */
export function digestOfContract(endpoints: readonly Endpoint[]): string {
  const described = endpoints
    .filter(isCommand)
    .map(({ method, path, params, query, body }) => [
      `${method} ${path}`,
      ...[params, query, body].map((schema) => schema && schemaOf(schema)),
    ])
  const text = JSON.stringify(described.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** A program sends no files. */
export const isCommand = ({ access, multipart }: Endpoint): boolean => access === 'operator' && !multipart

/** As a caller sends it. */
export const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
